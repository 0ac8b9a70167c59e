# Prints row y of the set, 64 columns from -2.1 to 0.6.
BEGIN {
  line = ""
  for (column = 0; column < 64; column++) {
    a = -2.1 + 2.7 * column / 63
    u = v = 0
    for (n = 0; n < 60 && u * u + v * v < 4; n++) {
      t = u * u - v * v + a
      v = 2 * u * v + y
      u = t
    }
    line = line (n == 60 ? "#" : n > 6 ? "+" : n > 3 ? "." : " ")
  }
  print line
}
