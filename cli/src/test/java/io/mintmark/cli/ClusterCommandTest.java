package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.document.NodeTag;
import io.mintmark.server.MintmarkServer;
import io.mintmark.server.ServerSettings;
import io.mintmark.server.StoreSettings;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What {@code mintmark cluster} says of two servers, of one of them, and of none. */
@Timeout(120)
class ClusterCommandTest {
    @RegisterExtension
    static final DurablePostgres POSTGRES = DurablePostgres.of();

    @TempDir
    private Path directory;

    private static String url() {
        return "jdbc:postgresql://localhost:" + POSTGRES.port() + "/postgres";
    }

    private MintmarkServer serve(String tag) {
        return MintmarkServer.start(ServerSettings.builder(directory.resolve(tag))
                .nodeTag(NodeTag.of(tag))
                .port(0)
                .store(StoreSettings.of(url()).withUser("postgres"))
                .build());
    }

    private static CommandRun cluster(String... more) {
        String[] arguments = new String[3 + more.length];
        arguments[0] = "cluster";
        arguments[1] = "--store=" + url();
        arguments[2] = "--store-user=postgres";
        System.arraycopy(more, 0, arguments, 3, more.length);
        return CommandRun.of(arguments);
    }

    @Test
    void shouldShowWhoServesAndWhoLeft() {
        try (MintmarkServer first = serve("A")) {
            MintmarkServer second = serve("B");
            CommandRun both = cluster().expect(0);

            assertThat(both.out()).contains("store class durable, 0 databases, topology ");
            assertThat(both.out()).containsPattern("(?m)^NODE +CLAIM +STATE +HEARD +AHEAD +URL$");
            assertThat(both.out()).containsPattern("(?m)^A +\\d+ +serving +[01]\\.\\d s +0 +" + first.url() + "$");
            assertThat(both.out()).containsPattern("(?m)^B +\\d+ +serving +[01]\\.\\d s +0 +" + second.url() + "$");

            second.close();
            CommandRun one = cluster().expect(0);
            assertThat(one.out()).containsPattern("(?m)^B +\\d+ +left ");
        }

        CommandRun none = cluster();
        assertThat(none.exitCode()).as("nobody serves").isEqualTo(1);
        assertThat(none.out()).containsPattern("(?m)^A +\\d+ +left ");
    }

    @Test
    void shouldRefuseAStoreThatNoServerUsed() {
        CommandRun unused = cluster("--store-schema=nobody").expect(1);

        assertThat(unused.err()).contains("No server has used the schema nobody");
    }

    @Test
    void shouldAskForTheStore() {
        CommandRun nothing = CommandRun.of("cluster").expect(2);

        assertThat(nothing.err()).contains("--store is missing");
    }
}
