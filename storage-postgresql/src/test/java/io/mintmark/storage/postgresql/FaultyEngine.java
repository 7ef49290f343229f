package io.mintmark.storage.postgresql;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/** A PostgreSQL that answers reads, and takes writes of no node. Used by one thread. */
public final class FaultyEngine implements AutoCloseable {
    private static final String END_OTHERS = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            + " WHERE pid <> pg_backend_pid() AND datname = current_database()";

    private final String url;
    private final String database;
    private @Nullable Connection locking;
    private @Nullable Fault present;

    /** Why it takes none. */
    public enum Fault {
        READ_ONLY,
        /** What it says where a table needs a page and the disk has none. */
        FULL,
        /** A lock that somebody keeps. */
        SLOW
    }

    /** Is the one at {@code url}, which has a node's tables. */
    public FaultyEngine(String url) {
        this.url = url;
        this.database = url.replaceFirst(".*/([^?]+)\\?.*", "$1");
        run("CREATE OR REPLACE FUNCTION public.no_space() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
                + " RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$");
    }

    /** Takes no writes from now on. */
    public void fail(Fault fault) {
        present = fault;
        switch (fault) {
            case READ_ONLY -> run("ALTER DATABASE " + database + " SET default_transaction_read_only = on", END_OTHERS);
            case FULL ->
                run("CREATE TRIGGER no_space BEFORE UPDATE ON mintmark.node EXECUTE FUNCTION" + " public.no_space()");
            case SLOW -> lock();
        }
    }

    /** Takes writes again, if it did not. */
    public void heal() {
        Fault ending = present;
        present = null;
        if (ending == Fault.READ_ONLY) {
            run(
                    "SET default_transaction_read_only = off",
                    "ALTER DATABASE " + database + " RESET default_transaction_read_only",
                    END_OTHERS);
        } else if (ending == Fault.FULL) {
            run("DROP TRIGGER no_space ON mintmark.node");
        } else {
            unlock();
        }
    }

    @SuppressWarnings("MustBeClosedChecker") // it keeps the lock until the engine heals
    private void lock() {
        try {
            Connection connection = DriverManager.getConnection(url);
            locking = connection;
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement()) {
                boolean ignored = statement.execute("LOCK TABLE mintmark.node IN EXCLUSIVE MODE");
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private void unlock() {
        try (Connection connection = locking) {
            if (connection != null) {
                connection.rollback();
            }
            locking = null;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private void run(String... statements) {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                boolean ignored = statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        heal();
    }
}
