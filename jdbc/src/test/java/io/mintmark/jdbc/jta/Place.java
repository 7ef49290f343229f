package io.mintmark.jdbc.jta;

import io.mintmark.postgres.StartedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import javax.sql.XADataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Assumptions;
import org.postgresql.ds.PGSimpleDataSource;
import org.postgresql.xa.PGXADataSource;

/** The databases in which business and counters are: a PostgreSQL that prepares transactions, and H2; each started once. */
enum Place {
    POSTGRES("org.postgresql.Driver", "postgres", "org.postgresql.xa.PGXADataSource"),
    H2("org.h2.Driver", "sa", "org.h2.jdbcx.JdbcDataSource");

    static final Path FOLDER = Path.of("target", "engines", "jta").toAbsolutePath();

    private static final AtomicInteger NAMES = new AtomicInteger();

    final String driver;
    final String user;
    final String xaDriver;

    private Optional<String> url = Optional.empty();
    private Optional<String> whyNot = Optional.empty();

    Place(String driver, String user, String xaDriver) {
        this.driver = driver;
        this.user = user;
        this.xaDriver = xaDriver;
    }

    /** Returns a name that no other test uses. */
    static String fresh(String prefix) {
        return prefix + "_" + NAMES.incrementAndGet();
    }

    /** Returns the URL; skips the test where the database cannot run. */
    synchronized String url() {
        if (url.isEmpty() && whyNot.isEmpty()) {
            start();
        }
        Assumptions.assumeTrue(whyNot.isEmpty(), () -> this + " cannot run here: " + whyNot);
        return url.orElseThrow();
    }

    private void start() {
        try {
            url = Optional.of(this == H2 ? "jdbc:h2:mem:jta;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=10000" : postgres());
        } catch (IOException | RuntimeException e) {
            System.out.println("[skipped] transactions on " + this + ", which cannot run here: " + e);
            whyNot = Optional.of(String.valueOf(e.getMessage()));
        }
    }

    @SuppressWarnings("resource") // it ends with the process
    private static String postgres() throws IOException {
        return StartedPostgres.inMemory(builder -> builder.setServerConfig("max_prepared_transactions", "100")
                        .setServerConfig("max_connections", "200"))
                .getJdbcUrl("postgres", "postgres");
    }

    /** Returns connections that no manager knows. */
    DataSource plain() {
        if (this == H2) {
            return h2();
        }
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(url());
        source.setUser(user);
        return source;
    }

    /** Returns what a manager makes its XA connections with. */
    XADataSource xa() {
        if (this == H2) {
            return h2();
        }
        PGXADataSource source = new PGXADataSource();
        source.setUrl(url());
        source.setUser(user);
        return source;
    }

    private JdbcDataSource h2() {
        JdbcDataSource source = new JdbcDataSource();
        source.setURL(url());
        source.setUser(user);
        source.setPassword("");
        return source;
    }

    void execute(String... statements) throws SQLException {
        try (Connection connection = plain().getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    long number(String sql) throws SQLException {
        try (Connection connection = plain().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        }
    }
}
