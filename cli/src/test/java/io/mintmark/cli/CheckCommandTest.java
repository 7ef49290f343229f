package io.mintmark.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.server.MintmarkServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckCommandTest {
    @TempDir
    private Path temporary;

    private StoppedData data;

    @BeforeEach
    void make() throws Exception {
        data = new StoppedData(temporary.resolve("data"));
        data.use(calls -> {
            calls.createDatabase();
            calls.next("orders");
            calls.nextIdentity("letters");
            calls.put("notes/a", "first");
            calls.put("notes/b", "second");
        });
    }

    @Test
    void shouldSayThatNothingIsDamaged() {
        assertThat(data.run("check"))
                .isEqualTo(new CommandRun(0, "checked 1 database, 2 documents, 1 counter: no damage\n", ""));
    }

    @Test
    void shouldCountWarningsAsNoDamage() throws Exception {
        data.use(calls -> calls.put("letters/2", "taken"));

        CommandRun run = data.run("check", "--database", "crash").expect(0);

        assertThat(run.out().lines())
                .hasSize(2)
                .first()
                .asString()
                .startsWith("warning: crash (database-1.sqlite): the document letters/2 is there");
    }

    @Test
    void shouldNameWhatIsDamaged() throws IOException {
        Path file = data.directory.resolve(StoppedData.FILE);
        String bytes = Files.readString(file, ISO_8859_1);
        int at = bytes.indexOf("raven/hilo/orders");
        Files.writeString(file, bytes.substring(0, at) + 's' + bytes.substring(at + 1), ISO_8859_1);

        CommandRun run = data.run("check").expect(3);

        assertThat(run.out())
                .contains("damage: crash (database-1.sqlite): ", "the counter saven/hilo/orders")
                .containsPattern("checked 1 database, 2 documents, 1 counter: damage found in \\d+ places?\n$");
    }

    @Test
    void shouldSayWhatCouldNotBeChecked() throws Exception {
        Path log = Files.createDirectory(data.directory.resolve(StoppedData.FILE + "-wal"));

        CommandRun run = data.run("check");

        assertThat(log).isDirectory();
        run.expect(1);
        assertThat(run.out()).contains("unchecked: crash", "no damage, but not everything could be checked");
    }

    @Test
    void shouldRefuseWhileAServerRuns() {
        CommandRun run;
        try (MintmarkServer server = data.serve()) {
            assertThat(server.url()).isNotNull();
            run = data.run("check");
        }

        run.expect(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("in use by another server");
    }

    @Test
    void shouldRefuseWhatIsNotThere() {
        CommandRun nothing = new StoppedData(temporary.resolve("mistyped")).run("check");
        CommandRun other = data.run("check", "--database", "shop");

        nothing.expect(1);
        assertThat(nothing.err()).contains("no data of a server");
        other.expect(1);
        assertThat(other.err()).contains("no database shop");
        data.run("check", "--all").expect(2);
    }
}
