package io.strait.stencil.run;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/**
 * Large pieces of memory outside the heap, in pages of 2 MiB where Linux gives them: a sweep over
 * many columns then needs few translations of addresses.
 */
final class HugePages {
  private static final long HUGE = 2 << 20;
  private static final int LINE = 64;
  private static final int READ_WRITE = 3;
  private static final int PRIVATE_ANONYMOUS = 0x22;
  private static final int ADVICE_HUGE = 14;

  private static final @Nullable Calls CALLS = Calls.find();

  private HugePages() {}

  /** Memory that is zero, at the beginning of a cache line at least. */
  static MemorySegment allocate(Arena arena, long bytes) {
    var huge = CALLS == null || bytes < HUGE ? null : CALLS.map(arena, bytes);
    return huge == null ? arena.allocate(bytes, LINE) : huge;
  }

  /** What Linux has for it. */
  @SuppressWarnings("restricted")
  private record Calls(MethodHandle mmap, MethodHandle munmap, MethodHandle madvise) {
    static @Nullable Calls find() {
      if (!System.getProperty("os.name").equals("Linux")) {
        return null;
      }
      var linker = Linker.nativeLinker();
      var names = linker.defaultLookup();
      return new Calls(
          linker.downcallHandle(
              names.findOrThrow("mmap"),
              FunctionDescriptor.of(
                  ADDRESS, ADDRESS, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG)),
          linker.downcallHandle(
              names.findOrThrow("munmap"), FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG)),
          linker.downcallHandle(
              names.findOrThrow("madvise"),
              FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT)));
    }

    @Nullable MemorySegment map(Arena arena, long bytes) {
      long length = bytes + HUGE;
      try {
        var whole =
            (MemorySegment)
                mmap.invokeExact(MemorySegment.NULL, length, READ_WRITE, PRIVATE_ANONYMOUS, -1, 0L);
        if (whole.address() == -1) {
          return null;
        }
        long skip = Math.floorMod(-whole.address(), HUGE);
        // It is only advice: if the kernel does not take it, pages are small.
        int ignored =
            (int)
                madvise.invokeExact(
                    MemorySegment.ofAddress(whole.address() + skip), bytes, ADVICE_HUGE);
        return whole.reinterpret(length, arena, this::unmap).asSlice(skip, bytes);
      } catch (Throwable e) {
        throw new AssertionError(e);
      }
    }

    private void unmap(MemorySegment whole) {
      try {
        int ignored = (int) munmap.invokeExact(whole, whole.byteSize());
      } catch (Throwable e) {
        throw new AssertionError(e);
      }
    }
  }
}
