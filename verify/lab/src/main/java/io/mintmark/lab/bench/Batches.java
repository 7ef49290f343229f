package io.mintmark.lab.bench;

/**
 * When each batch of one thread began and ended, in order; written by that thread, read when it has stopped.
 *
 * <p>A full one forgets its older half.
 */
final class Batches {
    private final long[] starts;
    private final long[] ends;
    private int count;

    Batches(int capacity) {
        this.starts = new long[capacity];
        this.ends = new long[capacity];
    }

    void add(long start, long end) {
        if (count == starts.length) {
            forgetOlderHalf();
        }
        starts[count] = start;
        ends[count] = end;
        count++;
    }

    void clear() {
        count = 0;
    }

    int count() {
        return count;
    }

    long start(int index) {
        return starts[index];
    }

    long end(int index) {
        return ends[index];
    }

    long nanos(int index) {
        return ends[index] - starts[index];
    }

    private void forgetOlderHalf() {
        int kept = count / 2;
        System.arraycopy(starts, count - kept, starts, 0, kept);
        System.arraycopy(ends, count - kept, ends, 0, kept);
        count = kept;
    }
}
