package io.mintmark.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.Assumptions;

/**
 * A PostgreSQL and its standby at two sites, a wire between them. The primary waits for its standby at each commit or, as a broken
 * twin, for nothing. When the primary is lost, the standby is promoted, and a new one is seeded at the other site.
 */
final class EnginePair implements AutoCloseable {
    private static final String STANDBY = "mintmark_standby";
    private static final String STREAMING = "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'";
    private static final String SYNCHRONOUS =
            "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming' AND sync_state = 'sync'";
    private static final String END_WAITS =
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE wait_event = 'SyncRep'";

    private final boolean synchronous;
    private final EngineWire between;
    private EngineSite primary;
    private EngineSite standby;

    private EnginePair(Path directory, boolean synchronous) throws IOException {
        this.synchronous = synchronous;
        this.between = new EngineWire(0);
        this.primary = new EngineSite(directory.resolve("one"));
        this.standby = new EngineSite(directory.resolve("two"));
    }

    /** Starts both, or skips the tests that need them and says why. */
    static EnginePair start(Path directory, boolean synchronous) throws Exception {
        EnginePair pair = new EnginePair(directory, synchronous);
        pair.primary.nextData();
        try {
            pair.primary.start();
        } catch (IOException | RuntimeException e) {
            pair.close();
            System.out.println("[skipped] PostgreSQL cannot be started here: " + e);
            Assumptions.abort("PostgreSQL cannot be started here: " + e);
        }
        pair.seedStandby();
        return pair;
    }

    /** Copies the primary to the other site, whose engine was lost or never was, and waits until it follows. */
    void seedStandby() throws Exception {
        between.mend(primary.enginePort());
        StandbyCopy.of(
                primary,
                standby.nextData(),
                "host=127.0.0.1 port=" + between.port() + " user=postgres application_name=" + STANDBY);
        standby.start();
        primary.await("1", STREAMING);
        if (synchronous) {
            String ignored = primary.ask("ALTER SYSTEM SET synchronous_standby_names = '" + STANDBY + "'");
            ignored = primary.ask("SELECT pg_reload_conf()");
            primary.await("1", SYNCHRONOUS);
        }
        String end = primary.ask("SELECT pg_current_wal_insert_lsn()");
        primary.await("t", "SELECT flush_lsn >= '" + end + "' FROM pg_stat_replication");
    }

    /** Returns the options by which a server keeps everything in that database of whichever is the primary. */
    String[] options(String database) {
        return new String[] {
            "--store=jdbc:postgresql://127.0.0.1:" + primary.port() + ",127.0.0.1:" + standby.port() + "/" + database,
            "--store-user=postgres"
        };
    }

    void createDatabase(String name) throws SQLException {
        String ignored = primary.ask("CREATE DATABASE " + name);
    }

    /** Cuts the wire between both: from now on no commit reaches the standby. */
    void cut() {
        between.cut();
    }

    /** Lets the standby catch up again. */
    void mend() throws SQLException, InterruptedException {
        between.mend(primary.enginePort());
        primary.await("1", synchronous ? SYNCHRONOUS : STREAMING);
    }

    /** Ends each session that waits for the standby; returns how many. Their commits are visible then, and on one disk alone. */
    int endWaits() throws SQLException {
        return Integer.parseInt(primary.ask(END_WAITS));
    }

    /** Returns how many commits wait for the standby. */
    int waiting() throws SQLException {
        return Integer.parseInt(primary.ask("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"));
    }

    /** Ends the primary, and starts it in its place: what it had on its disk is visible then, with the standby or without. */
    void restartPrimary() throws IOException, InterruptedException {
        primary.kill();
        primary.start();
    }

    /** Loses the primary for good, and makes its standby the primary. */
    void failOver() throws IOException, SQLException, InterruptedException {
        primary.kill();
        between.cut();
        EngineSite lost = primary;
        primary = standby;
        standby = lost;
        primary.await("t", "SELECT pg_promote(true, 60)");
    }

    @Override
    public void close() throws IOException {
        between.close();
        try {
            standby.close();
        } finally {
            primary.close();
        }
    }
}
