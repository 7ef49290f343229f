package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.storage.postgresql.TestPostgres;
import io.mintmark.storage.postgresql.WireCutter;
import io.mintmark.support.Eventually;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a node says of its databases' health when its store is gone, or takes no writes. */
@Timeout(60)
class HealthOfANodeTest {
    private static final String HEALTH = "/databases/shop/healthcheck";
    private static final String CHECK = "/databases/shop/stats?failure=check";

    @Test
    void shouldSayAtOnceThatItsStoreIsGone(@TempDir Path directory) throws IOException, InterruptedException {
        String url = TestPostgres.fresh();
        try (WireCutter wire = new WireCutter(WireCutter.portOf(url));
                TestServer server = TestServer.start(
                        ServerSettings.builder(directory).store(StoreSettings.of(wire.through(url))))) {
            server.createDatabase("shop");
            server.get(HEALTH).expect(204);
            server.get(CHECK).expect(200);

            wire.cutAll();
            server.get(HEALTH).expect(503);
            server.get(CHECK).expect(503);
            assertThat(server.get("/healthcheck").status())
                    .as("the process lives")
                    .isEqualTo(204);

            wire.mend();
            awaitHealth(server, 204);
        }
    }

    /** Reads are answered still, so only the heartbeat, which is a write, tells. */
    @Test
    void shouldSaySoonThatItsStoreTakesNoWrites(@TempDir Path directory) throws InterruptedException, SQLException {
        String url = TestPostgres.fresh();
        try (TestServer server =
                TestServer.start(ServerSettings.builder(directory).store(StoreSettings.of(url)))) {
            server.createDatabase("shop");
            server.get(HEALTH).expect(204);
            try (Connection other = DriverManager.getConnection(url);
                    Statement statement = other.createStatement()) {
                other.setAutoCommit(false);
                // A heartbeat that waits for a lock is one that is not answered.
                statement.execute("LOCK TABLE mintmark.node IN EXCLUSIVE MODE");

                awaitHealth(server, 503);
                other.rollback();
            }
            awaitHealth(server, 204);
        }
    }

    private static void awaitHealth(TestServer server, int status) {
        Eventually.until("health is " + status, () -> server.get(HEALTH).status() == status);
    }
}
