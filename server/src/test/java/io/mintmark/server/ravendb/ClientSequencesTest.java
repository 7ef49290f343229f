package io.mintmark.server.ravendb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.server.MintmarkServer;
import io.mintmark.server.ServerSettings;
import io.mintmark.server.ravendb.ObedientClient.Nested;
import io.mintmark.server.ravendb.ObedientClient.Way;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the clients for Go, PHP, Ruby and Python 5.2 send from their first request to their last, in the shapes of their sources,
 * where each request depends on what the reply before it said. They come to their end, and send no request too many.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ClientSequencesTest {
    private static final Way GO = new Way(Nested.WAITS_FOR_ITSELF, "0", "0", true, false);
    private static final Way PHP = new Way(Nested.FETCHES_AGAIN, "-2", "0", true, false);
    private static final Way RUBY = new Way(Nested.WAITS_FOR_ITSELF, "0", "", false, false);
    private static final Way PYTHON = new Way(Nested.GIVES_UP, "None", "None", true, true);

    private static final String BATCH = "{\"Commands\":[{\"Id\":\"users/1-A\",\"ChangeVector\":null,\"Type\":\"PUT\","
            + "\"Document\":{\"name\":\"Ann\",\"@metadata\":{\"@collection\":\"Users\"}}}]}";

    private final List<String> sent = new ArrayList<>();

    @AutoClose
    private MintmarkServer server;

    @BeforeAll
    void start(@TempDir Path data) {
        server = MintmarkServer.start(ServerSettings.builder(data).port(0).build());
    }

    private ObedientClient client(Way way, String database) {
        return client(way, database, ObedientClient.AS_ANSWERED);
    }

    private ObedientClient client(Way way, String database, BiPredicate<HttpResponse<?>, String> told) {
        return new ObedientClient(way, server.url(), database, sent, told);
    }

    /** Creates a database as a client does that knows nothing of the server yet, by two requests. */
    private ObedientClient created(Way way, String database, String creation, String record) {
        sent.clear();
        ObedientClient cluster = client(way, "");
        cluster.fetchTopology();
        cluster.send("PUT /admin/databases?name=" + database + creation, record, 201);
        return cluster;
    }

    /** Stores and loads a document by an id of a range, and gives the rest back: five requests. */
    private ObedientClient used(Way way, String database, String next) {
        ObedientClient client = client(way, database);
        client.fetchTopology();
        String path = " /databases/" + database;
        JsonNode range = client.send("GET" + path + "/hilo/next?tag=users&" + next, "", 201);
        assertThat(range.path("Prefix").asText()).isEqualTo("users/");
        assertThat(range.path("High").asLong()).isEqualTo(32);
        client.send("POST" + path + "/bulk_docs?", BATCH, 201);
        client.send("GET" + path + "/docs?&id=users%2F1-A", "", 200);
        client.send("PUT" + path + "/hilo/return?tag=users&end=32&last=1", "", 204);
        return client;
    }

    /** Sets what clients are to do, and loads twice: four requests, since the first reply after that tells of it. */
    private static void configured(ObedientClient client, String database, String missing) {
        String path = " /databases/" + database;
        client.send("PUT" + path + "/admin/configuration/client", "{\"MaxNumberOfRequestsPerSession\":50}", 204);
        client.send("GET" + path + missing, "", 404);
        client.send("GET" + path + missing, "", 404);
    }

    @Test
    void shouldLeadGosClientToTheEndOfItsFirstStoreAndBack() {
        ObedientClient cluster = created(GO, "go", "&replicationFactor=1", "{\"DatabaseName\":\"go\"}");
        cluster.send("GET /admin/databases?name=go", "", 200);
        ObedientClient client = used(GO, "go", "lastBatchSize=0&lastRangeAt=&identityPartsSeparator=/&lastMax=0");
        assertThat(sent).as("%s", sent).hasSize(8);

        configured(client, "go", "/docs?&id=none");
        cluster.send("GET /databases?start=0&pageSize=100&namesOnly=true", "", 200);
        cluster.send("GET /info/tcp?tcp=health-check", "", 200);
        cluster.send("DELETE /admin/databases", "{\"HardDelete\":true,\"DatabaseNames\":[\"go\"]}", 200);

        assertThat(sent).as("%s", sent).hasSizeLessThanOrEqualTo(8 + 4 + 3);
        assertThat(sent).contains("GET /databases/go/configuration/client");
    }

    @Test
    void shouldLeadPhpsClientToTheEndOfItsFirstStoreAndBack() {
        String id = "&raft-request-id=6f9c1f0e-2b7e-4a51-9f0e-9b3e5c1a0001";
        ObedientClient cluster = created(
                PHP,
                "php",
                "&replicationFactor=1" + id,
                "{\"DatabaseName\":\"php\",\"Disabled\":false,\"Settings\":{},\"Sorters\":{},\"Analyzers\":{}}");
        cluster.send("GET /admin/databases?name=php", "", 200);
        ObedientClient client = used(PHP, "php", "lastBatchSize=0&lastRangeAt=&identityPartsSeparator=%2F&lastMax=0");
        configured(client, "php", "/docs?&id=none");
        cluster.send(
                "DELETE /admin/databases?" + id.substring(1), "{\"DatabaseNames\":[\"php\"],\"HardDelete\":true}", 200);

        assertThat(sent).as("%s", sent).hasSizeLessThanOrEqualTo(8 + 4 + 1);
    }

    /** It writes parameters that it has no value for, in one way or another. */
    @Test
    void shouldLeadRubysClientToTheEndOfItsFirstStoreAndBack() {
        ObedientClient cluster =
                created(RUBY, "ruby", "&replicationFactor=1", "{\"DatabaseName\":\"ruby\",\"Settings\":{}}");
        used(RUBY, "ruby", "lastBatchSize&lastRangeAt&identityPartsSeparator=%2F&lastMax=0");
        ObedientClient older = client(RUBY, "ruby");
        older.fetchTopology();
        JsonNode range = older.send(
                "GET /databases/ruby/hilo/next?tag=bills&lastMax=&lastBatchSize=&lastRangeAt=&identityPartsSeparator=/",
                "",
                201);
        older.send("GET /databases/ruby/docs?startsWith=users/&matches=&exclude=&start=&pageSize=25", "", 200);
        cluster.send("DELETE /admin/databases", "{\"DatabaseNames\":[\"ruby\"],\"HardDelete\":true}", 200);

        assertThat(range.path("High").asLong()).isEqualTo(32);
        assertThat(sent).as("%s", sent).hasSize(2 + 5 + 3 + 1);
    }

    /** It sends null where it has nothing, and reads the record's members without looking whether they are there. */
    @Test
    void shouldLeadPythonsClientToTheEndOfItsFirstStoreAndBack() {
        ObedientClient cluster = created(
                PYTHON,
                "python",
                "&replicationFactor=1&?raft-request-id=%3Cbound%20method%3E",
                "{\"DatabaseName\":\"python\",\"Disabled\":false,\"Encrypted\":false,\"EtagForBackup\":0,"
                        + "\"DeletionInProgress\":null,\"RollingIndexes\":null,\"DatabaseState\":null,\"LockMode\":null,"
                        + "\"Topology\":null,\"Sorters\":{},\"Analyzers\":{},\"Indexes\":{},\"IndexesHistory\":null,"
                        + "\"AutoIndexes\":null,\"Settings\":{},\"PeriodicBackups\":null,\"Client\":null}");
        JsonNode record = cluster.send("GET /admin/databases?name=python", "", 200);
        ObedientClient client =
                used(PYTHON, "python", "lastBatchSize=0&lastRangeAt=&identityPartsSeparator=/&lastMax=0");
        configured(client, "python", "/docs?id=none");
        cluster.send("DELETE /admin/databases", "{\"DatabaseNames\":[\"python\"],\"HardDelete\":true}", 200);

        assertThat(record.path("AutoIndexes").isObject()).as("%s", record).isTrue();
        assertThat(record.path("PeriodicBackups").isArray()).as("%s", record).isTrue();
        assertThat(record.path("LockMode").asText()).isEqualTo("Unlock");
        assertThat(record.path("Etag").isNumber()).isTrue();
        assertThat(sent).as("%s", sent).hasSizeLessThanOrEqualTo(8 + 4 + 1);
    }

    @Test
    void shouldNoticeAServerWhoseTopologyAsksForItself() {
        BiPredicate<HttpResponse<?>, String> asks = (reply, name) -> name.equals(ObedientClient.TOPOLOGY)
                && reply.request().uri().getPath().endsWith("/topology");
        created(GO, "twin", "", "{}");
        for (String database : List.of("", "twin")) {
            for (Way way : List.of(GO, RUBY)) {
                sent.clear();
                assertThatThrownBy(() -> client(way, database, asks).fetchTopology())
                        .isInstanceOf(AssertionError.class)
                        .hasMessageContaining("waits for itself");
            }
            sent.clear();
            assertThatThrownBy(() -> client(PHP, database, asks).fetchTopology())
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("again and again");
        }
    }
}
