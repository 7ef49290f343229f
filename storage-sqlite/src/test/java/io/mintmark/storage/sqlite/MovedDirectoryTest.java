package io.mintmark.storage.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.storage.lifecycle.MoveSource;
import io.mintmark.storage.sql.Statements;
import io.mintmark.storage.sqlite.file.ConnectionOpener;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A directory whose databases move: what does not move with them stays where it is. */
class MovedDirectoryTest {
    /** More than are forgotten at once. */
    private static final int LEASES = 1_100;

    @TempDir
    Path directory;

    private long leases() throws SQLException {
        try (Connection connection = ConnectionOpener.DRIVER.open("jdbc:sqlite:" + TestStore.file(directory))) {
            return Statements.one(connection, "SELECT count(*) FROM lease");
        }
    }

    @Test
    void shouldForgetNoLease() throws SQLException {
        try (TestStore store =
                TestStore.open(TestStore.settings(directory).withoutRangesAhead(), ConnectionOpener.DRIVER)) {
            for (int i = 0; i < LEASES; i++) {
                store.reserve("orders");
            }
        }
        assertThat(leases()).isEqualTo(LEASES);

        try (MoveSource source = new SqliteMaintenance(directory, InstantSource.system()).openToMove()) {
            assertThat(source.databases()).hasSize(1);
        }

        assertThat(leases()).isEqualTo(LEASES);
    }
}
