package io.mintmark.storage.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.storage.sqlite.file.ConnectionOpener;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was stored under one JDK is found under the next, in any case that is the same name (promise G10). */
class NamesOnDiskTest {
    @AutoClose
    private TestStore store;

    @BeforeEach
    void load(@TempDir Path directory) throws IOException, SQLException {
        LayoutOne.make(directory);
        try (InputStream dump = NamesOnDiskTest.class.getResourceAsStream("names.sql");
                Connection connection = ConnectionOpener.DRIVER.open("jdbc:sqlite:" + TestStore.file(directory));
                Statement statement = connection.createStatement()) {
            assertThat(dump).isNotNull();
            statement.executeUpdate(new String(dump.readAllBytes(), StandardCharsets.UTF_8));
        }
        store = TestStore.open(directory);
    }

    @Test
    void shouldFindStoredDocumentsBySpellingsThatAreTheSameName() {
        assertThat(store.body("NAMES/οδοσ")).isEqualTo("{\"n\":1}");
        assertThat(store.body("names/ΟΔΟσ")).isEqualTo("{\"n\":1}");
        assertThat(store.body("names/οδος")).isNull();
        assertThat(store.body("Names/I")).isEqualTo("{\"n\":2}");
        assertThat(store.body("names/ı")).isNull();
        assertThat(store.body("names/K")).isEqualTo("{\"n\":3}");
        assertThat(store.body("names/k")).isEqualTo("{\"n\":3}");
        assertThat(store.body("names/\ud801\udc28")).isEqualTo("{\"n\":4}");
    }

    @Test
    void shouldGoOnWithStoredCountersAndIdentities() {
        assertThat(store.reserve("äRZTE").low()).isEqualTo(65);
        assertThat(store.nextIdentity("GRÖßEN")).isEqualTo(8);
        assertThat(store.put("new").changeVector()).as("etags go on").startsWith("A:7-");
    }
}
