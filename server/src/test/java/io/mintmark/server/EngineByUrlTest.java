package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.MintmarkException;
import io.mintmark.server.TestServer.Answer;
import io.mintmark.server.maintenance.Maintenance;
import io.mintmark.storage.engine.NotOfferedException;
import io.mintmark.storage.engine.StoreMaintenance;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The engine of a server is the one that has the scheme of its URL; one more is a service more. */
class EngineByUrlTest {
    private static final String BUCKETS = "buckets:memory";

    @TempDir
    private Path directory;

    private TestServer on(String url) {
        return TestServer.start(ServerSettings.builder(directory).store(StoreSettings.of(url)));
    }

    @Test
    void shouldServeAnEngineThatItFoundByItsScheme() {
        try (TestServer server = on(BUCKETS)) {
            server.createDatabase("shop");

            Answer range = server.get("/databases/shop/hilo/next?tag=orders").expect(201);

            assertThat(range.integer("Low")).isEqualTo(1);
            assertThat(server.get("/databases/shop/hilo/next?tag=orders")
                            .expect(201)
                            .integer("Low"))
                    .isEqualTo(33);
            server.put("/databases/shop/docs?id=users%2Fada", "{\"Name\":\"Ada\"}")
                    .expect(201);
            assertThat(server.get("/databases/shop/docs?id=users%2Fada")
                            .expect(200)
                            .at("/Results/0/Name")
                            .asText())
                    .isEqualTo("Ada");
        }
    }

    @Test
    void shouldRefuseABatchThatTheEngineCannotHoldTogether() {
        try (TestServer server = on(BUCKETS)) {
            server.createDatabase("shop");
            String batch = "{\"Commands\":[{\"Type\":\"PUT\",\"Id\":\"a%s\",\"Document\":{}},"
                    + "{\"Type\":\"PUT\",\"Id\":\"b%s\",\"Document\":{}}]}";

            Answer refused = server.post("/databases/shop/bulk_docs", String.format(batch, "", ""));

            assertThat(refused.expect(400).text("Type")).isEqualTo("System.NotSupportedException");
            assertThat(refused.text("Message")).contains("a lies in bucket", "$ada");
            server.post("/databases/shop/bulk_docs", String.format(batch, "$ada", "$ada"))
                    .expect(201);
        }
    }

    @Test
    void shouldRefuseASchemeThatNoEngineHas() {
        assertThatThrownBy(() -> on("jdbc:mysql://ada:hunter2@db.lan/ids"))
                .isInstanceOf(MintmarkException.class)
                .hasMessageContainingAll("must begin with the scheme", "'jdbc:mysql:'", "jdbc:postgresql:", "buckets:")
                .hasMessageNotContaining("hunter2");
        assertThatThrownBy(() -> on("hunter2"))
                .hasMessageContaining("no scheme")
                .hasMessageNotContaining("hunter2");
    }

    @Test
    void shouldRefuseADirectoryAsAStore() {
        assertThatThrownBy(() -> on("sqlite:" + directory))
                .isInstanceOf(MintmarkException.class)
                .hasMessageContainingAll("sqlite: names a data directory", "--data");
    }

    @Test
    void shouldSayWhatTheEngineOfAStoreDoesNotOffer() {
        StoreMaintenance maintenance = Maintenance.of(StoreSettings.of(BUCKETS));

        assertThatThrownBy(maintenance::nodes)
                .isInstanceOf(NotOfferedException.class)
                .hasMessageContainingAll("does not offer to be shared by nodes", "its own tools");
    }
}
