package io.mintmark.cli.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.mintmark.cli.CommandRun;
import io.mintmark.document.DocumentId;
import io.mintmark.storage.cutoff.Journal;
import io.mintmark.storage.document.DocumentContent;
import io.mintmark.storage.document.StoredDocument;
import io.mintmark.storage.engine.StorageEngines;
import io.mintmark.support.Party;
import io.mintmark.support.limits.Limits;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalCommandTest {
    private static final Journal.Home SHOP = new Journal.Home("shop", "shop00000000000000000.1");

    @TempDir
    private Path directory;

    private Journal open() {
        return StorageEngines.journals().open(directory, Limits.DEFAULT, 1 << 20);
    }

    private CommandRun journal(String... more) {
        return CommandRun.of(List.of("journal", "--data", directory.toString()), more);
    }

    /** Leaves a document that was set aside, and one on its way. */
    private void fill() {
        fill("{\"n\":1}");
    }

    private void fill(String first) {
        try (Journal journal = open()) {
            for (int etag = 1; etag <= 2; etag++) {
                StoredDocument document = new StoredDocument(
                        DocumentId.of("orders/" + etag + "-A"),
                        new DocumentContent(
                                "Orders", (etag == 1 ? first : "{\"n\":2}").getBytes(UTF_8), "{}".getBytes(UTF_8)),
                        "A:" + etag + "-shop",
                        etag,
                        Instant.EPOCH);
                List<StoredDocument> ignored = journal.append(
                                SHOP, List.of(new Journal.Creation(document, false)), Party.NOBODY)
                        .await();
            }
            journal.settle(
                    List.of(),
                    List.of(new Journal.SetAside(
                            journal.oldest(SHOP, 0, 1).get(0), "Another document is there.", Instant.EPOCH)));
        }
    }

    @Test
    void shouldListWhatWasSetAsideAndWhatWaits() {
        fill();

        assertThat(journal().expect(0).out().lines())
                .containsExactly(
                        "1: orders/1-A of shop, version A:1-shop: Another document is there. 1970-01-01T00:00:00Z",
                        "1 document on the way home, 1 set aside");
        assertThat(journal("--waiting").expect(0).out()).startsWith("2: orders/2-A of shop, version A:2-shop\n");
        assertThat(journal("--show", "1").expect(0).out()).isEqualTo("{\"n\":1}\n");
    }

    @Test
    void shouldRefuseAnIdThatNoDocumentCanHaveBeforeItLooks() {
        assertThat(journal("--again", "1", "--id", "").expect(2).err())
                .startsWith("mintmark: --id must be the id of a document: ")
                .contains("--help");
    }

    /** A variable that drops is not to win over what somebody typed to look. */
    @Test
    void shouldForgetTheVariablesOfWhatTheTypedOptionsExclude() {
        fill();
        Map<String, String> drop = Map.of("MINTMARK_DROP", "1", "MINTMARK_AGAIN", "1", "MINTMARK_WAITING", "true");
        List<String> journal = List.of("journal", "--data", directory.toString());

        assertThat(CommandRun.with(drop, journal, "--show", "1").expect(0).out())
                .isEqualTo("{\"n\":1}\n");
        assertThat(CommandRun.with(Map.of("MINTMARK_SHOW", "1"), journal, "--drop", "1")
                        .expect(0)
                        .out())
                .isEqualTo("1: dropped\n");
    }

    /** A container has no locale: Java writes question marks there for what is not ASCII. */
    @Test
    void shouldShowADocumentInWhateverLocale() throws Exception {
        String document = "{\"name\":\"Größe 😀 \u009b\"}";
        fill(document);

        String shown = journal("--show", "1").expect(0).out();

        assertThat(shown).matches("\\p{ASCII}+");
        assertThat(new ObjectMapper().readTree(shown)).isEqualTo(new ObjectMapper().readTree(document));
    }

    @Test
    void shouldSendOneHomeUnderAnotherId() {
        fill();

        assertThat(journal("--again", "1", "--id", "orders/1-A-kept").expect(0).out())
                .isEqualTo("1: on its way again as orders/1-A-kept\n");

        try (Journal journal = open()) {
            assertThat(journal.oldest(SHOP, 0, 9))
                    .extracting(entry -> entry.document().id().text())
                    .containsExactly("orders/1-A-kept", "orders/2-A");
        }
    }

    @Test
    void shouldDropOneAndSayWhereThereIsNone() {
        fill();

        assertThat(journal("--drop", "1").expect(0).out()).isEqualTo("1: dropped\n");
        assertThat(journal("--drop", "1").expect(1).err())
                .contains("No document of that number was set aside in " + directory + ": number=1");
        assertThat(journal("--again", "2").expect(1).err()).contains("number=2");
    }

    @Test
    void shouldSayWhatIsWrong() {
        assertThat(journal().expect(1).err()).contains("There is no journal in " + directory);
        assertThat(journal("--id", "a").expect(2).err()).contains("--id needs an --again");
        assertThat(journal("--waiting", "--drop", "1").expect(2).err()).contains("--waiting", "leave --waiting out");
        assertThat(journal("--show", "1", "--drop", "1").expect(2).err()).isNotEmpty();
    }
}
