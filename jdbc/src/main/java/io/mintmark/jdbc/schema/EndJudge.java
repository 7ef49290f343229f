package io.mintmark.jdbc.schema;

import io.mintmark.counter.BlockRule;
import io.mintmark.jdbc.database.SequenceState;
import io.mintmark.jdbc.schema.HighestIds.KeyIds;
import io.mintmark.jdbc.schema.SchemaReport.Finding;
import io.mintmark.jdbc.schema.SchemaView.KeyColumn;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Judges how near a key is to its end: to the largest number of its column, or to the sequence's own if that comes
 * first.
 */
final class EndJudge {
    /** Three quarters used are told, however slowly. */
    static final double SHARE_MAX = 0.75;

    /** What ends within a year is told, however little is used. */
    static final Duration TIME_MIN = Duration.ofDays(365);

    private static final int HOURS_OF_A_DAY = 24;
    private static final double SECONDS_OF_AN_HOUR = 3_600;

    private final Map<KeyColumn, KeyIds> ids;
    private final Rates rates;

    EndJudge(Map<KeyColumn, KeyIds> ids, Rates rates) {
        this.ids = ids;
        this.rates = rates;
    }

    /** Judges a key by its counter, and by its highest id unless that stands alone. */
    Optional<Finding> judge(CounterCase patient, Feed feed, boolean lone) {
        KeyIds seen = ids.getOrDefault(feed.key(), KeyIds.unseen(0, ""));
        long last = patient.state() instanceof SequenceState sequence
                ? lastId(feed.counter().rule(), sequence.last())
                : Long.MAX_VALUE;
        long largest = seen.largest() > 0 ? seen.largest() : Long.MAX_VALUE;
        OptionalLong next = patient.nextOf(feed);
        boolean ended = patient.state() instanceof SequenceState state && state.ended();
        long end = Math.min(last, largest);
        long used =
                ended ? end : Math.max(next.orElse(0), lone ? 0 : seen.highest().orElse(0));
        String whose = last < largest ? "the sequence's end" : "the largest of its column";
        return judge(feed.key(), patient.name(), used, end, whose);
    }

    /** Returns the id at which a sequence ends whose last value is {@code value}, or the largest long below that. */
    private static long lastId(BlockRule rule, long value) {
        if (rule.kind().needsIncrementOfSize()) {
            return value;
        }
        try {
            return Math.addExact(Math.multiplyExact(value, rule.numbersPerStep()), rule.lowAtZero() + rule.size() - 1);
        } catch (ArithmeticException beyondALong) {
            return Long.MAX_VALUE;
        }
    }

    /** Judges a key that the database counts by itself, by its highest id. */
    Optional<Finding> judge(KeyColumn key) {
        KeyIds seen = ids.getOrDefault(key, KeyIds.unseen(0, ""));
        return seen.largest() == 0
                ? Optional.empty()
                : judge(key, "", seen.highest().orElse(0), seen.largest(), "the largest of its column");
    }

    private Optional<Finding> judge(KeyColumn key, String counter, long used, long end, String whose) {
        double share = (double) used / end;
        Optional<Duration> left = rates.timeFor(counter, end - used);
        boolean soon = left.filter(time -> time.compareTo(TIME_MIN) < 0).isPresent();
        if (share < SHARE_MAX && !soon) {
            return Optional.empty();
        }
        String seen = String.format(Locale.ROOT, "%d of %d used (%.1f %%), %s; ", used, end, 100 * share, whose)
                + rates.told(counter)
                + left.map(time -> ", it ends in " + words(time)).orElse("");
        return Optional.of(new Finding(
                Fault.ENDS, key.toString(), counter, seen, "make column and sequence wider (bigint) before"));
    }

    private static String words(Duration time) {
        double hours = time.toSeconds() / SECONDS_OF_AN_HOUR;
        return hours < 2 * HOURS_OF_A_DAY
                ? String.format(Locale.ROOT, "%.1f hours", hours)
                : String.format(Locale.ROOT, "%.0f days", hours / HOURS_OF_A_DAY);
    }

    /**
     * How fast counters move, by two looks at each: numbers that were drawn between them, also those that no row has.
     * One look shows no rate, and none is made up.
     */
    static final class Rates {
        /** The rates of a single look. */
        static final Rates UNKNOWN = new Rates(Map.of(), 0);

        private static final double NANOS_OF_A_SECOND = 1e9;

        /** Beyond this a time says nothing. */
        private static final double SECONDS_MAX = 1e12;

        private final Map<String, Long> drawn;
        private final double seconds;

        private Rates(Map<String, Long> drawn, double seconds) {
            this.drawn = drawn;
            this.seconds = seconds;
        }

        /** Returns the rates between two looks that lie {@code nanos} apart. */
        static Rates between(List<CounterCase> first, List<CounterCase> second, long nanos) {
            Map<String, Long> before = places(first);
            Map<String, Long> drawn = new HashMap<>();
            places(second).forEach((name, place) -> {
                if (before.containsKey(name)) {
                    drawn.put(name, Math.max(0, place - before.get(name)));
                }
            });
            return new Rates(drawn, nanos / NANOS_OF_A_SECOND);
        }

        private static Map<String, Long> places(List<CounterCase> patients) {
            Map<String, Long> places = new HashMap<>();
            for (CounterCase patient : patients) {
                OptionalLong next = patient.nextOf(patient.feeds().get(0));
                next.ifPresent(place -> places.put(patient.name(), place));
            }
            return places;
        }

        /** Returns how long {@code numbers} last; empty if the rate is not known, or nothing was drawn. */
        Optional<Duration> timeFor(String counter, long numbers) {
            long moved = drawn.getOrDefault(counter, 0L);
            if (moved == 0 || seconds <= 0) {
                return Optional.empty();
            }
            return Optional.of(Duration.ofSeconds((long) Math.min(SECONDS_MAX, numbers / (moved / seconds))));
        }

        /** Returns the rate in words, with the time in which it was measured. */
        String told(String counter) {
            if (!drawn.containsKey(counter)) {
                return seconds > 0 ? "rate unknown" : "rate unknown, since nobody looked twice";
            }
            return String.format(
                    Locale.ROOT, "%.1f a second, measured for %.0f s", drawn.get(counter) / seconds, seconds);
        }
    }
}
