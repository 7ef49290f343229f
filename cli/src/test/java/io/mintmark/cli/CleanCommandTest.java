package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.server.MintmarkServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CleanCommandTest {
    @TempDir
    private Path temporary;

    private StoppedData data;
    private String reply = "";

    /** Leaves three databases: one that is used, and two of other names that were deleted and keep their files. */
    @BeforeEach
    void make() throws Exception {
        data = new StoppedData(temporary.resolve("data"));
        try (MintmarkServer server = data.serve()) {
            for (String name : new String[] {"shop", "old", "older"}) {
                send(server, "PUT", "/admin/databases?name=" + name, "{}");
                send(server, "GET", "/databases/" + name + "/hilo/next?tag=orders", "");
            }
            send(server, "DELETE", "/admin/databases", "{\"DatabaseNames\":[\"none\"]}");
            assertThat(reply).doesNotContain("KeptFiles");
            reply = send(server, "DELETE", "/admin/databases", "{\"DatabaseNames\":[\"old\",\"older\"]}");
        }
    }

    private static String send(MintmarkServer server, String method, String target, String body)
            throws IOException, InterruptedException {
        return Http.send(server.url(), method, target, body).body();
    }

    private Set<String> files() throws IOException {
        Set<String> names = new TreeSet<>();
        try (Stream<Path> files = Files.list(data.directory)) {
            files.map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> name.endsWith(".sqlite"))
                    .forEach(names::add);
        }
        return names;
    }

    @Test
    void shouldSayInTheReplyWhatADeletionKeeps() {
        assertThat(reply).contains("\"KeptFiles\":[\"database-2.sqlite\",\"database-3.sqlite\"]");
    }

    @Test
    void shouldListAndRemoveNothingUnlessTold() throws Exception {
        CommandRun run = data.run("clean").expect(0);

        assertThat(run.err()).isEmpty();
        assertThat(run.out().lines().toList())
                .hasSize(3)
                .satisfies(lines -> assertThat(lines.get(0)).matches("old: database-2.sqlite, [0-9,]+ bytes, kept"))
                .satisfies(lines -> assertThat(lines.get(1)).matches("older: database-3.sqlite, [0-9,]+ bytes, kept"))
                .satisfies(lines -> assertThat(lines.get(2))
                        .startsWith("2 deleted databases, ")
                        .contains("nothing is removed", "--yes"));
        assertThat(files())
                .containsExactly("catalog.sqlite", "database-1.sqlite", "database-2.sqlite", "database-3.sqlite");
    }

    @Test
    void shouldRemoveForGoodWhatItListsAndNothingElse() throws Exception {
        CommandRun run = data.run("clean", "--yes").expect(0);

        assertThat(run.out()).contains("old: database-2.sqlite, ", ", removed").contains("2 deleted databases, ");
        assertThat(files()).containsExactly("catalog.sqlite", "database-1.sqlite");
        assertThat(data.run("clean").out()).startsWith("no deleted database left files in ");
        assertThat(data.run("check").out()).contains("checked 1 database").contains("no damage");
        try (MintmarkServer server = data.serve()) {
            assertThat(send(server, "GET", "/databases/shop/hilo/next?tag=orders", ""))
                    .contains("\"Low\":33");
        }
    }

    @Test
    void shouldKeepToTheNameThatItIsGiven() throws Exception {
        assertThat(data.run("clean", "--database", "OLD", "--yes").out())
                .contains("1 deleted database of the name OLD, ");
        assertThat(data.run("clean", "--database", "shop", "--yes").out())
                .startsWith("no deleted database of the name shop left files");
        assertThat(files()).containsExactly("catalog.sqlite", "database-1.sqlite", "database-3.sqlite");
    }

    @Test
    void shouldForgetWhatSomebodyMovedAway() throws Exception {
        for (String part : new String[] {"", "-wal", "-shm"}) {
            Files.deleteIfExists(data.directory.resolve("database-2.sqlite" + part));
        }

        assertThat(data.run("clean").out()).contains("old: database-2.sqlite, 0 bytes, kept");
        data.run("clean", "--yes").expect(0);
        assertThat(data.run("clean").out()).startsWith("no deleted database left files in ");
    }

    @Test
    void shouldRefuseWhileAServerRunsAndWhereThereIsNoData() {
        CommandRun run;
        try (MintmarkServer server = data.serve()) {
            assertThat(server.url()).isNotNull();
            run = data.run("clean", "--yes");
        }

        run.expect(1);
        assertThat(run.err()).contains("in use by another server");
        assertThat(new StoppedData(temporary.resolve("mistyped")).run("clean").err())
                .contains("no data of a server");
    }
}
