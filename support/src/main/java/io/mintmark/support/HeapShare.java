package io.mintmark.support;

/** Bounds that follow the heap, which is as large for as long as the process lives. */
public final class HeapShare {
    private HeapShare() {}

    /** Returns one of so many {@code parts} of the heap, in bytes, and {@code most} where that is less. */
    public static long of(int parts, long most) {
        return of(parts, most, Runtime.getRuntime().maxMemory());
    }

    static long of(int parts, long most, long heapBytes) {
        return Math.min(most, heapBytes / parts);
    }
}
