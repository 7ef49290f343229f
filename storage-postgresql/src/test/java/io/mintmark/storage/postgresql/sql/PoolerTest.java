package io.mintmark.storage.postgresql.sql;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.postgresql.TestPostgres;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A pooler that lends one session to two connections, or forgets what a session asked for, is noticed. */
class PoolerTest {
    private final String url = TestPostgres.fresh();
    private final PostgresTrouble trouble = new PostgresTrouble(
            new PostgresAddress(url, Optional.empty(), Optional.empty(), "mintmark", 2, Duration.ofSeconds(5)));

    @Test
    void shouldRefuseTwoConnectionsThatAreOneSession() throws Exception {
        try (Connection first = DriverManager.getConnection(url);
                Connection second = DriverManager.getConnection(url)) {
            assertThatCode(() -> PostgresConnections.requireSessions(first, second, trouble))
                    .doesNotThrowAnyException();
            assertThatThrownBy(() -> PostgresConnections.requireSessions(first, first, trouble))
                    .isInstanceOf(StorageFailedException.class)
                    .hasMessageContaining("pooler in transaction mode")
                    .hasMessageContaining("pool_mode = session");
        }
    }

    @Test
    void shouldRefuseASessionThatKeepsAnotherIsolation() throws Exception {
        try (Connection session = DriverManager.getConnection(url)) {
            assertThatCode(() -> PostgresConnections.requireIsolation(session, trouble))
                    .doesNotThrowAnyException();
            session.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
            assertThatThrownBy(() -> PostgresConnections.requireIsolation(session, trouble))
                    .isInstanceOf(StorageFailedException.class)
                    .hasMessageContainingAll("isolation serializable", "read committed", "name the server itself");
        }
    }

    @Test
    void shouldRefuseASessionWhoseIdleTransactionsAreNotEnded() throws Exception {
        try (Connection session = DriverManager.getConnection(url)) {
            assertThatThrownBy(() -> PostgresConnections.requireEndOfIdle(session, trouble))
                    .isInstanceOf(StorageFailedException.class)
                    .hasMessageContainingAll(
                            "idle_in_transaction_session_timeout = 0", "500ms", "name the server itself");
            PostgresConnections.askForEndOfIdle(session);
            assertThatCode(() -> PostgresConnections.requireEndOfIdle(session, trouble))
                    .doesNotThrowAnyException();
        }
    }
}
