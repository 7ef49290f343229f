package io.mintmark.storage.postgresql.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.storage.StorageBusyException;
import io.mintmark.storage.StorageUnreachableException;
import io.mintmark.storage.postgresql.TestEngine;
import io.mintmark.storage.postgresql.TestPostgres;
import io.mintmark.storage.sql.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class TransactionsTest {
    @AutoClose
    private final PostgresConnections connections = PostgresConnections.open(TestEngine.address(TestPostgres.fresh()));

    private final Transactions transactions = new Transactions(connections, nanos -> {});

    /** A store that others hold up is the same one as before, and a node that would claim its tag may try again. */
    @Test
    void shouldSayThatTheStoreIsBusyWhereAConflictOutlastsItsTries() {
        AtomicInteger tries = new AtomicInteger();

        assertThatThrownBy(() -> transactions.write(connection -> {
                    int ignored = tries.incrementAndGet();
                    throw new SQLException("canceling statement due to lock timeout", "55P03");
                }))
                .isInstanceOf(StorageBusyException.class)
                .hasMessageContaining("lock timeout")
                .hasMessageContaining("try again");

        assertThat(tries).hasValueGreaterThan(10);
    }

    /** As a raise of millions of counters does, in one statement; a node would wait for nothing so long. */
    @Test
    void shouldAwaitTheStatementsOfACommandHoweverLongTheyTake() {
        PostgresAddress address = TestEngine.address(TestPostgres.fresh());
        try (PostgresConnections hasty = PostgresConnections.open(address, Duration.ofSeconds(1))) {
            Transactions nodes = new Transactions(hasty, nanos -> {});
            Transactions commands = Transactions.ofCommand(hasty, nanos -> {});

            assertThat(commands.write(TransactionsTest::takeLong)).isEqualTo(1);
            assertThat(commands.read(TransactionsTest::takeLong)).isEqualTo(1);
            assertThatThrownBy(() -> nodes.write(TransactionsTest::takeLong))
                    .isInstanceOf(StorageUnreachableException.class);
        }
    }

    private static long takeLong(Connection connection) throws SQLException {
        return Statements.one(connection, "SELECT count(*) FROM pg_sleep(1.5)");
    }
}
