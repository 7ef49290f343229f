package io.mintmark.storage.sqlite;

import static io.mintmark.storage.sqlite.TestStore.content;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.document.DocumentId;
import io.mintmark.document.IdTemplate;
import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.protocol.RavenTime;
import io.mintmark.storage.document.CollectionMismatchException;
import io.mintmark.storage.document.CommandResult;
import io.mintmark.storage.document.ConcurrencyException;
import io.mintmark.storage.document.DocumentCommand;
import io.mintmark.storage.document.DocumentContent;
import io.mintmark.storage.document.Expectation;
import io.mintmark.storage.document.Overwrite;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OverwriteTest {
    @AutoClose
    private TestStore store;

    @BeforeEach
    void open(@TempDir Path directory) {
        store = TestStore.open(directory);
    }

    private CommandResult.Stored putIfChanged(String id, DocumentContent content) {
        return putIfChanged(id, content, Expectation.ANYTHING);
    }

    private CommandResult.Stored putIfChanged(String id, DocumentContent content, Expectation expectation) {
        return (CommandResult.Stored) store.commit(new DocumentCommand.Put(
                        IdTemplate.parse(id, IdentityPartsSeparator.DEFAULT),
                        expectation,
                        content,
                        Overwrite.IF_CHANGED))
                .get(0);
    }

    private static DocumentContent withMetadata(String metadata, String body) {
        return new DocumentContent("Things", body.getBytes(UTF_8), metadata.getBytes(UTF_8));
    }

    private static void assertSameVersion(CommandResult.Stored one, CommandResult.Stored other) {
        assertThat(one.id()).isEqualTo(other.id());
        assertThat(one.changeVector()).isEqualTo(other.changeVector());
        // Stored times are as fine as those that travel.
        assertThat(RavenTime.format(one.modified())).isEqualTo(RavenTime.format(other.modified()));
    }

    @Test
    void shouldReplaceWhatDiffersOnlyInItsMetadata() {
        CommandResult.Stored first = putIfChanged("things/1", withMetadata("{\"mine\":1}", "{}"));

        assertThat(putIfChanged("things/1", withMetadata("{\"mine\":2}", "{}")).changeVector())
                .isNotEqualTo(first.changeVector());
    }

    @Test
    void shouldNotMindTheOrderOfMembers() {
        CommandResult.Stored first =
                putIfChanged("things/1", withMetadata("{\"x\":1,\"y\":[2]}", "{\"a\":1,\"b\":{}}"));

        assertSameVersion(putIfChanged("things/1", withMetadata("{\"y\":[2],\"x\":1}", "{\"b\":{},\"a\":1}")), first);
    }

    @Test
    void shouldMakeANewDocumentWhereTheServerMakesTheId() {
        CommandResult.Stored first = putIfChanged("things/", content("Things", "{}"));
        CommandResult.Stored second = putIfChanged("things/", content("Things", "{}"));

        assertThat(second.id()).isNotEqualTo(first.id());
    }

    @Test
    void shouldStillRefuseWhatIsNotExpectedOrInAnotherCollection() {
        store.put("things/1", "{\"a\":1}");

        assertThatThrownBy(() -> putIfChanged("things/1", content("Things", "{\"a\":1}"), Expectation.ABSENT))
                .isInstanceOf(ConcurrencyException.class);
        assertThatThrownBy(() -> putIfChanged("things/1", content("Others", "{\"a\":1}")))
                .isInstanceOf(CollectionMismatchException.class);
    }

    @Test
    void shouldNotMoveACounterThatIsShownAsItStands() {
        store.reserve("orders");
        DocumentContent shown = store.storage
                .reads()
                .read(DocumentId.of("Raven/Hilo/orders"))
                .orElseThrow()
                .content();
        String version = store.storage
                .reads()
                .read(DocumentId.of("Raven/Hilo/orders"))
                .orElseThrow()
                .changeVector();

        CommandResult.Stored same = putIfChanged("Raven/Hilo/orders", shown);
        CommandResult.Stored raised = putIfChanged("Raven/Hilo/orders", content("@hilo", "{\"Max\":64}"));

        assertThat(same.changeVector()).isEqualTo(version);
        assertThat(raised.changeVector()).isNotEqualTo(version);
        assertThat(store.reserve("orders").low()).isEqualTo(65);
    }

    @Test
    void shouldLeaveTheLatestRangeReturnableWhereNothingChanges() {
        store.reserve("orders");
        DocumentContent shown = store.storage
                .reads()
                .read(DocumentId.of("Raven/Hilo/orders"))
                .orElseThrow()
                .content();

        putIfChanged("Raven/Hilo/orders", shown);

        assertThat(store.giveBack("orders", 5, 32, null)).isTrue();
    }
}
