package io.mintmark.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** Connections for counters are the unit's own, and each goes back where it came from. */
final class UnitDataSourceTest {
    private final CountingProvider provider = new CountingProvider(Units.newH2());
    private final UnitDataSource source = new UnitDataSource(provider, null);

    @Test
    void shouldGiveAConnectionBackToTheProviderOnce() throws SQLException {
        Connection connection = source.getConnection();
        assertThat(connection.isClosed()).isFalse();

        connection.close();
        connection.close();

        assertThat(connection.isClosed()).isTrue();
        assertThat(provider.returned()).isOne();
    }

    @Test
    void shouldThrowWhatTheDatabaseThrows() throws SQLException {
        try (Connection connection = source.getConnection()) {
            assertThatThrownBy(() -> connection.prepareStatement("SELEKT 1"))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("SELEKT");
        }
    }
}
