package io.mintmark.simulation.engine;

import io.mintmark.storage.evaluation.FormerEnds;
import io.mintmark.storage.row.Counter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How far the counters of a database had come. Stateless. */
final class HighestOf {
    private HighestOf() {}

    /** Lists the highest ones, and one number for all others. */
    static FormerEnds counters(DatabaseRows rows) {
        Map<String, Long> ends = new HashMap<>();
        rows.counters.forEach((key, counter) -> ends.put(key, counter.highestEnd()));
        if (ends.size() <= FormerEnds.LISTED_MAX) {
            return new FormerEnds(ends, 0);
        }
        List<Counter> highest = rows.counters.values().stream()
                .sorted((one, other) -> Long.compare(other.highestEnd(), one.highestEnd()))
                .toList();
        Map<String, Long> listed = new HashMap<>();
        highest.subList(0, FormerEnds.LISTED_MAX).forEach(each -> listed.put(each.key(), each.highestEnd()));
        return new FormerEnds(listed, highest.get(FormerEnds.LISTED_MAX).highestEnd());
    }
}
