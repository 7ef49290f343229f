package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.testkit.Seed;
import io.mintmark.web.access.Callers;
import io.mintmark.web.access.principal.DatabaseAccess;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Promise G12: nothing done with a clearance for one database reads, moves or exhausts the counters of another. */
class TenantsTest {
    private static final int REQUESTS = 400;

    /** Everything that moves or reads numbers, as its sender would write it for a database of his own. */
    private static final List<String> REQUEST_LINES = List.of(
            "GET /databases/{db}/hilo/next?tag=orders",
            "GET /databases/{db}/hilo/next?tag=orders&lastBatchSize=1048576&lastMax=4000000000",
            "PUT /databases/{db}/hilo/return?tag=orders&end=32&last=0",
            "POST /databases/{db}/identity/next?name=bills",
            "POST /databases/{db}/identity/seed?name=bills&value=9007199254740991&force=true",
            "PUT /databases/{db}/docs?id=Raven/Hilo/orders {\"Max\":9007199254740991}",
            "DELETE /databases/{db}/docs?id=Raven/Hilo/orders",
            "GET /databases/{db}/docs?startsWith=Raven/Hilo/",
            "GET /databases/{db}/debug/identities",
            "POST /databases/{db}/bulk_docs {\"Commands\":[{\"Type\":\"PUT\",\"Id\":\"bills|\",\"Document\":{}}]}",
            "POST /databases/{db}/bulk_insert?id=1 [{\"Type\":\"PUT\",\"Id\":\"users/\",\"Document\":{}}]",
            "POST /databases/{db}/multi_get {\"Requests\":[{\"Url\":\"/databases/theirs/hilo/next\",\"Query\":\"?tag=orders\"}]}",
            "PUT /databases/{db}/admin/configuration/client {\"IdentityPartsSeparator\":\":\"}",
            "DELETE /admin/databases {\"HardDelete\":true,\"DatabaseNames\":[\"theirs\"]}");

    private static final List<String> SPELLINGS = List.of("theirs", "THEIRS", "%74heirs", "mine", "mine%2F..%2Ftheirs");

    private Callers callers;

    @AutoClose
    private TestServer server;

    @BeforeEach
    void start(@TempDir Path directory) {
        callers = new Callers(directory).operator("ada").on("tenant", "mine", DatabaseAccess.ADMIN);
        server = TestServer.start(directory);
        for (String name : List.of("mine", "theirs")) {
            server.put("/admin/databases?name=" + name, "{}", callers.as("ada"));
        }
        server.get("/databases/theirs/hilo/next?tag=orders", callers.as("ada"));
        server.post("/databases/theirs/identity/next?name=bills", "", callers.as("ada"));
    }

    private String numbers() {
        return server.get("/databases/theirs/docs?startsWith=", callers.as("ada"))
                + " "
                + server.get("/databases/theirs/debug/identities", callers.as("ada"))
                + " "
                + server.get("/databases/theirs/configuration/client", callers.as("ada"));
    }

    /** Sends random requests as {@code caller}; none may move or tell a number of the other's database. */
    private void requireApart(String caller) {
        Random random = new Random(Seed.fresh("TenantsTest"));
        String before = numbers();
        for (int i = 0; i < REQUESTS; i++) {
            String line = REQUEST_LINES.get(random.nextInt(REQUEST_LINES.size()));
            String spelling = SPELLINGS.get(random.nextInt(SPELLINGS.size()));
            String[] parts = line.replace("{db}", spelling).split(" ", 3);
            TestServer.Answer answer =
                    server.send(parts[0], parts[1], parts.length == 3 ? parts[2] : "", callers.as(caller));
            boolean own = parts[1].contains("/mine/");
            assertThat(own || answer.status() >= 400).as("%s: %s", line, answer).isTrue();
        }
        assertThat(numbers()).isEqualTo(before);
    }

    @Test
    void shouldStayApartWhateverOneOfThemSends() {
        requireApart("tenant");
    }

    @Test
    void shouldNoticeASenderWhoIsLetIn() {
        assertThatThrownBy(() -> requireApart("ada")).isInstanceOf(AssertionError.class);
    }
}
