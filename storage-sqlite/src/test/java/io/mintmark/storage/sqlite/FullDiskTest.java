package io.mintmark.storage.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.sqlite.file.ConnectionOpener;
import io.mintmark.storage.write.Lease;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What happens when a file may not grow: the engine says "full" as it does on a full disk. */
class FullDiskTest {
    @TempDir
    Path directory;

    private static final ConnectionOpener SMALL = url -> {
        Connection connection = ConnectionOpener.DRIVER.open(url);
        try (Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA max_page_count=60");
        }
        return connection;
    };

    @Test
    void shouldStopWritingSayWhyAndLoseNothing() {
        long high = 0;
        int stored = 0;
        try (TestStore store = TestStore.open(directory, SMALL)) {
            StorageFailedException full = null;
            while (full == null && stored < 1_000) {
                try {
                    high = store.reserve("orders").high();
                    store.put("doc/" + stored, "{\"text\":\"" + "x".repeat(5_000) + "\"}");
                    stored++;
                } catch (StorageFailedException e) {
                    full = e;
                }
            }

            assertThat(full).hasMessageContaining("full").hasMessageContaining("restart the server");
            assertThat(store.storage.hasFailed()).isTrue();
            assertThatThrownBy(() -> store.reserve("orders")).isInstanceOf(StorageFailedException.class);
            assertThat(store.body("doc/0")).as("reads go on").startsWith("{\"text\"");
        }
        try (TestStore reopened = TestStore.open(directory)) {
            for (int i = 0; i < stored; i++) {
                assertThat(reopened.body("doc/" + i)).isNotNull();
            }
            Lease next = reopened.reserve("orders");
            assertThat(next.low()).isGreaterThan(high);
        }
    }
}
