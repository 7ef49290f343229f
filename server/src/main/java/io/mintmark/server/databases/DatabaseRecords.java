package io.mintmark.server.databases;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.mintmark.protocol.ErrorType;
import io.mintmark.server.conformance.DatabaseMembers;
import io.mintmark.web.http.ApiException;
import java.util.List;
import java.util.Locale;

/**
 * What records say of databases: whether one can be created as it is described, and how one is described to clients.
 */
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

    /**
     * Members that have other members, none here. A record of RavenDB has them all, and Python's client fails where one
     * is null, though it sends null itself.
     */
    private static final List<String> OBJECTS = List.of(
            "Settings",
            "Sorters",
            "Analyzers",
            "Indexes",
            "AutoIndexes",
            "RavenConnectionStrings",
            "SqlConnectionStrings",
            "OlapConnectionStrings",
            "ElasticSearchConnectionStrings",
            "QueueConnectionStrings");

    private static final List<String> ARRAYS = List.of(
            "PeriodicBackups",
            "ExternalReplications",
            "SinkPullReplications",
            "HubPullReplications",
            "RavenEtls",
            "SqlEtls",
            "OlapEtls",
            "ElasticSearchEtls",
            "QueueEtls",
            "UnusedDatabaseIds");

    private DatabaseRecords() {}

    /** Adds to {@code record}, as it was given, what clients read of every record. */
    static void complete(ObjectNode record) {
        for (String member : OBJECTS) {
            if (!record.path(member).isObject()) {
                record.putObject(member);
            }
        }
        for (String member : ARRAYS) {
            if (!record.path(member).isArray()) {
                record.putArray(member);
            }
        }
        record.put("Disabled", false).put("Encrypted", false).put("EtagForBackup", 0);
        record.put("TruncatedClusterTransactionCommandsCount", 0);
        record.put("DatabaseState", "Normal").put("LockMode", "Unlock");
    }

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
