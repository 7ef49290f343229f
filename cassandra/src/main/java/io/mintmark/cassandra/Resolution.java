package io.mintmark.cassandra;

import java.util.Optional;

/**
 * What became of a compare-and-set whose answer was lost, judged by the row as a read at SERIAL shows it.
 *
 * <p>A pure function. It bears promise G1 where Cassandra says a time-out, or the connection is gone: the driver does
 * not know then whether the request was done, and it may be done later, when its packet or its coordinator wakes up.
 *
 * <h2>The rule</h2>
 *
 * <p>A request {@code N} compares with the state {@code S} and sets {@code T}. The row shows
 *
 * <ul>
 *   <li>the name {@code N}: the request was done, and its numbers are ours;
 *   <li>{@code S}: it was not done yet, and the same request is sent again, word for word;
 *   <li>anything else: it is overtaken. If it was done, its numbers are a gap.
 * </ul>
 *
 * <h2>Why no number is given out twice</h2>
 *
 * <p><b>A state never comes again.</b> Each state has the name of the request that left it, which is random and used
 * for no other state, and a serial that is higher than that of the state before. So once the row has left {@code S}, no
 * copy of {@code N} matches any more, however late it wakes up, and whatever moved the counter back meanwhile: a return
 * leaves a new serial and a new name with the old number. A comparison of the number alone would not do; the number may
 * come again.
 *
 * <p><b>All copies of a request count as one.</b> Copies, whoever made them (this stream, the driver, a network),
 * compare with the same {@code S}. The first that matches moves the row away from {@code S}, so at most one matches.
 * Each of them would leave {@code T} with the name {@code N}. So to send {@code N} again is safe, and the row with the
 * name {@code N} proves that {@code N} was done once, by whichever copy. To send <em>another</em> request instead and
 * to take the first one for undone is safe as well, because both compare with {@code S}; it would only make the first
 * one's numbers a gap without need.
 *
 * <p><b>Numbers are dealt on proof only.</b> They are dealt when a copy of {@code N} was answered as matched, or the
 * row was seen with the name {@code N}. In both cases the row went from {@code S} to {@code T} by {@code N}, and the
 * numbers between the two were passed by it and by no other request: every other request that passes them compares with
 * a state that the row has only before {@code S}, or after they went back. An overtaken request deals nothing.
 *
 * <p><b>What the read must be.</b> A read at SERIAL finishes the proposal that it finds in progress, or gives way to a
 * newer ballot that does, so it shows the newest state that was decided. If it did not and showed {@code S} although
 * {@code T} was decided, the copy that is sent again would be refused and shown {@code T}. If it showed a state before
 * {@code S}, the request would be held to be overtaken, and its numbers would be a gap. Neither deals a number.
 *
 * <p><b>What it does not withstand.</b> A write to the row that is no lightweight transaction: it takes no part in any
 * of this. {@link CqlRow} refuses a row that shows the traces of one.
 */
enum Resolution {
    /** The request was done; its numbers belong to those who asked. */
    DONE,
    /** It was not done yet, and still may be: send it again. */
    NOT_YET,
    /** The row moved on: if it was done, its numbers are a gap. */
    OVERTAKEN;

    /** Judges the request that compares with {@code expected} and sets {@code next}. */
    static Resolution of(RowState expected, RowState next, Optional<RowState> found) {
        if (found.isEmpty()) {
            return OVERTAKEN;
        }
        if (found.get().request().equals(next.request())) {
            return DONE;
        }
        return found.get().equals(expected) ? NOT_YET : OVERTAKEN;
    }
}
