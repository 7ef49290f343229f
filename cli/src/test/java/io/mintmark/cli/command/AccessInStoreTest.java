package io.mintmark.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.cli.CommandRun;
import io.mintmark.cli.DurablePostgres;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** {@code mintmark access --store}: the list that all nodes of a store obey. */
@Timeout(120)
class AccessInStoreTest {
    @RegisterExtension
    static final DurablePostgres POSTGRES = DurablePostgres.of("listed", "unused");

    private static CommandRun run(String database, String command, String... words) {
        return POSTGRES.run(database, List.of("access", command), words);
    }

    @Test
    void shouldKeepPrincipalsThereBeforeAnyServerStarted() {
        CommandRun added = run("listed", "add", "ada", "--operator").expect(0);

        assertThat(added.out()).matches("mintmark_[0-9a-f]{48}\\R");
        assertThat(added.err())
                .contains("ada is added: operator", "access control is set up for the store jdbc:postgresql://")
                .doesNotContain(added.out().strip(), DurablePostgres.secret());
        run("listed", "add", "bob", "--allow-nothing").expect(0);
        assertThat(run("listed", "rotate", "bob").out()).matches("mintmark_[0-9a-f]{48}\\R");
        assertThat(run("listed", "remove", "BOB").err()).contains("BOB is removed");
        assertThat(run("listed", "list").out())
                .startsWith("ada: operator; bearer token")
                .doesNotContain("bob");
    }

    @Test
    void shouldMakeNoTablesWhereSomebodyOnlyLooks() {
        for (String command : List.of("list", "remove", "rotate")) {
            CommandRun looked = command.equals("list") ? run("unused", command) : run("unused", command, "ada");

            assertThat(looked.exitCode()).as(command).isEqualTo(1);
            assertThat(looked.err()).contains("No server has used the schema mintmark");
        }
    }

    @Test
    void shouldRefuseTwoPlacesAtOnce(@TempDir Path directory) {
        CommandRun both = run("listed", "list", "--data", directory.toString()).expect(2);

        assertThat(both.err()).contains("--data and --store are two places");
    }

    @Test
    void shouldTakeTheStoreOfTheVariableWhereTheDirectoryComesFromOne(@TempDir Path directory) {
        String store = POSTGRES.options("listed")[0].substring("--store=".length());
        CommandRun listed = CommandRun.with(
                Map.of(
                        "MINTMARK_STORE",
                        store,
                        "MINTMARK_STORE_USER",
                        "postgres",
                        "MINTMARK_DATA",
                        directory.toString()),
                "access",
                "list");

        assertThat(listed.err()).doesNotContain(directory.toString());
    }
}
