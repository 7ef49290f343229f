package io.mintmark.server.storage.row;

import io.mintmark.server.storage.evaluation.Counter;
import java.util.Map;

/** The rows of one database by their keys, as {@link GroupTables} has them; the maps are changed. */
public record StoredTables(
        Map<String, Counter> counters,
        Map<Long, LeaseRow> leases,
        Map<String, Long> identities,
        Map<String, Long> answers,
        Map<String, CollectionRow> collections,
        Map<String, DocumentRow> documents,
        Map<Long, Tally> tallies) {}
