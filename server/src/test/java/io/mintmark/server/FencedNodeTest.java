package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.server.TestServer.Answer;
import io.mintmark.storage.postgresql.TestPostgres;
import io.mintmark.support.Eventually;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server whose tag another one has says so, and answers for no database any more. */
@Timeout(60)
class FencedNodeTest {
    @Test
    void shouldServeNoMore(@TempDir Path directory) throws InterruptedException {
        String url = TestPostgres.fresh();
        try (TestServer server =
                TestServer.start(ServerSettings.builder(directory).store(StoreSettings.of(url)))) {
            server.createDatabase("shop");
            server.get("/databases/shop/hilo/next?tag=orders").expect(201);
            server.get("/databases/shop/healthcheck").expect(204);
            assertThat(server.metrics()).contains("mintmark_storage_serving 1.0", "class=\"durable\"");

            TestPostgres.run(url, "UPDATE mintmark.node SET epoch = epoch + 1");
            Eventually.until(() -> server.metrics().contains("mintmark_storage_serving 0.0"));

            for (String path : new String[] {
                "/databases/shop/hilo/next?tag=orders",
                "/databases/shop/docs?id=a",
                "/databases/shop/healthcheck",
                "/databases/shop/stats?failure=check",
                "/databases/other/docs?id=a"
            }) {
                Answer refused = server.get(path);
                assertThat(refused.status()).as(path).isEqualTo(503);
                assertThat(refused.text("Message"))
                        .as(path)
                        .contains("Another server has taken the place of this node");
            }
            server.get("/databases").expect(503);
            assertThat(server.get("/healthcheck").status())
                    .as("the process lives")
                    .isEqualTo(204);
        }
    }
}
