package io.mintmark.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.hibernate.TenantProgram.Life;
import io.mintmark.testkit.Effort;
import io.mintmark.testkit.HistoryChecker;
import io.mintmark.testkit.Seed;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes that insert for the same tenants, some of which let tenants go all the time; a schema for each tenant. */
final class TenantProcessesTest {
    private static final int ROWS = 125;
    private static final int KINDS = 2;

    private final long seed = Seed.fresh("TenantProcessesTest");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    /** The judgement of the ids that processes wrote down: how many came twice, and how many are another tenant's. */
    private record Verdict(long ids, long twice, long foreign) {}

    @Test
    void shouldNeverMixOrRepeatIdsOfTenants() throws IOException, InterruptedException {
        int processes = Effort.of("processes", 2, 4, 8);
        int tenants = Effort.of("tenants", 20, 200, 1_000);
        int rounds = Effort.of(
                "rounds of " + KINDS * ROWS + " ids for each tenant in each process",
                2,
                3,
                5,
                "mintmark.tenants.rounds");
        String database = Databases.POSTGRES.create();
        TenantSchemas.create(database, 0, tenants, true);
        List<Life> lives = new ArrayList<>();
        for (int i = 0; i < processes; i++) {
            lives.add(i % 2 == 0 ? Life.LET_GO : Life.KEPT);
        }

        Verdict verdict = run(database, lives, tenants, rounds);

        System.out.println("[tenants] " + processes + " processes, " + tenants + " tenants: " + verdict);
        assertThat(verdict).isEqualTo(new Verdict((long) processes * tenants * rounds * KINDS * ROWS, 0, 0));
        assertThat(rowsOutside(database, tenants)).isZero();
        assertThat(rows(database, tenants)).isEqualTo(verdict.ids());
    }

    /** The twin: a process with one counter for all tenants mixes them, and both judges find that. */
    @Test
    void shouldFindTheIdsThatOneCounterForAllMixes() throws IOException, InterruptedException {
        int tenants = 3;
        String database = Databases.POSTGRES.create();
        TenantSchemas.create(database, 0, tenants, false);

        Verdict verdict = run(database, List.of(Life.SHARED), tenants, 1);

        assertThat(verdict.foreign()).isPositive();
        assertThat(rowsOutside(database, tenants)).isPositive();
    }

    private Verdict run(String database, List<Life> lives, int tenants, int rounds)
            throws IOException, InterruptedException {
        List<Process> running = new ArrayList<>();
        for (int i = 0; i < lives.size(); i++) {
            running.add(start(database, i, lives.get(i), tenants, rounds));
        }
        for (int i = 0; i < running.size(); i++) {
            int exit = running.get(i).waitFor();
            assertThat(exit).as(Files.readString(file(i, ".log"))).isZero();
        }
        HistoryChecker history = new HistoryChecker();
        long foreign = 0;
        for (int i = 0; i < lives.size(); i++) {
            foreign += judge(file(i, ""), history);
        }
        return new Verdict(history.issuedCount(), history.duplicateCount(), foreign);
    }

    private Path file(int process, String ending) {
        return directory.resolve("ids-" + process + ending);
    }

    private Process start(String database, int process, Life life, int tenants, int rounds) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        TenantProgram.class.getName(),
                        database,
                        file(process, "").toString(),
                        life.name(),
                        String.valueOf(seed + process),
                        String.valueOf(tenants),
                        String.valueOf(rounds),
                        String.valueOf(ROWS))
                .directory(Files.createDirectory(file(process, ".d")).toFile()) // Atomikos keeps a log there
                .redirectErrorStream(true)
                .redirectOutput(Redirect.to(file(process, ".log").toFile()))
                .start();
    }

    /** Returns how many ids are another tenant's. */
    private static long judge(Path file, HistoryChecker history) throws IOException {
        long foreign = 0;
        try (DataInputStream ids = new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            while (true) {
                int tenant = ids.readInt();
                int kind = ids.readByte();
                long id = ids.readLong();
                history.issued(tenant + "/" + kind, id);
                foreign += isOwn(tenant, id) ? 0 : 1;
            }
        } catch (EOFException end) {
            return foreign;
        }
    }

    private static boolean isOwn(int tenant, long id) {
        return id > TenantSchemas.base(tenant) && id < TenantSchemas.base(tenant + 1);
    }

    private static long rows(String database, int tenants) {
        return count(database, tenants, tenant -> "");
    }

    private static long rowsOutside(String database, int tenants) {
        return count(
                database,
                tenants,
                tenant -> " WHERE id <= " + TenantSchemas.base(tenant) + " OR id >= " + TenantSchemas.base(tenant + 1));
    }

    private static long count(String database, int tenants, IntFunction<String> where) {
        TenantSchemas schemas = new TenantSchemas(database);
        long count = 0;
        for (int tenant = 0; tenant < tenants; tenant++) {
            for (String table : List.of("purchase_order", "crate")) {
                count += schemas.numbers(tenant, "SELECT count(*) FROM " + table + where.apply(tenant))
                        .get(0);
            }
        }
        return count;
    }
}
