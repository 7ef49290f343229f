package io.mintmark.storage.postgresql.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.storage.StorageBusyException;
import io.mintmark.storage.postgresql.TestEngine;
import io.mintmark.storage.postgresql.TestPostgres;
import java.sql.SQLException;
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
}
