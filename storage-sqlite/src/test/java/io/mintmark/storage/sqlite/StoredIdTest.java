package io.mintmark.storage.sqlite;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.document.DocumentId;
import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.document.Expectation;
import io.mintmark.storage.document.Listing;
import io.mintmark.storage.sqlite.file.ConnectionOpener;
import io.mintmark.storage.write.DocumentBatch;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A damaged id is told as damage, not as a mistake of the client who reads. */
class StoredIdTest {
    @TempDir
    Path directory;

    @Test
    void shouldTellADamagedIdAsDamage() throws SQLException {
        try (TestStore store = TestStore.open(directory)) {
            store.storage.write(new DocumentBatch(
                    List.of(TestStore.putting("docs/0", Expectation.ANYTHING, TestStore.content("Docs", "{}"))),
                    IdentityPartsSeparator.DEFAULT));
        }
        try (Connection file = ConnectionOpener.DRIVER.open("jdbc:sqlite:" + TestStore.file(directory));
                Statement damage = file.createStatement()) {
            damage.executeUpdate("UPDATE document SET id = 'doc' || char(15) || '/0'");
        }
        try (TestStore store = TestStore.open(directory)) {
            assertDamaged(() -> store.storage.reads().read(DocumentId.of("docs/0")));
            assertDamaged(() -> store.storage.reads().version(DocumentId.of("docs/0")));
            assertDamaged(() -> store.storage.reads().list(new Listing.OldestFirst(0), 10));
        }
    }

    private static void assertDamaged(ThrowingCallable reading) {
        assertThatThrownBy(reading)
                .isInstanceOf(StorageFailedException.class)
                .hasMessageContaining("damaged after it was written")
                .hasMessageContaining("U+000F");
    }
}
