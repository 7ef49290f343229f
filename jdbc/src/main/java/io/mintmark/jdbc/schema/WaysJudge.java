package io.mintmark.jdbc.schema;

import io.mintmark.jdbc.Collision;
import io.mintmark.jdbc.schema.SchemaReport.Finding;
import io.mintmark.jdbc.schema.SchemaView.KeyColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Judges whether two ways in which one column gets ids may give the same id: two counters always, and one counter if
 * its values are read by rules that do not agree.
 */
final class WaysJudge {
    /** One way, and the counter that it takes. */
    private record Way(CounterCase counter, Feed feed) {
        String told() {
            return switch (feed.source()) {
                case DEFAULT -> "its default takes " + counter.name();
                case MAPPING ->
                    "its mapping counts with " + counter.name() + " by "
                            + feed.counter().rule();
                case OWNERSHIP -> counter.name() + " belongs to it";
                case NAME -> counter.name() + " has its name";
            };
        }
    }

    private WaysJudge() {}

    static List<Finding> judge(List<CounterCase> patients) {
        Map<KeyColumn, List<Way>> ways = patients.stream()
                .flatMap(patient -> patient.feeds().stream().map(feed -> new Way(patient, feed)))
                .collect(Collectors.groupingBy(way -> way.feed().key()));
        List<Finding> findings = new ArrayList<>();
        ways.values().forEach(of -> firstOf(of).ifPresent(findings::add));
        return findings;
    }

    private static Optional<Finding> firstOf(List<Way> ways) {
        for (int a = 0; a < ways.size(); a++) {
            for (int b = a + 1; b < ways.size(); b++) {
                if (repeats(ways.get(a), ways.get(b))) {
                    return Optional.of(finding(ways.get(a), ways.get(b)));
                }
            }
        }
        return Optional.empty();
    }

    private static boolean repeats(Way a, Way b) {
        if (a.counter() != b.counter()) {
            return true;
        }
        boolean plain = a.feed().source() == Feed.Source.DEFAULT || b.feed().source() == Feed.Source.DEFAULT;
        if (plain) {
            Feed mapped = a.feed().source() == Feed.Source.DEFAULT ? b.feed() : a.feed();
            return !mapped.counter().rule().kind().allowsPlainNextValue();
        }
        long increment = a.counter().increment();
        return increment > 0
                && Collision.between(a.feed().counter(), b.feed().counter(), 1, increment)
                        .isPresent();
    }

    private static Finding finding(Way a, Way b) {
        return new Finding(
                Fault.TWO_WAYS,
                a.feed().key().toString(),
                a.counter().name(),
                a.told() + ", and " + b.told(),
                "let one way make all ids: take the default away, or give the programs one counter and one rule");
    }
}
