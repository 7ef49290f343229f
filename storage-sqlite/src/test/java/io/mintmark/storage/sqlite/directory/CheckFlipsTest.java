package io.mintmark.storage.sqlite.directory;

import static io.mintmark.storage.sqlite.directory.CheckedDirectory.flip;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.storage.sql.Statements;
import io.mintmark.storage.sqlite.Flips;
import io.mintmark.storage.sqlite.file.Pragmas;
import io.mintmark.storage.sqlite.file.StateRow;
import io.mintmark.testkit.Effort;
import io.mintmark.testkit.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Flips single bits in stored files: a check must find each one that changes what a server would draw numbers from. */
class CheckFlipsTest {
    private static final List<String> NUMBERS =
            List.of("SELECT * FROM state", "SELECT * FROM counter", "SELECT * FROM identity");

    private CheckedDirectory made;

    @BeforeEach
    void make(@TempDir Path temporary) {
        made = CheckedDirectory.make(temporary.resolve("data"));
    }

    private void assertFound(String... parts) {
        assertThat(made.check().damages()).anySatisfy(text -> assertThat(text).contains(parts));
    }

    @Test
    void shouldFindAFlippedCounter() throws IOException {
        flip(made.file(), CheckedDirectory.COUNTER_STANDS);

        assertFound("shop (database-1.sqlite)", "the counter raven/hilo/orders", "checksum");
    }

    /** The broken twin asks SQLite alone, which keeps no checksums of what it stores. */
    @Test
    void shouldMissAFlippedCounterWithoutChecksums() throws IOException, SQLException {
        flip(made.file(), CheckedDirectory.COUNTER_STANDS);

        try (ReadOnlyFile file = ReadOnlyFile.open(made.file())) {
            assertThat(Pragmas.read(file.connection(), "integrity_check")).isEqualTo("ok");
            assertThat(Statements.one(file.connection(), "SELECT max FROM counter WHERE key = 'raven/hilo/orders'"))
                    .isEqualTo(CheckedDirectory.COUNTER_STANDS ^ 1);
        }
    }

    @Test
    void shouldFindAFlippedIdentity() throws IOException {
        flip(made.file(), CheckedDirectory.IDENTITY_STANDS);

        assertFound("shop (database-1.sqlite)", "the identity users|", "checksum");
    }

    @Test
    void shouldFindADocumentThatIsNoJsonAnyMore() throws IOException {
        flip(made.file(), "{\"Text\":\"remember the milk\"}");

        assertFound("shop (database-1.sqlite)", "the body of the document notes/a is no JSON");
    }

    @Test
    void shouldFindADocumentWhoseMetadataIsNoJsonAnyMore() throws IOException {
        flip(made.file(), "{\"@collection\":\"");

        assertFound("shop (database-1.sqlite)", "the metadata of the document notes/");
    }

    @Test
    void shouldFindADocumentWithAnotherName() throws IOException {
        flip(made.file(), "notes/bnotes/b");

        assertFound("shop (database-1.sqlite)", "is stored under another name, notes/b");
    }

    @Test
    void shouldFindAFlippedState() throws IOException, SQLException {
        String id;
        try (ReadOnlyFile file = ReadOnlyFile.open(made.file())) {
            id = StateRow.read(file.connection()).databaseId();
        }
        flip(made.file(), id);

        assertFound("shop (database-1.sqlite)", "the database's own state", "checksum");
    }

    @Test
    void shouldFindAFlippedCatalog() throws IOException {
        flip(made.catalog(), "shopshop{}");

        assertFound("the catalog", "the database shop", "checksum");
    }

    @Test
    void shouldFindAFlippedSetting() throws IOException {
        flip(made.catalog(), "{\"Disabled\":true}");

        assertFound("the catalog", "the setting client-configuration", "checksum");
    }

    @Test
    void shouldFindEveryFlipThatChangesWhatNumbersAreDrawnFrom() throws IOException, SQLException {
        Flips flips = new Flips();

        assertThat(flips.dangerous).as("flips that changed a number").isGreaterThan(flips.tries / 20);
        assertThat(flips.missed).isEmpty();
        assertThat(flips.missedByStructure)
                .as("flips that the twin without checksums misses")
                .isPositive();
    }

    /** Random flips of bits of bytes that hold something, one at a time. */
    private final class Flips {
        final int tries = Effort.of("flipped bits of a database that is checked", 250, 20_000);
        final List<String> missed = new ArrayList<>();
        int dangerous;
        int missedByStructure;

        Flips() throws IOException, SQLException {
            SplittableRandom random = new SplittableRandom(Seed.fresh("flipped bits of a database that is checked"));
            byte[] sound = Files.readAllBytes(made.file());
            String numbers = numbers();
            int[] used = IntStream.range(0, sound.length)
                    .filter(at -> sound[at] != 0)
                    .toArray();
            // The twin misses one in dozens, and a few hundred tries may have none of these.
            for (int i = 0; i < tries || missedByStructure == 0 && i < 20 * tries; i++) {
                int at = used[random.nextInt(used.length)];
                int bit = random.nextInt(Byte.SIZE);
                byte[] flipped = sound.clone();
                flipped[at] ^= (byte) (1 << bit);
                Files.write(made.file(), flipped);
                if (!numbers.equals(numbers())) {
                    dangerous++;
                    judge("bit " + bit + " of byte " + at);
                }
            }
        }

        private void judge(String flip) {
            if (made.check().damages().isEmpty()) {
                missed.add(flip);
            }
            try (ReadOnlyFile file = ReadOnlyFile.open(made.file())) {
                missedByStructure += "ok".equals(Pragmas.read(file.connection(), "integrity_check")) ? 1 : 0;
            } catch (SQLException seen) {
                // Not missed.
            }
        }

        /** Returns all that numbers are drawn from, as SQLite reads it. */
        private String numbers() {
            StringBuilder text = new StringBuilder();
            try (ReadOnlyFile file = ReadOnlyFile.open(made.file())) {
                for (String query : NUMBERS) {
                    append(file.connection(), query, text);
                }
                return text.toString();
            } catch (SQLException e) {
                return "unreadable";
            }
        }

        private static void append(Connection connection, String query, StringBuilder text) throws SQLException {
            try (PreparedStatement all = connection.prepareStatement(query);
                    ResultSet row = all.executeQuery()) {
                while (row.next()) {
                    for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
                        byte[] bytes = row.getBytes(i);
                        text.append(bytes == null ? "null" : HexFormat.of().formatHex(bytes))
                                .append(',');
                    }
                    text.append('\n');
                }
            }
        }
    }
}
