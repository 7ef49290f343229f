package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.server.MintmarkServer;
import io.mintmark.server.ServerSettings;
import io.mintmark.server.StoreSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** {@code mintmark move} and {@code mintmark raise --store}: what they print, refuse and leave behind. */
@Timeout(120)
class StoreCommandsTest {
    @RegisterExtension
    static final DurablePostgres POSTGRES = DurablePostgres.of("moved", "never", "empty", "high");

    @TempDir
    private Path directory;

    private static CommandRun run(String database, String command, String... words) {
        return POSTGRES.run(database, List.of(command), words);
    }

    private CommandRun move() {
        return run("moved", "move", "--data", directory.toString());
    }

    private static String next(MintmarkServer server) throws IOException, InterruptedException {
        return Http.get(server.url(), "/databases/shop/hilo/next?tag=orders").body();
    }

    private MintmarkServer onDirectory() {
        return MintmarkServer.start(ServerSettings.builder(directory).port(0).build());
    }

    private MintmarkServer onStore() {
        return onStore("moved");
    }

    private MintmarkServer onStore(String database) {
        return MintmarkServer.start(ServerSettings.builder(directory)
                .port(0)
                .store(StoreSettings.of(POSTGRES.options(database)[0].substring("--store=".length()))
                        .withUser("postgres"))
                .build());
    }

    @Test
    void shouldMoveADirectoryOnceAndRaiseTheStoreAfterwards() throws Exception {
        try (MintmarkServer server = onDirectory()) {
            int ignored = Http.create(server.url(), "shop");
            assertThat(next(server)).contains("\"Low\":1,");
        }

        CommandRun moved = move().expect(0);
        assertThat(moved.out())
                .isEqualTo("shop: 1 counter, 0 identities and 0 documents moved" + System.lineSeparator());
        assertThat(moved.err()).contains("no server starts on " + directory + " any more: start it with --store");
        CommandRun again = move().expect(0);
        assertThat(again.out()).isEmpty();
        assertThat(again.err()).contains("had moved there before");
        CommandRun serve = CommandRun.of("serve", "--port=0", "--data", directory.toString())
                .expect(1);
        assertThat(serve.err()).contains("moved to localhost");

        try (MintmarkServer server = onStore()) {
            assertThat(next(server)).contains("\"Low\":33,");
            CommandRun alive = run("moved", "raise", "--all", "--by", "1000", "--accept-repeats")
                    .expect(1);
            assertThat(alive.err()).contains("The store is in use by A at " + server.url());
        }
        CommandRun raised = run("moved", "raise", "--all", "--by", "1000", "--accept-repeats")
                .expect(0);
        assertThat(raised.out())
                .isEqualTo("shop: 1 counter and 0 identities raised by 1000, incarnation 2" + System.lineSeparator());
        try (MintmarkServer server = onStore()) {
            assertThat(next(server)).contains("\"Low\":1065,");
        }
    }

    @Test
    void shouldRaiseWhereDatabasesOfAStoreBeginThatTheCopyDoesNotKnow() throws Exception {
        onStore("empty").close();

        CommandRun raised = run("empty", "raise", "--all", "--by", "1000", "--accept-repeats")
                .expect(0);

        assertThat(raised.err()).contains("begin above what was given", "mintmark access list --store");
        try (MintmarkServer server = onStore("empty")) {
            int ignored = Http.create(server.url(), "shop");
            assertThat(next(server)).contains("\"Low\":1001,");
        }
    }

    @Test
    void shouldMoveNothingWhereACounterStandsAboveWhereSlicesBegin() throws Exception {
        try (MintmarkServer server = onDirectory()) {
            int ignored = Http.create(server.url(), "shop");
            String raise = "/v1/shop/counters/orders/raise?leap=true&to=4503599627370496";
            assertThat(Http.send(server.url(), "POST", raise, "").statusCode()).isEqualTo(200);
        }

        CommandRun refused = run("high", "move", "--data", directory.toString()).expect(1);

        assertThat(refused.err())
                .contains("raven/hilo/orders of the database shop stands above 4503599627370495", "nothing moves");
        try (MintmarkServer server = onDirectory()) {
            assertThat(next(server)).contains("\"Low\":4503599627370497,");
        }
    }

    @Test
    void shouldNameWhatIsMissingOrThereTwice() {
        assertThat(CommandRun.of("move", "--data", directory.toString()).err()).contains("--store is missing");
        assertThat(move().err()).contains(directory.toString());
        CommandRun both = run(
                        "never", "raise", "--data", directory.toString(), "--all", "--by", "1", "--accept-repeats")
                .expect(2);
        assertThat(both.err()).contains("--data and --store are two places");
        assertThat(run("never", "raise", "--all", "--by", "1", "--accept-repeats")
                        .err())
                .contains("No server has used the schema mintmark");
    }
}
