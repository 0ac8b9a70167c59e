// A ring of bubbles and a torus above a tiled sea, under an evening sky. No includes: it renders with POV-Ray alone.
#version 3.7;
global_settings { assumed_gamma 1.0 max_trace_level 8 }

camera { location <0, 3.2, -8.5> look_at <0, 1.35, 0> angle 54 right x * image_width / image_height }
light_source { <-12, 9, -10> rgb <1.0, 0.86, 0.7> }
light_source { <10, 14, -6> rgb <0.25, 0.32, 0.5> shadowless }

sky_sphere {
  pigment {
    gradient y
    color_map { [0.0 rgb <0.95, 0.55, 0.30>] [0.25 rgb <0.55, 0.32, 0.45>] [0.7 rgb <0.06, 0.08, 0.25>] }
  }
}

plane {
  y, 0
  pigment { checker rgb <0.04, 0.10, 0.18>, rgb <0.10, 0.22, 0.32> scale 1.2 }
  normal { bumps 0.12 scale <0.8, 0.3, 0.35> }
  finish { ambient 0.05 diffuse 0.5 specular 0.5 roughness 0.02 reflection { 0.12, 0.6 fresnel on } conserve_energy }
  interior { ior 1.33 }
}

#declare Metal = finish { ambient 0.05 diffuse 0.35 specular 0.9 roughness 0.01 metallic reflection { 0.45 metallic } };

torus {
  1.7, 0.16
  rotate 62 * x
  rotate 18 * z
  translate 1.75 * y
  pigment { rgb <0.98, 0.72, 0.28> }
  finish { Metal }
}

sphere { <0, 1.75, 0>, 0.95 pigment { rgb <0.92, 0.93, 0.98> } finish { Metal } }

#declare Count = 14;
#for (I, 0, Count - 1)
  #local Angle = 2 * pi * I / Count;
  #local Hue = I / Count;
  sphere {
    <3.1 * cos(Angle), 0.42 + 0.14 * sin(3 * Angle), 3.1 * sin(Angle)>, 0.42
    pigment { rgb <0.5 + 0.5 * cos(2 * pi * Hue), 0.5 + 0.5 * cos(2 * pi * (Hue - 0.33)), 0.5 + 0.5 * cos(2 * pi * (Hue - 0.67))> filter 0.35 }
    finish { ambient 0.06 diffuse 0.6 specular 0.8 roughness 0.008 reflection { 0.03, 0.4 fresnel on } conserve_energy }
    interior { ior 1.3 }
  }
#end
