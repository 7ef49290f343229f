package io.mintmark.storage.postgresql.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import io.mintmark.internal.Ticker;
import io.mintmark.storage.StorageEngine.Outage;
import io.mintmark.storage.postgresql.TestPostgres;
import io.mintmark.support.Intercepted;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** A connection that no wait will bring is asked for once, and not again and again until patience is over. */
class GuardedSourceTest {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final AtomicLong millis = new AtomicLong();
    private final Ticker ticker =
            () -> Duration.ofMillis(millis.incrementAndGet()).toNanos();
    private final EngineBreaker breaker = new EngineBreaker("the engine", ticker);
    private final AtomicInteger failures = new AtomicInteger();
    private final RenewablePool pool = pool();
    private final GuardedSource source = new GuardedSource(pool, breaker, EngineBreaker.Use.READS, ticker, PATIENCE);

    private static RenewablePool pool() {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(TestPostgres.fresh());
        config.setMaximumPoolSize(1);
        return new RenewablePool(config);
    }

    @BeforeEach
    void count() {
        breaker.whenSuspected(failures::incrementAndGet);
    }

    @AfterEach
    void close() {
        boolean ignored = Thread.interrupted();
        pool.close();
    }

    @Test
    void shouldAskAPoolThatIsClosedOnce() {
        pool.close();

        assertThatThrownBy(source::getConnection)
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("closed");
        assertThat(failures).hasValue(1);
    }

    @Test
    void shouldAskOnceWhereTheCallerIsInterrupted() throws SQLException {
        try (Connection only = source.getConnection()) {
            assertThat(only.isClosed()).isFalse();
            Thread.currentThread().interrupt();

            assertThatThrownBy(source::getConnection)
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("Interrupted");
        }
        assertThat(failures).hasValue(1);
    }

    /** The engine may be back just when somebody is about to be refused. */
    @Test
    void shouldLendNoConnectionThatItClosed() throws SQLException {
        AtomicBoolean opens = new AtomicBoolean();
        HikariConfig config = new HikariConfig();
        config.setMaximumPoolSize(1);
        config.setDataSource(Intercepted.of(DataSource.class, engine(), (made, given, call) -> {
            Object connection = call.make(given);
            return connection instanceof Connection session
                    ? Intercepted.of(Connection.class, session, (method, arguments, next) -> {
                        if (method.equals("unwrap") && !opens.getAndSet(true)) {
                            breaker.open(Outage.Kind.VANISHED, "no answer in time");
                        } else if (method.equals("clearWarnings")) {
                            // As the first step of its way back into the pool.
                            breaker.close();
                        }
                        return next.make(arguments);
                    })
                    : connection;
        }));
        try (RenewablePool hooked = new RenewablePool(config);
                Connection lent =
                        new GuardedSource(hooked, breaker, EngineBreaker.Use.READS, ticker, PATIENCE).getConnection()) {
            assertThat(opens).isTrue();
            assertThat(breaker.isGone()).isFalse();
            assertThat(lent.isClosed()).isFalse();
        }
    }

    private static DataSource engine() {
        PGSimpleDataSource engine = new PGSimpleDataSource();
        engine.setUrl(TestPostgres.fresh());
        return engine;
    }
}
