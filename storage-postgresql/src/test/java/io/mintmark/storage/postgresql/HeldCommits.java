package io.mintmark.storage.postgresql;

import io.mintmark.support.Eventually;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** PostgreSQL whose commits of one document wait: a trigger that runs in COMMIT looks again and again whether it may go on. */
public final class HeldCommits implements AutoCloseable {
    private static final String LOCK = "20260";

    private final Connection holder;
    private final Statement statement;

    private HeldCommits(Connection holder, Statement statement) {
        this.holder = holder;
        this.statement = statement;
    }

    /** Holds the commits of that document, whose id is its key form. */
    public static HeldCommits of(String url, String id) throws SQLException {
        Connection holder = DriverManager.getConnection(url + "&currentSchema=mintmark");
        Statement statement = holder.createStatement();
        HeldCommits held = new HeldCommits(holder, statement);
        held.run("CREATE FUNCTION held() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
                + " WHILE NOT pg_try_advisory_xact_lock(" + LOCK + ") LOOP PERFORM pg_sleep(0.01); END LOOP;"
                + " RETURN NULL; END $$");
        held.run("CREATE CONSTRAINT TRIGGER held AFTER INSERT ON document DEFERRABLE INITIALLY DEFERRED FOR EACH ROW"
                + " WHEN (NEW.key = '" + id + "') EXECUTE FUNCTION held()");
        held.run("SELECT pg_advisory_lock(" + LOCK + ")");
        return held;
    }

    private void run(String sql) throws SQLException {
        boolean ignored = statement.execute(sql);
    }

    /** Returns once a commit waits. */
    public void awaitOne() {
        Eventually.until(this::oneWaits);
    }

    private boolean oneWaits() {
        String waiting = "SELECT count(*) FROM pg_stat_activity"
                + " WHERE datname = current_database() AND wait_event = 'PgSleep' AND query LIKE 'COMMIT%'";
        try (ResultSet row = statement.executeQuery(waiting)) {
            return row.next() && row.getLong(1) == 1;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Lets it go on. */
    public void letGo() throws SQLException {
        run("SELECT pg_advisory_unlock(" + LOCK + ")");
    }

    @Override
    public void close() throws SQLException {
        holder.close();
    }
}
