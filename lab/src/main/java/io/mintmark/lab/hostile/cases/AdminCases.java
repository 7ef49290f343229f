package io.mintmark.lab.hostile.cases;

import static io.mintmark.lab.hostile.cases.Bytes.repeated;

import java.util.List;
import java.util.function.Supplier;

/** Bodies and lines for routes that describe, configure and wait. */
final class AdminCases {
    private static final int DESCRIPTION = 250_000;
    private static final byte[] EMPTY_BATCH = Bytes.of("{\"Commands\":[]}");

    private AdminCases() {}

    static List<HostileCase> all() {
        return List.of(
                sent(
                        "admin-description-of-brackets",
                        "a database described by 250,000 brackets",
                        "PUT",
                        "/admin/databases?name=hostile",
                        () -> repeated("{\"Settings\":", "[", DESCRIPTION, "")),
                sent(
                        "admin-description-of-members",
                        "a database described by 20,000 settings",
                        "PUT",
                        "/admin/databases?name=hostile",
                        () -> Bytes.of("{\"Settings\":{" + Bytes.list(20_000, i -> "\"s" + i + "\":\"\"") + "}}")),
                sent(
                        "admin-delete-many",
                        "20,000 databases that nobody has, to be deleted",
                        "DELETE",
                        "/admin/databases",
                        () -> Bytes.of("{\"DatabaseNames\":[" + Bytes.list(20_000, i -> "\"none" + i + "\"")
                                + "],\"HardDelete\":true}")),
                sent(
                        "admin-long-separator",
                        "a client configuration whose separator has 250,000 letters",
                        "PUT",
                        "/databases/hostile/admin/configuration/client",
                        () -> repeated("{\"IdentityPartsSeparator\":\"", "s", DESCRIPTION, "\"}")),
                sent(
                        "admin-priorities",
                        "the priority of one index, named 30,000 times",
                        "POST",
                        "/databases/hostile/indexes/set-priority",
                        () -> repeated("{\"Priority\":\"High\",\"IndexNames\":[\"I\"", ",\"I\"", 30_000, "]}")),
                sent(
                        "admin-has-changed",
                        "a deep definition, compared with what is there",
                        "POST",
                        "/databases/hostile/indexes/has-changed",
                        () -> Bytes.of(Definitions.keyed("I", "(".repeat(100_000) + "x.K"))),
                sent(
                        "admin-topology",
                        "topologies for clients with names of 7,000 letters",
                        "GET",
                        "/topology?name=hostile&applicationIdentifier=" + "a".repeat(7_000),
                        () -> new byte[0]),
                waiting());
    }

    private static HostileCase sent(String name, String what, String method, String target, Supplier<byte[]> made) {
        return HostileCase.of(name, what, first -> {
            int put = first.db("PUT", "indexes", Definitions.put(Definitions.aggregates("I", 300, "Max", "T")));
            byte[] body = made.get();
            return (stranger, turn) -> {
                int ignored = stranger.server(method, target, body);
            };
        });
    }

    /** More batches than may wait, for indexes that are behind and for some that are not there. */
    private static HostileCase waiting() {
        return HostileCase.of("admin-waits", "batches that wait an hour for indexes, named 300 times", first -> {
            int put = first.db("PUT", "indexes", Definitions.put(Definitions.aggregates("I", 40, "Max", "T")));
            byte[] document = Bytes.text("Texts", Bytes.MEBIBYTE);
            String path = "bulk_docs?waitForIndexesTimeout=01:00:00&waitForIndexThrow=true"
                    + "&waitForSpecificIndex=I".repeat(300);
            return (stranger, turn) -> {
                int stored = stranger.db("PUT", "docs?id=w/" + turn, document);
                int waited = stranger.db("POST", path, EMPTY_BATCH);
            };
        });
    }
}
