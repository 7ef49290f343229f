package io.mintmark.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.mintmark.cli.CommandRun;
import io.mintmark.cli.Http;
import io.mintmark.server.MintmarkServer;
import io.mintmark.server.ServerSettings;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LeasesCommandTest {
    @TempDir
    private Path directory;

    @AutoClose
    private MintmarkServer server;

    @BeforeEach
    void start() throws Exception {
        server = MintmarkServer.start(ServerSettings.builder(directory).port(0).build());
        assertThat(Http.create(server.url(), "shop")).isEqualTo(201);
        for (int i = 0; i < 2; i++) {
            assertThat(Http.get(server.url(), "/databases/shop/hilo/next?tag=orders")
                            .statusCode())
                    .isEqualTo(201);
        }
    }

    private CommandRun leases(String... more) {
        return CommandRun.of(
                List.of("leases", "orders", "--server", server.url().toString(), "--database", "shop"), more);
    }

    @Test
    void shouldListTheNewestRangeFirst() {
        String out = leases().expect(0).out();

        assertThat(out.lines()).hasSize(3);
        assertThat(out.lines().toList().get(1)).contains(" 33 ", " 64 ", " A ", "range", "127.0.0.1");
        assertThat(leases("--limit", "1").expect(0).out().lines()).hasSize(2);
    }

    @Test
    void shouldSayThatACounterHasNoRanges() {
        CommandRun mistyped = CommandRun.of(
                        "leases", "ordres", "--server", server.url().toString(), "--database", "shop")
                .expect(0);

        assertThat(mistyped.out().lines()).hasSize(1);
        assertThat(mistyped.err()).contains("no range of ordres is on record in the database shop", "check the name");
        assertThat(leases().expect(0).err()).isEmpty();
    }

    @Test
    void shouldSayWhoHoldsANumber() {
        assertThat(leases("--number", "40").expect(0).out())
                .startsWith("40 went to 127.0.0.1, with 33 to 64, from node A at ")
                .endsWith(".\n");
        assertThat(leases("--number", "65").expect(0).out())
                .isEqualTo("65 is not reserved yet: the counter stands at 64.\n");
    }

    @Test
    void shouldPrintTheAnswerAsJson() {
        assertThat(leases("--number", "40", "--json").expect(0).out())
                .startsWith("{\"number\":40,\"answer\":\"held\",\"lease\":{\"serial\":\"");
        assertThat(leases("--json").expect(0).out())
                .startsWith("{\"last\":64,\"ceiling\":9007199254740991,\"leases\":[{");
    }

    /** Names of principals and databases may have any letter. */
    @Test
    void shouldPrintJsonInWhateverLocale() throws Exception {
        HttpServer odd = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        odd.createContext("/", exchange -> {
            byte[] reply = "{\"leases\":[{\"principal\":\"Größe\"}]}".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, reply.length);
            exchange.getResponseBody().write(reply);
            exchange.close();
        });
        odd.start();
        try {
            String url = "http://127.0.0.1:" + odd.getAddress().getPort();
            assertThat(CommandRun.of("leases", "orders", "--database", "shop", "--json", "--server", url)
                            .expect(0)
                            .out())
                    .isEqualTo("{\"leases\":[{\"principal\":\"Gr\\u00f6\\u00dfe\"}]}\n");
        } finally {
            odd.stop(0);
        }
    }

    @Test
    void shouldRefuseAServerWhosePortIsNone() {
        assertThat(CommandRun.of("leases", "orders", "--database", "shop", "--server", "http://ids.lan:99999")
                        .expect(2)
                        .err())
                .contains("--server must be", "port of up to 65535", "'http://ids.lan:99999'");
    }

    @Test
    void shouldSayWhatIsWrong() {
        assertThat(leases("--number", "0").expect(2).err()).contains("--number must be a whole number from 1 to");
        assertThat(leases("--number", "40", "--limit", "5").expect(2).err()).contains("--limit", "--number");
        assertThat(leases("--limit", "1001").expect(2).err()).contains("--limit must be a whole number from 1 to 1000");
        assertThat(leases("--number", "orders/40-A").expect(2).err())
                .contains("--number must be a whole number from 1 to", "'orders/40-A'");
        assertThat(CommandRun.of(
                                "leases",
                                "orders",
                                "--database",
                                "none",
                                "--server",
                                server.url().toString())
                        .expect(1)
                        .err())
                .contains("Database 'none' does not exist")
                .doesNotContain("does not answer");
        assertThat(CommandRun.of("leases", "orders", "--database", "shop", "--server", "http://127.0.0.1:1")
                        .expect(1)
                        .err())
                .contains("cannot be reached");
        CommandRun.of("leases").expect(2);
    }
}
