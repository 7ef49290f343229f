package io.mintmark.jdbc.schema;

import io.mintmark.jdbc.Assessment;
import io.mintmark.jdbc.database.SequenceState;
import io.mintmark.jdbc.schema.HighestIds.KeyIds;
import io.mintmark.jdbc.schema.SchemaReport.Finding;
import io.mintmark.jdbc.schema.SchemaReport.NotJudged;
import io.mintmark.jdbc.schema.SchemaView.KeyColumn;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Judges where a counter stands beside the ids of its tables.
 *
 * <p>The ids were read before the counter: what writers inserted in between lies below what is read of the counter, so
 * that a counter which keeps ahead of them is never called behind.
 *
 * <p>A counter that is known by its name alone shows no rule. It is behind by every rule whose values are ids if its
 * value itself is an id that exists; by a rule that multiplies, which needs a step of 1, it may be far above.
 *
 * <p>A row with an id far above all others, such as one that means "nobody", is told and not repaired: a raise above it
 * would throw all numbers between away.
 */
final class PlaceJudge {
    /** The ids next to a number; empty if there is none. */
    interface Neighbours {
        OptionalLong atOrAbove(KeyColumn key, long number) throws SQLException;

        OptionalLong below(KeyColumn key, long number) throws SQLException;
    }

    private final Map<KeyColumn, KeyIds> ids;
    private final Neighbours neighbours;
    private final long farBlocks;
    private final List<Finding> findings = new ArrayList<>();
    private final List<NotJudged> notJudged = new ArrayList<>();
    private final List<Feed> behind = new ArrayList<>();
    private final List<Feed> raised = new ArrayList<>();

    /** Prepares a judgement; {@code farBlocks} is how many blocks above the ids a counter may stand. */
    PlaceJudge(Map<KeyColumn, KeyIds> ids, Neighbours neighbours, long farBlocks) {
        this.ids = ids;
        this.neighbours = neighbours;
        this.farBlocks = farBlocks;
    }

    List<Finding> findings() {
        return findings;
    }

    List<NotJudged> notJudged() {
        return notJudged;
    }

    /** Returns the feeds whose counter stands below their ids. */
    List<Feed> behind() {
        return behind;
    }

    /** Returns those of them above whose ids the counter is to be raised. */
    List<Feed> raised() {
        return raised;
    }

    /** Returns whether the highest id of a feed stands alone, so that it says nothing of how far ids have come. */
    boolean isLone(Feed feed) {
        return behind.contains(feed) && !raised.contains(feed);
    }

    PlaceJudge judge(CounterCase patient) throws SQLException {
        boolean all = true;
        for (Feed feed : patient.feeds()) {
            all &= idsOf(feed).isSeen();
            if (idsOf(feed).isSeen()) {
                judge(patient, feed);
            }
        }
        if (behind.isEmpty() && all && !FeedFinder.isOfModel(patient.feeds().get(0))) {
            farAhead(patient);
        }
        return this;
    }

    private KeyIds idsOf(Feed feed) {
        return ids.getOrDefault(feed.key(), KeyIds.unseen(0, "nobody looked"));
    }

    private void judge(CounterCase patient, Feed feed) throws SQLException {
        Assessment assessed = patient.assess(feed);
        OptionalLong next = assessed.lowestNext();
        OptionalLong highest = idsOf(feed).highest();
        if (next.isEmpty()) {
            notSeen(patient, feed, assessed);
        } else if (highest.isPresent() && next.getAsLong() <= highest.getAsLong()) {
            below(patient, feed, next.getAsLong(), highest.getAsLong());
        }
    }

    /** What keeps a counter from being used at all is a finding of its own; what is left is not known. */
    private void notSeen(CounterCase patient, Feed feed, Assessment assessed) {
        boolean told =
                ShapeJudge.differs(patient, feed) || patient.state() instanceof SequenceState state && state.ended();
        if (!told) {
            String why = assessed.refusal()
                    .orElse("its counter " + patient.name()
                            + " keeps values ahead, and nothing shows which of them come next");
            notJudged.add(new NotJudged(feed.key().toString(), why, false));
        }
    }

    private void below(CounterCase patient, Feed feed, long next, long highest) throws SQLException {
        if (!feed.hasKnownRule() && patient.state() instanceof SequenceState && patient.increment() == 1) {
            notJudged.add(new NotJudged(
                    feed.key().toString(),
                    "its highest id is " + highest + " and the sequence " + patient.name() + " gives " + next
                            + ": that is behind, unless its programs multiply its values; say it by a mapping",
                    false));
            return;
        }
        behind.add(feed);
        String alone = alone(feed, next, highest);
        if (alone.isEmpty()) {
            raised.add(feed);
        }
        findings.add(new Finding(
                Fault.BEHIND,
                feed.key().toString(),
                patient.name(),
                "its next number is " + next + ", and the highest id is " + highest + alone,
                alone.isEmpty()
                        ? "raise it (--repair), and restart programs that hold numbers of it"
                        : "look at that row first: no repair is offered, since a raise above it would throw the numbers"
                                + " between away"));
    }

    /** Returns why a raise above the highest id may throw numbers away; empty if it does not. */
    private String alone(Feed feed, long next, long highest) throws SQLException {
        try {
            long first = neighbours.atOrAbove(feed.key(), next).orElse(highest);
            long previous = neighbours.below(feed.key(), highest).orElse(highest);
            long far = Math.max(first - next, highest - previous);
            return far / feed.counter().rule().size() > farBlocks
                    ? ", with more than " + farBlocks + " blocks without an id before it"
                    : "";
        } catch (SQLException e) {
            return ", of which was not seen whether it stands alone: " + NotJudged.told(e);
        }
    }

    private void farAhead(CounterCase patient) {
        long next = Long.MAX_VALUE;
        long highest = Long.MIN_VALUE;
        long block = 1;
        for (Feed feed : patient.feeds()) {
            OptionalLong low = patient.nextOf(feed);
            next = Math.min(next, low.orElse(Long.MIN_VALUE));
            highest = Math.max(highest, idsOf(feed).highest().orElse(Long.MIN_VALUE));
            block = Math.max(block, feed.counter().rule().size());
        }
        boolean known = next > 0 && highest > 0;
        if (known && (next - highest) / block > farBlocks) {
            findings.add(new Finding(
                    Fault.FAR_AHEAD,
                    patient.feeds().get(0).key().toString(),
                    patient.name(),
                    "its next number is " + next + ", and the highest id is " + highest + ": "
                            + (next - highest) / block + " blocks of " + block + " between them, where " + farBlocks
                            + " are usual",
                    "look for who set it or draws from it; lower it only while all programs are stopped"));
        }
    }
}
