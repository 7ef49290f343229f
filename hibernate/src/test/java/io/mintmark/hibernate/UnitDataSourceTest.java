package io.mintmark.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import org.hibernate.engine.jdbc.connections.spi.ConnectionProvider;
import org.junit.jupiter.api.Test;

/** Connections for counters are the unit's own, and each goes back where it came from. */
final class UnitDataSourceTest {
    private final Counting provider = new Counting(Units.newH2());
    private final UnitDataSource source = new UnitDataSource(provider);

    @Test
    void shouldGiveAConnectionBackToTheProviderOnce() throws SQLException {
        Connection connection = source.getConnection();
        assertThat(connection.isClosed()).isFalse();

        connection.close();
        connection.close();

        assertThat(connection.isClosed()).isTrue();
        assertThat(provider.returned).hasValue(1);
    }

    @Test
    void shouldThrowWhatTheDatabaseThrows() throws SQLException {
        try (Connection connection = source.getConnection()) {
            assertThatThrownBy(() -> connection.prepareStatement("SELEKT 1"))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("SELEKT");
        }
    }

    /** What a pool is, without the pool. */
    private static final class Counting implements ConnectionProvider {
        private static final long serialVersionUID = 1L;

        private final String url;
        private final AtomicInteger returned = new AtomicInteger();

        Counting(String url) {
            this.url = url;
        }

        @Override
        public Connection getConnection() throws SQLException {
            return DriverManager.getConnection(url);
        }

        @Override
        public void closeConnection(Connection connection) throws SQLException {
            returned.incrementAndGet();
            connection.close();
        }

        @Override
        public boolean supportsAggressiveRelease() {
            return false;
        }

        @Override
        public boolean isUnwrappableAs(Class<?> type) {
            return false;
        }

        @Override
        public <T> T unwrap(Class<T> type) {
            throw new IllegalArgumentException("wraps nothing of type " + type.getName());
        }
    }
}
