package io.mintmark.storage.lease;

import org.jspecify.annotations.Nullable;

/** What the numbers of a row in the record of leases came to. The order is stored: add new ones at the end. */
public enum LeaseKind {
    /** A client holds them. */
    RANGE,
    /** A node reserved them ahead, and cuts ranges from them. */
    AHEAD,
    /** The same, and what the node had left is a gap: the counter had moved on. */
    AHEAD_WITH_GAP,
    /** A raise passed over them. */
    RAISE,
    /** An edit of the HiLo document passed over them. */
    EDIT,
    /** The counter began above them: they may have been reserved before this database was made. */
    START,
    /** A raise of the whole database passed over them: its copy may not know who got them. */
    RESTORED;

    private static final LeaseKind[] ALL = values();

    /** Returns the number that stands for it in a row. */
    public long code() {
        return ordinal();
    }

    /** Returns the number that stands for {@code kind} in a row; null, which a row may have, for none. */
    public static @Nullable Long code(@Nullable LeaseKind kind) {
        return kind == null ? null : kind.code();
    }

    /** Returns the kind of a row; null if a server wrote it that did not say. */
    public static @Nullable LeaseKind of(@Nullable Long code) {
        return code == null ? null : ALL[Math.toIntExact(code)];
    }

    /** Returns whether numbers were reserved, by a client or a node, and not passed over. */
    public boolean isReservation() {
        return ordinal() <= AHEAD_WITH_GAP.ordinal();
    }
}
