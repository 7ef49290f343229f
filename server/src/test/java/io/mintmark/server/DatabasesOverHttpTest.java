package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.server.TestServer.Answer;
import io.mintmark.support.Eventually;
import io.mintmark.testkit.Effort;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Databases over HTTP, also while they are deleted under their users. */
class DatabasesOverHttpTest extends OverHttp {
    private static final int DELETIONS = Effort.of("deletions of a database under its users", 2, 5, 5);

    @Test
    void shouldCreateDescribeListAndDeleteDatabases() {
        server.put("/admin/databases?name=SHOP", "{}").expect(409);
        server.createDatabase("Archive");
        put("a", "{}");

        assertThat(names()).containsExactly("Archive", "shop");
        assertThat(server.get("/admin/databases?name=archive").text("DatabaseState"))
                .isEqualTo("Normal");
        server.get("/admin/databases?name=none").expect(404);
        server.get("/databases/SHOP/docs?id=A").expect(200);

        server.delete("/admin/databases", "{\"HardDelete\":true,\"DatabaseNames\":[\"SHOP\"]}");
        assertThat(names()).containsExactly("Archive");
        Answer gone = server.get(DB + "/docs?id=a").expect(503);
        assertThat(gone.header("Database-Missing")).hasValue("shop");
        assertThat(gone.text("Type")).endsWith("DatabaseDoesNotExistException");
        server.createDatabase("shop");
        assertThat(server.get(DB + "/docs?id=a").status())
                .as("a new one is empty")
                .isEqualTo(404);
    }

    @Test
    void shouldKeepADescriptionAsItWasSentAndShowItWhereItIsAskedFor() {
        server.put("/admin/databases?name=described", "{\"Settings\":{\"Indexing.x\":[1.50,null]}}");

        Answer described = server.get("/admin/databases?name=DESCRIBED");

        assertThat(described.at("/Settings/Indexing.x").toString()).isEqualTo("[1.5,null]");
        assertThat(described.text("DatabaseName")).isEqualTo("described");
        assertThat(server.get("/databases").at("/Databases/0").fieldNames())
                .toIterable()
                .containsExactly("Name", "Disabled");
    }

    @Test
    void shouldTellTheWholeTopologyOfADatabaseThatIsCreatedOrDescribed() {
        JsonNode created = server.put("/admin/databases?name=made", "{}").json();
        JsonNode described = server.get("/admin/databases?name=made").json();

        JsonNode topology = created.path("Topology");
        assertThat(described.path("Topology")).isEqualTo(topology);
        assertThat(described.path("LockMode").asText()).isEqualTo("Unlock");
        assertThat(topology.toString())
                .isEqualTo(
                        "{\"Members\":[\"A\"],\"Promotables\":[],\"Rehabs\":[],\"PriorityOrder\":[],"
                                + "\"PredefinedMentors\":{},\"DemotionReasons\":{},\"PromotablesStatus\":{},"
                                + "\"Stamp\":{\"Index\":" + created.path("RaftCommandIndex")
                                + ",\"Term\":1,\"LeadersTicks\":0},"
                                + "\"ReplicationFactor\":1,\"DynamicNodesDistribution\":false,\"DatabaseTopologyIdBase64\":null}");
    }

    /** Python's client reads each without looking whether it is there, and sends null for some of them itself. */
    @Test
    void shouldDescribeADatabaseWithEveryMemberThatClientsRead() {
        String sparse =
                "{\"AutoIndexes\":null,\"Settings\":null,\"PeriodicBackups\":null,\"Disabled\":null,\"LockMode\":null}";
        for (String record : List.of("{}", sparse)) {
            server.put("/admin/databases?name=made", record);

            JsonNode described = server.get("/admin/databases?name=made").json();
            assertThat(List.of("AutoIndexes", "Indexes", "Settings", "Sorters", "Analyzers", "RavenConnectionStrings"))
                    .allSatisfy(member -> assertThat(described.path(member).isObject())
                            .as("%s of %s", member, described)
                            .isTrue());
            assertThat(List.of("PeriodicBackups", "ExternalReplications", "RavenEtls", "UnusedDatabaseIds"))
                    .allSatisfy(member -> assertThat(described.path(member).isArray())
                            .as("%s of %s", member, described)
                            .isTrue());
            assertThat(described.path("Disabled").isBoolean()).isTrue();
            assertThat(described.path("LockMode").asText()).isEqualTo("Unlock");
            server.delete("/admin/databases", "{\"HardDelete\":true,\"DatabaseNames\":[\"made\"]}");
        }
    }

    @Test
    void shouldTakeARecordBackAsItWasDescribed() {
        String described = server.get("/admin/databases?name=shop").json().toString();
        server.delete("/admin/databases", "{\"HardDelete\":true,\"DatabaseNames\":[\"shop\"]}");

        server.put("/admin/databases?name=shop", described).expect(201);
    }

    @Test
    void shouldTellTheSizeOfTemporaryBuffersInBothStatistics() {
        for (String statistics : List.of("/stats", "/stats/detailed")) {
            assertThat(server.get(DB + statistics).path("TempBuffersSizeOnDisk").toString())
                    .isEqualTo("{\"HumaneSize\":\"0 Bytes\",\"SizeInBytes\":0}");
        }
    }

    @Test
    void shouldRefuseTheDescriptionOfAnotherDatabase() {
        Answer refused = server.put("/admin/databases?name=described", "{\"DatabaseName\":\"other\"}");

        assertRefused(refused, ARGUMENT, "'other'");
        assertThat(names()).containsExactly("shop");
        server.put("/admin/databases?name=described", "{\"DatabaseName\":\"DESCRIBED\"}")
                .expect(201);
    }

    @Test
    void shouldRefuseDescriptionsAndConfigurationsThatAreLarge() {
        String large = "{\"x\":\"" + "x".repeat(256 << 10) + "\"}";
        String largest = "{\"Etag\":\"" + "x".repeat((256 << 10) - 11) + "\"}";
        for (Answer refused : List.of(
                server.put("/admin/databases?name=large", large),
                server.delete("/admin/databases", large),
                server.put("/admin/configuration/client", large),
                server.put(DB + "/admin/configuration/client", large))) {
            refused.expect(413);
            assertThat(refused.text("Message"))
                    .contains("must not exceed 262144 bytes")
                    .contains("has 262152");
        }
        assertThat(names()).containsExactly("shop");
        server.put("/admin/databases?name=largest", largest).expect(201);
    }

    @Test
    void shouldAnswerCleanlyWhileADatabaseIsDeletedUnderItsUsers() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            for (int round = 0; round < DELETIONS; round++) {
                List<Future<Set<Integer>>> users = new ArrayList<>();
                for (int i = 0; i < 8; i++) {
                    String id = "doc/" + i;
                    users.add(threads.submit(() -> use(id)));
                }
                Eventually.pass(30);
                server.delete("/admin/databases", "{\"HardDelete\":true,\"DatabaseNames\":[\"shop\"]}");
                for (Future<Set<Integer>> statuses : users) {
                    assertThat(statuses.get()).isSubsetOf(200, 201, 404, 410, 503);
                }
                server.createDatabase("shop");
                assertThat(next("tag=users").integer("Low")).isEqualTo(1);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private Set<Integer> use(String id) {
        List<Integer> statuses = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            statuses.add(put(id, "{}").status());
            statuses.add(server.get(DB + "/docs?id=" + id).status());
            statuses.add(next("tag=users").status());
            statuses.add(server.get(DB + "/docs?startsWith=doc").status());
        }
        return statuses.stream().collect(Collectors.toSet());
    }
}
