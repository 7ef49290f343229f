package io.mintmark.storage.group;

/** How much a node reserves ahead of a busy counter: as much as the commit of its engine deserves. */
public enum ReservationAmount {
    /** About two seconds of the rate, again when half is left: a commit is a sync of a disk of this machine. */
    LOCAL_DISK(1, 1 << 24, 2),
    /** About a minute of the rate, again when a quarter is left: a commit is on its way to another machine. */
    SHARED_STORE(30, 1 << 30, 4);

    /** How many windows of {@link ReservationRate}, which last two seconds. */
    private final int windows;

    private final int max;
    private final int lowPart;

    ReservationAmount(int windows, int max, int lowPart) {
        this.windows = windows;
        this.max = max;
        this.lowPart = lowPart;
    }

    /** Returns how many numbers to reserve, at {@code numbers} in a window; at least {@code size}. */
    int of(long numbers, int size) {
        return (int) Math.max(size, Math.min(numbers * windows, max));
    }

    /** Returns whether {@code left} numbers of {@code all} are so few that the next ones should be on their way. */
    boolean isLow(long left, long all) {
        return left < all / lowPart;
    }
}
