package io.mintmark.cassandra;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a keyspace says about the copies of its rows.
 *
 * @param durableWrites whether its writes go through the commit log
 * @param replication the strategy and its settings, as {@code system_schema.keyspaces} has them
 */
record KeyspaceSettings(boolean durableWrites, Map<String, String> replication) {
    private static final String CLASS = "class";
    private static final int QUORUM_REPLICAS_MIN = 3;

    /** Returns how many replicas a row has in all data centers, empty where it cannot be told. */
    Optional<Integer> replicas() {
        String strategy = replication.getOrDefault(CLASS, "");
        boolean known = strategy.endsWith(".SimpleStrategy") || strategy.endsWith(".NetworkTopologyStrategy");
        try {
            int sum = replication.entrySet().stream()
                    .filter(each -> !each.getKey().equals(CLASS))
                    .mapToInt(each -> Integer.parseInt(each.getValue()))
                    .sum();
            return known && sum > 0 ? Optional.of(sum) : Optional.empty();
        } catch (NumberFormatException isTransient) {
            return Optional.empty();
        }
    }

    /**
     * Judges what an answered reservation survives.
     *
     * @param syncs how each node treats its commit log; empty for a node that did not say
     */
    Durability judge(Map<String, Optional<String>> syncs) {
        List<String> against = new ArrayList<>();
        if (!durableWrites) {
            against.add("durable_writes=false, so writes pass the commit log by");
        }
        if (replicas().isEmpty()) {
            against.add("the number of replicas could not be told");
        }
        syncs.forEach((node, sync) -> {
            if (sync.isEmpty()) {
                against.add("node " + node + " did not say how it syncs");
            } else if (!sync.get().equals("batch") && !sync.get().equals("group")) {
                against.add("node " + node + " answers before it syncs");
            }
        });
        String found = "replication " + replication + ", commitlog_sync "
                + syncs.values().stream()
                        .map(sync -> sync.orElse("not read"))
                        .distinct()
                        .sorted()
                        .toList();
        if (!against.isEmpty()) {
            return new Durability(Durability.Level.BEST_EFFORT, found + ": " + String.join("; ", against));
        }
        boolean quorum = replicas().orElse(0) >= QUORUM_REPLICAS_MIN;
        return new Durability(quorum ? Durability.Level.QUORUM : Durability.Level.DURABLE, found);
    }
}
