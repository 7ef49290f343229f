package io.mintmark.cli.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.cli.CommandRun;
import io.mintmark.cli.DurablePostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code mintmark access --store}: the list that all nodes of a store obey. */
@Timeout(120)
class AccessInStoreTest {
    private static DurablePostgres postgres;

    @BeforeAll
    static void start() throws SQLException {
        postgres = DurablePostgres.start();
        postgres.createDatabase("listed");
        postgres.createDatabase("unused");
    }

    @AfterAll
    static void stop() throws IOException {
        if (postgres != null) {
            postgres.close();
        }
    }

    private static CommandRun run(String database, String command, String... words) {
        List<String> args = new ArrayList<>(List.of("access", command));
        args.addAll(List.of(postgres.options(database)));
        args.addAll(List.of(words));
        return CommandRun.with(DurablePostgres.variables(), args.toArray(String[]::new));
    }

    @Test
    void shouldKeepPrincipalsThereBeforeAnyServerStarted() {
        CommandRun added = run("listed", "add", "ada", "--operator");

        assertThat(added.exitCode()).as(added.err()).isZero();
        assertThat(added.out()).matches("mintmark_[0-9a-f]{48}\\R");
        assertThat(added.err())
                .contains("ada is added: operator", "access control is set up for the store jdbc:postgresql://")
                .doesNotContain(added.out().strip(), DurablePostgres.secret());
        assertThat(run("listed", "add", "bob", "--allow-nothing").exitCode()).isZero();
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
        CommandRun both = run("listed", "list", "--data", directory.toString());

        assertThat(both.exitCode()).isEqualTo(2);
        assertThat(both.err()).contains("--data and --store are two places");
    }

    @Test
    void shouldTakeTheStoreOfTheVariableWhereTheDirectoryComesFromOne(@TempDir Path directory) {
        String store = postgres.options("listed")[0].substring("--store=".length());
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
