package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.mintmark.storage.postgresql.TestEngine;
import io.mintmark.storage.postgresql.TestPostgres;
import io.mintmark.support.Eventually;
import io.mintmark.support.RecordedLog;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the nodes of a store log when one of them deletes a database that the others are using. */
@Timeout(120)
class DroppedElsewhereTest {
    private static final String DOCS = "/databases/shop/docs?id=products/";
    private static final String PRODUCT = "{\"Category\":\"a\",\"@metadata\":{\"@collection\":\"Products\"}}";
    private static final String INDEX = ("{'Indexes':[{'Name':'ByCategory','OutputReduceToCollection':'Counts',"
                    + "'Aggregation':{'Collection':'Products','GroupBy':['Category'],"
                    + "'Aggregates':[{'Name':'Count','Function':'Count'}]}}]}")
            .replace('\'', '"');

    @AutoClose
    private final RecordedLog log = RecordedLog.atInfo("io.mintmark");

    private final List<TestServer> nodes = new ArrayList<>();

    @TempDir
    private Path directory;

    @AfterEach
    void hush() {
        TestServer.closeAll(nodes);
    }

    private TestServer serve(String url, String tag) {
        TestServer server = TestServer.start(
                ServerSettings.builder(directory.resolve(tag)), () -> TestEngine.open(url, tag, TestEngine.QUICK));
        nodes.add(server);
        return server;
    }

    @Test
    void shouldTellADropInALineAndNoError() throws Exception {
        String url = TestPostgres.fresh();
        TestServer dropping = serve(url, "A");
        TestServer using = serve(url, "B");
        for (int round = 0; round < 4; round++) {
            dropping.createDatabase("shop");
            using.put(DOCS + "0", PRODUCT).expect(201);
            using.put("/databases/shop/indexes", INDEX).expect(201);
            AtomicBoolean over = new AtomicBoolean();
            Thread writing = new Thread(() -> writeUntil(using, over));
            writing.start();
            dropping.delete("/admin/databases", "{\"DatabaseNames\":[\"shop\"],\"HardDelete\":true}")
                    .expect(200);
            awaitGone(using);
            over.set(true);
            writing.join();
        }

        assertThat(log.events())
                .filteredOn(event -> event.getLevel().isGreaterOrEqual(Level.WARN) || event.getThrowableProxy() != null)
                .isEmpty();
        assertThat(log.events())
                .filteredOn(event -> event.getFormattedMessage().contains("was deleted at another node"))
                .isNotEmpty();
    }

    private static void writeUntil(TestServer using, AtomicBoolean over) {
        for (int i = 1; !over.get(); i++) {
            int ignored = using.put(DOCS + i, PRODUCT).status();
        }
    }

    private static void awaitGone(TestServer using) {
        Eventually.until(() -> using.get(DOCS + "0").status() != 200
                && using.get("/databases/shop/stats").status() != 200);
        // The threads of its index end after that.
        Eventually.pass(500);
    }
}
