package io.mintmark.server.databases;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.mintmark.protocol.ErrorType;
import io.mintmark.server.conformance.DatabaseMembers;
import io.mintmark.server.http.ApiException;
import java.util.List;
import java.util.Locale;

/** Whether a database can be created as its record describes it. */
final class DatabaseRecords {
    /** Settings of what is not here, and of how fast RavenDB's own engine goes. */
    private static final List<String> WITHOUT_EFFECT = List.of(
            "indexing.",
            "query.",
            "patching.",
            "etl.",
            "queuesink.",
            "replication.",
            "subscriptions.",
            "timeseries.",
            "tombstones.",
            "performancehints.",
            "studio.",
            "memory.",
            "transactionmerger.");

    private DatabaseRecords() {}

    /**
     * Checks the record of the database that is to be called {@code name}.
     *
     * @throws ApiException if something in it is to be refused
     */
    static void check(ObjectNode record, String name, RequestedNodes nodes) {
        DatabaseMembers.RECORD.check(record);
        nodes.checkTopology(record.path("Topology"));
        record.path("Settings").fieldNames().forEachRemaining(DatabaseRecords::checkSetting);
        JsonNode described = record.path("DatabaseName");
        if (described.isTextual() && !described.textValue().equalsIgnoreCase(name)) {
            throw new ApiException(
                    ErrorType.ARGUMENT,
                    "The record is that of database '" + described.textValue() + "', but the query names '" + name
                            + "': name one database.");
        }
    }

    private static void checkSetting(String key) {
        String lower = key.toLowerCase(Locale.ROOT);
        if (WITHOUT_EFFECT.stream().noneMatch(lower::startsWith)) {
            throw DatabaseMembers.RECORD.refusal(
                    "Settings", "it has no setting '" + key + "'; leave that out, and see mintmark serve --help");
        }
    }
}
