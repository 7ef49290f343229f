package io.mintmark.client.hilo;

import io.mintmark.client.cluster.DatabaseLife;
import io.mintmark.client.exceptions.UnknownOutcomeException;
import io.mintmark.counter.OpenLease;
import io.mintmark.counter.Reservation;
import io.mintmark.counter.ReturnRule;
import io.mintmark.range.Range;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A counter behind the border where HTTP begins: it judges as a server does, may lose the reply of any request, and may be
 * told to hear an earlier return again. Each method is atomic.
 */
final class ScriptedHiLo implements HiLoExchange {
    static final URI NODE = URI.create("http://127.0.0.1:1");
    static final DatabaseLife LIFE = new DatabaseLife("scripted", 1);

    /** By which rule returns are judged. */
    enum Rule {
        /** Ours, with tokens. */
        TOKENS,
        /** RavenDB's: whatever ends at {@code Max} is accepted, as often as it comes; no tokens are given. */
        RAVENDB,
        /** RavenDB's, from a server that hands out tokens and does not look at them. */
        RAVENDB_WITH_TOKENS_IGNORED
    }

    /** A return as it was heard, with its lease's serial. */
    record Return(long last, long end, long token) {}

    private final Rule rule;
    private final Deque<OpenLease> open = new ArrayDeque<>();
    private final List<Return> returns = new ArrayList<>();
    private final List<LastRange> lastRanges = new ArrayList<>();
    private final List<Long> lastMaxes = new ArrayList<>();
    private int sizeMin = 1;
    private long max;
    private long serial;
    private int repliesToLose;
    private int requestsToLose;
    private NextRange replay;

    ScriptedHiLo(Rule rule) {
        this.rule = rule;
    }

    /** Grants so many numbers at least. */
    ScriptedHiLo sizeMin(int size) {
        sizeMin = size;
        return this;
    }

    /** Loses the replies of the next {@code count} returns, after it acted. */
    synchronized void loseReplies(int count) {
        repliesToLose = count;
    }

    /** Loses the next {@code count} returns before it acts. */
    synchronized void loseRequests(int count) {
        requestsToLose = count;
    }

    /** Gives the next asker an answer that was given before, as a cache would. */
    synchronized void replay(NextRange answer) {
        replay = answer;
    }

    /** Sets the counter by hand. */
    synchronized void setMax(long number) {
        max = number;
        open.clear();
    }

    synchronized long max() {
        return max;
    }

    synchronized List<Return> returns() {
        return List.copyOf(returns);
    }

    synchronized List<LastRange> lastRanges() {
        return List.copyOf(lastRanges);
    }

    synchronized List<Long> lastMaxes() {
        return List.copyOf(lastMaxes);
    }

    @Override
    public synchronized NextRange next(LastRange last, long lastMax) {
        lastRanges.add(last);
        lastMaxes.add(lastMax);
        if (replay != null) {
            NextRange again = replay;
            replay = null;
            return again;
        }
        Reservation next =
                Reservation.of(max, lastMax, (int) Math.max(sizeMin, last.batchSize()), Reservation.CEILING_JS_SAFE);
        max = next.high();
        open.push(new OpenLease(++serial, next.low(), next.high()));
        long token = rule == Rule.RAVENDB ? Range.NO_TOKEN : serial;
        Range range = new Range(next.low(), next.high(), "orders/", "A", token);
        return new NextRange(
                range, range.size(), "at" + serial, new RangeOrigin(NODE, rule == Rule.RAVENDB ? null : LIFE));
    }

    @Override
    public synchronized ReturnReply giveBack(Range range, long last, RangeOrigin origin) {
        if (requestsToLose > 0) {
            requestsToLose--;
            throw lost();
        }
        returns.add(new Return(last, range.high(), range.token()));
        boolean accepted = judge(returns.get(returns.size() - 1));
        if (repliesToLose > 0) {
            repliesToLose--;
            throw lost();
        }
        if (rule == Rule.RAVENDB) {
            return ReturnReply.UNTOLD;
        }
        return accepted ? ReturnReply.ACCEPTED : ReturnReply.IGNORED;
    }

    private static UnknownOutcomeException lost() {
        return new UnknownOutcomeException("PUT hilo/return", NODE, "no reply", null);
    }

    /** Hears once more what it heard first, as when a network repeats a message. */
    synchronized void hearAgain() {
        if (!returns.isEmpty()) {
            boolean ignored = judge(returns.get(0));
        }
    }

    private boolean judge(Return heard) {
        if (rule != Rule.TOKENS) {
            boolean accepted = heard.end == max && heard.last <= max;
            max = accepted ? heard.last : max;
            return accepted;
        }
        ReturnRule.Verdict verdict = ReturnRule.judge(max, open.peek(), heard.last, heard.end, heard.token);
        if (verdict instanceof ReturnRule.Verdict.Accepted accepted) {
            max = accepted.newMax();
            open.pop();
            return true;
        }
        return false;
    }

    @Override
    public Optional<RangeOrigin> life() {
        return rule == Rule.RAVENDB ? Optional.empty() : Optional.of(new RangeOrigin(NODE, LIFE));
    }

    @Override
    public synchronized OptionalLong max(URI node) {
        return OptionalLong.of(max);
    }
}
