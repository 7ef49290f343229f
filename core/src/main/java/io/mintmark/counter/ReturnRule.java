package io.mintmark.counter;

import org.jspecify.annotations.Nullable;

/**
 * When the unused tail of a range may be given back: once, in the life it was reserved in, for the latest open lease of
 * its counter only.
 *
 * <p>A pure function, safe for any number of threads. It bears promise G3: a counter moves back only by an accepted
 * return of its latest range, never below what the range's holder issued, at most once a lease.
 *
 * <h2>The rule</h2>
 *
 * <p>A return says "of the range that ends at {@code end}, {@code last} is the last number I issued". With
 * {@code latest} the newest open lease of the counter {@code max}:
 *
 * <ul>
 *   <li>without a token, as RavenDB's clients send it: accepted if {@code end == latest.high == max} and
 *       {@code low <= last <= end}, and {@code end} lies above everything that an earlier life of the counter reserved;
 *   <li>with a token: the token must name this life and the serial of {@code latest}, and {@code end == latest.high ==
 *       max} and {@code low - 1 <= last <= end}, so that a range of which nothing was issued can be given back whole.
 * </ul>
 *
 * <p>An accepted return makes {@code last} the counter's value and closes the lease. A return of a range that was used
 * up ({@code last == end}) is accepted as well: it closes the lease and leaves the counter where it is.
 *
 * <h2>Why a repeated or late message is never accepted twice</h2>
 *
 * <p>Networks deliver a message late, twice, or in another order, and clients send it again when the answer is lost.
 * Let a return of the lease {@code [low, end]} with {@code low <= last} have been accepted. At that moment all open
 * leases lie apart from each other, and the one that held the number {@code last} is closed. To bring the counter below
 * {@code last}, another accepted return would need an open lease that begins at or below {@code last} and ends at or
 * above it; there is none left, and none can come, because a reservation begins above the counter. So from then on
 * every new lease begins above {@code last}. A second copy of the message would have to find a latest lease with
 * {@code low <= last} that ends at {@code end}: older leases end below, newer ones begin above. It is refused for ever,
 * even if a newer range ends at the very same number.
 *
 * <p>A wholly unused range ({@code last == low - 1}) breaks this argument: the next lease begins at the same
 * {@code low}, may end at the same {@code end}, and an old copy would rewind it under its new owner. Hence the token.
 * Serials never repeat and acceptance closes the lease, so a copy of such a message names a lease that is not open any
 * more. The price without a token is a gap.
 *
 * <p>After a wholly unused range came back, the older lease that ends right below it is the latest again and may
 * follow. Any other older open lease ends where the counter cannot come back to, so it does no harm to take the newest
 * open lease for {@code latest} without asking whether it is adjacent.
 *
 * <h2>Why a message of an earlier life is never accepted</h2>
 *
 * <p>A database that is dropped and created again has counters of the same names, which reserve the same numbers again.
 * A return of the dropped database's range {@code [1, 32]} may arrive when the new one has reserved {@code [1, 32]},
 * too, and would take numbers from their owner. The argument above does not see this: it holds among the leases of one
 * counter.
 *
 * <p>A token says which life it is from. Names of lives are random and long, so no token of an earlier life matches. A
 * message without a token says only where its range ends. Each earlier life is over, so the highest end that it ever
 * reserved ({@link Life#endBefore()}) is known and does not grow any more: every message from it, sent once or often,
 * early or late, names an {@code end} at or below that one and is refused. The leases that were open when a life ended
 * would not do: a return that was accepted then is repeated later. The price is a gap, until the counter has passed the
 * highest end.
 *
 * <p>A copy of a database that is restored begins a life as well, and its counters are raised above what the life
 * before reserved.
 *
 * <h2>Why numbers that a node reserved ahead do not disturb it</h2>
 *
 * <p>A node may reserve numbers of the counter and cut leases from them by itself. Its reservation is never the latest
 * lease, so no message returns it. Returns of what the node cut are judged by this rule, too, with the place up to
 * which it has cut for the counter: nobody else cuts there, and serials come from the counter's line. When the node
 * stops to cut and the counter still stands at the reservation's end, the counter goes back to that place and takes the
 * node's latest lease over. It then is where it would be if it had reserved all of these leases itself. A crash forgets
 * the place and the leases; the counter stands above all of them.
 *
 * <h2>Slices</h2>
 *
 * <p>A server refuses each return that ends in a {@link NumberSlice}, whatever counter it is about: only the node that
 * cut the range knows of it, and clients move. A counter of one life, in memory, has no slices.
 *
 * <h2>What the caller owes</h2>
 *
 * <ul>
 *   <li>Judging, setting the counter and closing the lease are one durable transaction, and no reservation of the same
 *       counter comes in between.
 *   <li>{@link Life#endBefore()} is at least the end of every range that was reserved under this counter's name before.
 *   <li>A caller that lowers a counter by other means, or cannot know what became of it (an edited HiLo document, a
 *       restart in doubt, a healed partition), forgets <em>all</em> of its open leases.
 *   <li>The sender of a return has stopped issuing, and repeats the same {@code last}. The rule withstands retries and
 *       reordering, not lies: without a token, a caller that knows {@code max} and names a number inside the latest
 *       range is believed. Access control stops that caller.
 * </ul>
 */
public final class ReturnRule {

    private ReturnRule() {}

    /**
     * Judges one return to a counter that has one life only, such as one in memory; changes nothing.
     *
     * @param max the counter as stored
     * @param latest the newest open lease of that counter, or null if there is none or it was forgotten
     * @param last the last number issued of the range, as the sender tells it; any value is legal
     * @param end the last number of the range, as the sender tells it; any value is legal
     * @param token the serial that came with the range, or null from a client that knows none
     */
    public static Verdict judge(long max, @Nullable OpenLease latest, long last, long end, @Nullable Long token) {
        return judge(latest, new Message(max, last, end), token);
    }

    /**
     * Judges one return; changes nothing.
     *
     * @param life the counter's present life
     * @param max the counter as stored
     * @param latest the newest open lease of that counter in this life, or null if there is none or it was forgotten
     * @param last the last number issued of the range, as the sender tells it; any value is legal
     * @param end the last number of the range, as the sender tells it; any value is legal
     * @param token the token that came with the range, or null from a client that knows none
     */
    public static Verdict judge(
            Life life, long max, @Nullable OpenLease latest, long last, long end, @Nullable LeaseToken token) {
        if (NumberSlice.has(end)) {
            return new Verdict.Refused(Reason.OF_A_SLICE);
        }
        if (token != null && !token.life().equals(life.name())) {
            return new Verdict.Refused(Reason.ANOTHER_LIFE);
        }
        if (token == null && end <= life.endBefore()) {
            return new Verdict.Refused(Reason.PERHAPS_ANOTHER_LIFE);
        }
        return judge(latest, new Message(max, last, end), token == null ? null : (Long) token.serial());
    }

    /** A return, and the counter that it is held against. */
    private record Message(long max, long last, long end) {}

    private static Verdict judge(@Nullable OpenLease latest, Message message, @Nullable Long token) {
        long last = message.last;
        long end = message.end;
        if (latest == null) {
            return new Verdict.Refused(Reason.NO_OPEN_LEASE);
        }
        if (token != null && token != latest.serial()) {
            return new Verdict.Refused(Reason.TOKEN_MISMATCH);
        }
        if (end != latest.high()) {
            return new Verdict.Refused(Reason.NOT_THE_LATEST);
        }
        if (message.max != latest.high()) {
            return new Verdict.Refused(Reason.COUNTER_MOVED);
        }

        // low is at least 1: low - 1 does not overflow.
        if (last < latest.low() - 1 || last > end) {
            return new Verdict.Refused(Reason.LAST_OUTSIDE_RANGE);
        }
        if (last < latest.low() && token == null) {
            return new Verdict.Refused(Reason.NOTHING_ISSUED_WITHOUT_TOKEN);
        }
        return new Verdict.Accepted(last);
    }

    /** The outcome of a return. */
    public sealed interface Verdict {

        /**
         * The return holds: set the counter and close the lease, both in one transaction.
         *
         * @param newMax the counter's new value, never above the old one
         */
        record Accepted(long newMax) implements Verdict {}

        /**
         * The return changes nothing; the unused numbers are a gap. To the sender this is no failure.
         *
         * @param reason the first part of the rule that does not hold
         */
        record Refused(Reason reason) implements Verdict {}
    }

    /** Why a return is refused. */
    public enum Reason {
        /** The token names another life of the database: it was dropped and created again, or restored, since. */
        ANOTHER_LIFE,
        /** No token says which life the range is from, and an earlier one reserved as far as its end. */
        PERHAPS_ANOTHER_LIFE,
        /** The counter has no open lease: none was reserved, it was returned already, or it was forgotten. */
        NO_OPEN_LEASE,
        /** The token is not the serial of the latest open lease: that lease is closed, or a newer one is open. */
        TOKEN_MISMATCH,
        /** The range named does not end where the latest open lease does: someone reserved after it. */
        NOT_THE_LATEST,
        /** The counter does not stand at the end of its latest open lease: it was raised, or passed by newer leases. */
        COUNTER_MOVED,
        /** The last number issued lies outside the range, so the sender means another range than it names. */
        LAST_OUTSIDE_RANGE,
        /** Nothing was issued of the range, and only a token makes such a return safe to accept. */
        NOTHING_ISSUED_WITHOUT_TOKEN,
        /** The range is of a {@link NumberSlice}, none of which comes back. */
        OF_A_SLICE
    }
}
