package io.mintmark.storage.postgresql.write;

import java.util.OptionalLong;

/** The line of etags of a node in a database, and the block ahead of it, with smaller blocks if need be. */
public final class EtagLine {
    /** How many numbers a block has as shipped. */
    public static final long BLOCK = NodeEtags.BLOCK;

    private final NodeEtags etags;

    /** The etags of one lane. */
    public static final class Drawn {
        private final LaneEtags etags;

        private Drawn(LaneEtags etags) {
            this.etags = etags;
        }

        /** Begins a group. */
        public void begin() {
            etags.begin();
        }

        /** Returns the next one. */
        public long next() {
            return etags.draw();
        }

        /** Takes note that the present group was committed. */
        public void committed() {
            etags.committed();
        }
    }

    /** Goes on above {@code last}, with blocks of {@code size} numbers. */
    public EtagLine(long last, long size) {
        etags = new NodeEtags(last, size);
    }

    /** Returns what another lane draws. */
    public Drawn lane() {
        return new Drawn(new LaneEtags(etags));
    }

    /** Draws a number of the block, if one is left. */
    public OptionalLong nextAhead() {
        return etags.nextAhead();
    }

    /** Returns up to which number the next group reserves. */
    public long toReserve() {
        return etags.toReserve();
    }

    /** Takes note that numbers up to {@code end} are reserved durably. */
    public void reserved(long end) {
        etags.reserved(end);
    }

    /** Draws later etags above {@code peersEtag}. */
    public void lift(long peersEtag) {
        etags.lift(peersEtag);
    }
}
