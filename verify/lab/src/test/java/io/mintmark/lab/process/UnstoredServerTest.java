package io.mintmark.lab.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.lab.instrument.ClosedLoop;
import io.mintmark.lab.instrument.Traffic;
import io.mintmark.server.MintmarkServer;
import io.mintmark.server.ServerOverEngine;
import io.mintmark.server.ServerSettings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The front that a durable range is measured beside: it answers all that is asked, always the same. */
class UnstoredServerTest {
    @TempDir
    private Path directory;

    @Test
    void shouldAnswerEachRequestWithTheSameRangeAndTheSameDocument() throws IOException {
        ServerSettings settings = ServerSettings.builder(directory).port(0).build();
        try (MintmarkServer server = ServerOverEngine.start(settings, new UnstoredEngine())) {
            AdminClient admin = new AdminClient(server.url());
            admin.createDatabase("load");
            Traffic traffic = new Traffic(server.url(), "load");
            InetSocketAddress address =
                    new InetSocketAddress(server.url().getHost(), server.url().getPort());
            try (ClosedLoop loop = ClosedLoop.connect(address, traffic.reservations(1), 4)) {
                assertThat(loop.run(100).requests()).isEqualTo(100);
            }
            String next = "/databases/load/hilo/next?tag=orders";
            assertThat(admin.require(201, "GET " + next, ""))
                    .isEqualTo(admin.require(201, "GET " + next, ""))
                    .contains("\"Low\":");
            assertThat(admin.require(200, "GET /databases/load/docs?id=users/ada", ""))
                    .isEqualTo(admin.require(200, "GET /databases/load/docs?id=users/ada", ""))
                    .contains("\"name\":\"Ada Lovelace\"", "\"@id\":\"users/ada\"", "\"@collection\":\"Users\"");
        }
    }
}
