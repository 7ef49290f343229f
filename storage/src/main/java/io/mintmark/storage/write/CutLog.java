package io.mintmark.storage.write;

import java.time.Instant;
import java.util.List;

/**
 * Puts on record which ranges a node cut from {@link NumbersAhead}; the answer is true.
 *
 * <p>Holds: what is logged can be found by its numbers until it is pruned. Nothing else changes, neither a counter nor
 * what may be returned, and a log that is lost costs no number. The same chunk may be written twice.
 *
 * @param chunks the ranges, by counters
 * @param ended serials of reservations of which the node cuts nothing any more, and of which it gives nothing back
 */
public record CutLog(List<Chunk> chunks, List<Long> ended) implements Write<Boolean> {
    /** What a chunk costs beside its content, for the bound of the log: its row. */
    public static final int ROW_BYTES = 64;

    /**
     * Ranges of one counter that one node cut, in the order in which it did.
     *
     * @param counter which counter
     * @param low the lowest number that it decides; 0 if it decides none
     * @param high the highest number that it decides; 0 if it decides none
     * @param first when the first was cut
     * @param last when the last was cut
     * @param content the ranges; only who encoded them knows their form. Not to be changed
     */
    public record Chunk(CounterName counter, long low, long high, Instant first, Instant last, byte[] content) {
        /** Returns what it adds to the log, in bytes. */
        public long bytes() {
            return content.length + (long) ROW_BYTES;
        }
    }

    @Override
    public long bytes() {
        return chunks.stream().mapToLong(Chunk::bytes).sum();
    }
}
