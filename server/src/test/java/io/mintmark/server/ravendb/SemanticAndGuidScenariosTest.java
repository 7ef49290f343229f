package io.mintmark.server.ravendb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import net.ravendb.client.documents.session.IDocumentSession;
import net.ravendb.client.exceptions.RavenException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ids that the application chose, ids that nobody chose, and which texts cannot be ids. */
class SemanticAndGuidScenariosTest {
    @RegisterExtension
    static final RavenFixture RAVEN = new RavenFixture();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "users/john@john.doe",
                "accounts/591-192/txs/2017-05-17",
                "with space and + plus",
                "a&b=c?d#e%41;f,g",
                "quote\"backslash\\slash/tick'",
                "żółć/日本語/🦊",
                "anchored$users/1-A",
                "x"
            })
    void shouldKeepTheIdThatTheApplicationChose(String id) {
        RAVEN.save(new User("Ada"), id);

        IDocumentSession session = RAVEN.session();
        User loaded = session.load(User.class, id);
        assertThat(loaded.getName()).isEqualTo("Ada");
        assertThat(loaded.getId()).isEqualTo(id);
        session.delete(loaded);
        session.saveChanges();
        assertThat(Documents.exists(RAVEN.store(), id)).isFalse();
    }

    @Test
    void shouldOverwriteTheDocumentThatHasTheIdAlready() {
        RAVEN.save(new User("first"), "users/john@john.doe");
        RAVEN.save(new User("second"), "users/john@john.doe");

        assertThat(Documents.load(RAVEN.store(), User.class, "users/john@john.doe")
                        .getName())
                .isEqualTo("second");
    }

    @Test
    void shouldOverwriteADocumentWhoseServerSideIdWasWrittenByHand() {
        String made = Documents.saveAs(RAVEN.store(), new User("made"), "users/");
        RAVEN.save(new User("by hand"), "users/0000000000000000001-A");

        assertThat(made).isEqualTo("users/0000000000000000001-A");
        assertThat(Documents.load(RAVEN.store(), User.class, made).getName()).isEqualTo("by hand");
    }

    @Test
    void shouldTakeIdsWithoutCaseAndShowTheLatestSpelling() {
        RAVEN.save(new User("first"), "users/ŁUKASZ");
        RAVEN.save(new User("second"), "Users/Łukasz");

        User loaded = Documents.load(RAVEN.store(), User.class, "USERS/łukasz");
        IDocumentSession session = RAVEN.session();
        User[] all = session.advanced().loadStartingWith(User.class, "users/");
        assertThat(all).extracting(User::getId).containsExactly("Users/Łukasz");
        assertThat(loaded.getName()).isEqualTo("second");
    }

    @Test
    void shouldMakeAGuidForAnEmptyId() {
        String first = Documents.saveAs(RAVEN.store(), new User("Ada"), "");
        String second = Documents.saveAs(RAVEN.store(), new User("Grace"), "");

        assertThat(first).matches("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
        assertThat(second).hasSize(36).isNotEqualTo(first);
        assertThat(Documents.load(RAVEN.store(), User.class, first).getName()).isEqualTo("Ada");
    }

    @Test
    void shouldStoreAnIdOfTheMostBytesThereMayBe() {
        String id = "é".repeat(256);

        RAVEN.save(new User("Ada"), id);

        assertThat(Documents.load(RAVEN.store(), User.class, id).getName()).isEqualTo("Ada");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "é"})
    void shouldSayHowLongATooLongIdIs(String letter) {
        String id = letter.repeat(514 / letter.getBytes(StandardCharsets.UTF_8).length);

        assertThatExceptionOfType(RavenException.class)
                .isThrownBy(() -> RAVEN.save(new User("Ada"), id))
                .withMessageContaining("Document ID cannot exceed 512 bytes, but the ID was 514 bytes");
        assertThatExceptionOfType(RavenException.class)
                .isThrownBy(() -> Documents.load(RAVEN.store(), User.class, id))
                .withMessageContaining("512 bytes");
    }

    @Test
    void shouldRefuseControlCharacters() {
        assertThatExceptionOfType(RavenException.class)
                .isThrownBy(() -> RAVEN.save(new User("Ada"), "users/\u0007bell"))
                .withMessageContaining("U+0007");
    }

    @Test
    void shouldRefuseAFinalIdThatEndsWithAPipe() {
        assertThatExceptionOfType(RavenException.class)
                .isThrownBy(() -> Documents.load(RAVEN.store(), User.class, "users|"))
                .withMessageContaining("cannot end with '|'");
    }
}
