package io.mintmark.storage.postgresql;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.mintmark.RandomBytes;
import io.mintmark.document.NodeTag;
import io.mintmark.internal.Ticker;
import io.mintmark.storage.ChangeListener;
import io.mintmark.storage.ReservedEtags;
import io.mintmark.storage.evaluation.FormerEndLookup;
import io.mintmark.storage.postgresql.catalog.DatabaseRow;
import io.mintmark.storage.postgresql.claim.Claim;
import io.mintmark.storage.postgresql.sql.EngineWatch;
import io.mintmark.storage.postgresql.write.DatabaseContext;
import io.mintmark.storage.postgresql.write.DatabaseContext.LeaseLimits;
import io.mintmark.storage.write.AnswerLimits;
import io.mintmark.support.limits.Limits;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** The tables in a PostgreSQL database of their own, and nodes that open a database in them. */
public final class TestCluster implements AutoCloseable {
    private static final List<String> LAYOUT = List.of(
            "/io/mintmark/storage/postgresql/layout-1.sql",
            "/io/mintmark/storage/postgresql/layout-2.sql",
            "/io/mintmark/storage/postgresql/layout-3.sql",
            "/io/mintmark/storage/postgresql/layout-4.sql",
            "/io/mintmark/storage/postgresql/layout-5.sql",
            "/io/mintmark/storage/postgresql/layout-6.sql",
            "/io/mintmark/storage/postgresql/layout-7.sql",
            "/io/mintmark/storage/postgresql/layout-8.sql",
            "/io/mintmark/storage/postgresql/layout-9.sql",
            "/io/mintmark/storage/postgresql/layout-10.sql");

    private static final DatabaseRow SHOP = new DatabaseRow(1, "shop", "cluster000000000000001", 1, 0);

    private static final LeaseLimits LEASES = new LeaseLimits(Duration.ofHours(1), 100_000);

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Duration patience;
    private final String url = TestPostgres.fresh();
    private final List<HikariDataSource> pools = new ArrayList<>();
    private final DataSource source;

    /** Lays out the tables. */
    public TestCluster() {
        this(PATIENCE);
    }

    /** Lays them out for nodes that wait {@code patience} for a connection. */
    TestCluster(Duration patience) {
        this.patience = patience;
        LAYOUT.forEach(this::layOut);
        execute(
                "INSERT INTO cluster (one, id, epoch, topology, catalog) VALUES (1, 'cluster000000000000001', 0, 0, 0)");
        source = pool(url);
    }

    private void layOut(String step) {
        try (InputStream layout = TestCluster.class.getResourceAsStream(step)) {
            execute(new String(layout.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns where it is. */
    public String url() {
        return url;
    }

    /** Returns connections of its own to what is at {@code url}. */
    public HikariDataSource pool(String url) {
        HikariConfig config = new HikariConfig();
        // As the node's own pool has it.
        config.setJdbcUrl(url + "&stringtype=unspecified");
        config.setMaximumPoolSize(12);
        config.setMinimumIdle(1);
        config.setConnectionTimeout(patience.toMillis());
        config.setInitializationFailTimeout(-1);
        HikariDataSource pool = new HikariDataSource(config);
        pools.add(pool);
        return pool;
    }

    /** Returns the connections that nodes share. */
    public DataSource source() {
        return source;
    }

    /** Opens database 1 for a node whose claim has that epoch. */
    public PostgresStorage open(String tag, long epoch) {
        return open(tag, epoch, source);
    }

    /** Opens it likewise, on other connections. */
    public PostgresStorage open(String tag, long epoch, DataSource connections) {
        return PostgresStorage.open(
                SHOP,
                context(connections, new Claim(NodeTag.of(tag), epoch), FormerEndLookup.NONE, ChangeListener.NOBODY));
    }

    /** Opens it for a node that remembers leases for {@code leases}. */
    PostgresStorage open(String tag, long epoch, LeaseLimits leases) {
        return open(tag, epoch, leases, Ticker.SYSTEM);
    }

    /** Opens it likewise, by a ticker. */
    PostgresStorage open(String tag, long epoch, LeaseLimits leases, Ticker ticker) {
        return open(tag, epoch, source, leases, ticker);
    }

    /** Opens it for a node that remembers answers for {@code answers}. */
    public PostgresStorage open(String tag, long epoch, AnswerLimits answers) {
        return open(tag, epoch, source, LEASES, answers, Ticker.SYSTEM);
    }

    /** Opens it for a node whose time goes as {@code ticker} says. */
    PostgresStorage open(String tag, long epoch, DataSource connections, Ticker ticker) {
        return open(tag, epoch, connections, LEASES, ticker);
    }

    private static PostgresStorage open(
            String tag, long epoch, DataSource connections, LeaseLimits leases, Ticker ticker) {
        return open(tag, epoch, connections, leases, AnswerLimits.DEFAULT, ticker);
    }

    private static PostgresStorage open(
            String tag, long epoch, DataSource connections, LeaseLimits leases, AnswerLimits answers, Ticker ticker) {
        DatabaseContext usual =
                context(connections, new Claim(NodeTag.of(tag), epoch), FormerEndLookup.NONE, ChangeListener.NOBODY);
        return PostgresStorage.open(
                SHOP,
                new DatabaseContext(
                        usual.source(),
                        usual.counterSource(),
                        usual.readSource(),
                        usual.engine(),
                        usual.alone(),
                        usual.claim(),
                        usual.beats(),
                        usual.earlier(),
                        usual.listener(),
                        usual.limits(),
                        leases,
                        answers,
                        usual.random(),
                        usual.clock(),
                        ticker,
                        usual.reservedEtags()));
    }

    /** Returns what production has. */
    public static DatabaseContext context(
            DataSource source, Claim claim, FormerEndLookup earlier, ChangeListener listener) {
        return new DatabaseContext(
                source,
                source,
                source,
                EngineWatch.NEAR,
                () -> false,
                claim,
                () -> -1,
                earlier,
                listener,
                Limits.DEFAULT,
                LEASES,
                AnswerLimits.DEFAULT,
                RandomBytes.secure(),
                InstantSource.system(),
                Ticker.SYSTEM,
                ReservedEtags.NOT_KEPT);
    }

    /** Runs statements. */
    public void execute(String sql) {
        TestPostgres.run(url, sql);
    }

    /** Returns the one number that a query finds. */
    public long number(String sql) {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.next() ? row.getLong(1) : -1;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        pools.forEach(HikariDataSource::close);
    }
}
