package io.mintmark.storage.postgresql.write;

import java.util.OptionalLong;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The line from which both lanes of a node draw the numbers of their writes, and the block ahead of it from which a
 * node draws that is cut off: none is drawn twice, whoever asks. Each lane commits its own in order; between the two
 * there is none. Safe for any number of threads.
 *
 * <p><b>Why no document that is kept without the engine meets another.</b> Its id holds a number and a tag, or is
 * random. A number of the block is drawn by this object alone, and once: the line passes over the block, from the
 * moment on at which it is planned, so neither lane ever draws one of its numbers. The lanes' later numbers lie above
 * every one that was drawn of it, since each of these lifts the line. No number of the block is drawn before its end is
 * stored in the lane's row. A later claim of the same tag begins above that end ({@link TakeOver}), whether this node
 * still draws or not, unless this one left in order; then the row holds how far the line came, and nothing is drawn any
 * more. Nodes of other tags make ids that end otherwise. A HiLo id is made of a number that this claim handed out once,
 * and the tag; a GUID has 122 random bits. What somebody stored under such an id of his own choice is found by its key
 * when the document comes home, and stays.
 *
 * <p>A block that is not used costs no number after a start: the line begins below it, and reserves the next one when
 * it comes near. It does cost two million where blocks outlive their claims, since a process that starts without the
 * engine may draw of one: then it is never given back, not even by a claim that leaves in order. Before the line may
 * enter a block again because the next one took its place, the next one is on the node's disk.
 */
final class NodeEtags {
    /** How many numbers a block has, and how many are left to the lanes below it. */
    static final long BLOCK = 1L << 20;

    private final long size;
    private final boolean outlives;
    private final BiPredicate<Long, Long> keeping;

    private long last;
    private volatile long lifted;
    /** The block that is stored. */
    private Block block;
    /** The last number that was drawn of it. */
    private long used;
    /** The block that a group is about to store. */
    private @Nullable Block planned;

    /** Numbers up to {@code end}, from the one after {@code after}. */
    private record Block(long after, long end) {
        boolean has(long number) {
            return after < number && number <= end;
        }
    }

    /** Goes on above {@code last}; the block counts as stored up to {@link #toReserve}, and ends with its claim. */
    NodeEtags(long last) {
        this(last, BLOCK);
    }

    /** Goes on likewise, with blocks of {@code size} numbers. */
    NodeEtags(long last, long size) {
        this(last, size, false, (after, end) -> true);
    }

    /**
     * Goes on likewise.
     *
     * @param outlives whether blocks outlive their claims
     * @param keeping keeps a block that is reserved on the node's disk, and returns whether it did
     */
    NodeEtags(long last, boolean outlives, BiPredicate<Long, Long> keeping) {
        this(last, BLOCK, outlives, keeping);
    }

    private NodeEtags(long last, long size, boolean outlives, BiPredicate<Long, Long> keeping) {
        this.size = size;
        this.outlives = outlives;
        this.keeping = keeping;
        this.last = last;
        this.block = above(last);
        this.used = block.after();
    }

    private Block above(long number) {
        return new Block(number + size, number + 2 * size);
    }

    synchronized long next() {
        last = passed(block, last + 1);
        last = passed(planned, last);
        return last;
    }

    private static long passed(@Nullable Block block, long number) {
        return block != null && block.has(number) ? block.end() + 1 : number;
    }

    /** Draws a number of the block; empty if none is left. Durable already, so nothing need be asked. */
    synchronized OptionalLong nextAhead() {
        if (used == block.end()) {
            return OptionalLong.empty();
        }
        used++;
        last = Math.max(last, used);
        return OptionalLong.of(used);
    }

    /** Returns up to which number the next group reserves; plans a block when the line comes near to this one. */
    synchronized long toReserve() {
        if (planned == null && last > block.after() - size / 2) {
            planned = above(Math.max(last, block.end()));
        }
        return planned == null ? block.end() : planned.end();
    }

    /** Takes note that numbers up to {@code end}, of {@link #toReserve}, are reserved durably. */
    synchronized void reserved(long end) {
        Block stored = planned;
        if (stored != null && stored.end() == end && keeping.test(stored.after(), end)) {
            block = stored;
            used = stored.after();
            planned = null;
        }
    }

    /** Keeps the first block, which is reserved durably. */
    synchronized void begin() {
        boolean ignored = keeping.test(block.after(), block.end());
    }

    /** Returns above which number the next claim begins if this one draws nothing more. */
    synchronized long last() {
        return outlives ? Math.max(last, toReserve()) : last;
    }

    /** Draws later etags above {@code peersEtag}, so that what is written later on this node is also listed later. */
    synchronized void lift(long peersEtag) {
        lifted = Math.max(lifted, peersEtag);
        last = Math.max(last, peersEtag);
    }

    /** Returns what the latest lift asked for. */
    long lifted() {
        return lifted;
    }
}
