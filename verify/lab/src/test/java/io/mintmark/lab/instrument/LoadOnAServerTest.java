package io.mintmark.lab.instrument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.lab.process.AdminClient;
import io.mintmark.server.MintmarkServer;
import io.mintmark.server.ServerSettings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadOnAServerTest {
    private static final int CONNECTIONS = 8;

    @TempDir
    private Path directory;

    private MintmarkServer server;
    private Traffic traffic;
    private AdminClient admin;

    @BeforeEach
    void startServer() throws IOException {
        server = MintmarkServer.start(ServerSettings.builder(directory).port(0).build());
        admin = new AdminClient(server.url());
        admin.createDatabase("load");
        traffic = new Traffic(server.url(), "load");
    }

    @AfterEach
    void stopServer() {
        server.close();
    }

    @Test
    void shouldGetAnAnswerToEveryRequestAndNoMore() throws IOException {
        ClosedLoop.Flow flow = run(traffic.reservations(1), 200);

        assertThat(flow.requests()).isEqualTo(200);
        assertThat(flow.latencies().total()).isEqualTo(200);
        assertThat(admin.require(200, "GET /databases/load/docs?id=Raven/Hilo/orders", ""))
                .contains("\"Max\":" + 200 * 32);
    }

    @Test
    void shouldSaveWhatItReads() throws IOException {
        long saved = run(traffic.batches(new IssuedNumbers(0, 1), 50), 4, 1).requests() * 50;

        assertThat(run(traffic.reads(saved), 300).requests()).isEqualTo(300);
        assertThat(run(traffic.readsOfMany(saved, 100), 30).requests()).isEqualTo(30);
        assertThat(run(traffic.lists(saved, 100), 30).requests()).isEqualTo(30);
        String etag = admin.etag("/databases/load/docs?id=users/1-A");
        assertThat(run(traffic.unchanged("users/1-A", etag), 30).requests()).isEqualTo(30);
        assertThat(admin.require(200, "GET /databases/load/stats", "")).contains("\"CountOfDocuments\":" + saved);
    }

    @Test
    void shouldSpeakOfEveryLoadInWordsTheServerAccepts() throws IOException {
        assertThat(run(traffic.constant(), 2_000, 64).requests())
                .as("as many connections as verify/lab/load has")
                .isEqualTo(2_000);
        assertThat(run(traffic.identities(), 20).requests()).isEqualTo(20);
        assertThat(run(traffic.puts(new IssuedNumbers(0, CONNECTIONS)), 20).requests())
                .isEqualTo(20);
        assertThat(run(traffic.reservations(1_000), 20).requests()).isEqualTo(20);
    }

    @Test
    void shouldSpreadConnectionsOverServersAndLetThemStay() throws IOException {
        try (MintmarkServer other = MintmarkServer.start(
                ServerSettings.builder(directory.resolve("other")).port(0).build())) {
            AdminClient second = new AdminClient(other.url());
            second.createDatabase("load");
            List<InetSocketAddress> both = List.of(address(server), address(other));
            try (ClosedLoop loop = ClosedLoop.connect(both, traffic.reservations(1), 2)) {
                assertThat(loop.run(2).requests()).isEqualTo(2);
            }

            for (AdminClient each : List.of(admin, second)) {
                assertThat(each.require(200, "GET /databases/load/docs?id=Raven/Hilo/orders", ""))
                        .contains("\"Max\":32");
            }
        }
    }

    @Test
    void shouldNotCountARefusalAsAnAnswer() {
        assertThatThrownBy(() -> run(traffic.reads(5), 10))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("404");
    }

    private ClosedLoop.Flow run(Requests requests, long count) throws IOException {
        return run(requests, count, CONNECTIONS);
    }

    private ClosedLoop.Flow run(Requests requests, long count, int connections) throws IOException {
        try (ClosedLoop loop = ClosedLoop.connect(address(server), requests, connections)) {
            return loop.run(count);
        }
    }

    private static InetSocketAddress address(MintmarkServer server) {
        return new InetSocketAddress(server.url().getHost(), server.url().getPort());
    }
}
