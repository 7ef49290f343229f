package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.mintmark.storage.postgresql.TestEngine;
import io.mintmark.support.Eventually;
import io.mintmark.support.RecordedLog;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the nodes of a store log when one of them deletes a database that the others are using. */
@Timeout(120)
class DroppedElsewhereTest {
    private static final String DOCS = "/databases/shop/docs?id=products/";
    private static final String PRODUCT = Bodies.in("Products", "'Category':'a'");
    private static final String INDEX = Bodies.indexes(Bodies.counting("ByCategory", "Products", "Category", "Counts"));

    @AutoClose
    private final RecordedLog log = RecordedLog.atInfo("io.mintmark");

    @AutoClose
    private final StoreNodes nodes = new StoreNodes();

    @Test
    void shouldTellADropInALineAndNoError() throws Exception {
        TestServer dropping = nodes.serve("A", TestEngine.QUICK);
        TestServer using = nodes.serve("B", TestEngine.QUICK);
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
        Eventually.until(
                "the threads of its index ended",
                () -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> thread.getName().startsWith("mintmark-index-shop-")));
    }
}
