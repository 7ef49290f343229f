package io.mintmark.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.mintmark.document.IdTemplate.Guid;
import io.mintmark.document.IdTemplate.Identity;
import io.mintmark.document.IdTemplate.Semantic;
import io.mintmark.document.IdTemplate.ServerSide;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

class IdTemplateTest {
    private static final IdentityPartsSeparator SLASH = IdentityPartsSeparator.DEFAULT;
    private static final IdentityPartsSeparator COLON = IdentityPartsSeparator.of(":");

    @ParameterizedTest
    @NullAndEmptySource
    @ValueSource(strings = {" ", "\t\r\n", "\u0085", "\u00A0", "\u3000 \u2003"})
    void shouldAskForAGuidWithoutAnId(String id) {
        assertThat(IdTemplate.parse(id, SLASH)).isEqualTo(new Guid());
    }

    @Test
    void shouldAskForAnIdentityByAPipe() {
        assertThat(IdTemplate.parse("Users|", SLASH)).isEqualTo(new Identity("Users"));
        assertThat(IdTemplate.parse("users/|", SLASH)).isEqualTo(new Identity("users/"));
        assertThat(IdTemplate.parse("a|b|", SLASH)).isEqualTo(new Identity("a|b"));
    }

    @Test
    void shouldAskForAServerSideIdByTheSeparatorInForce() {
        assertThat(IdTemplate.parse("users/", SLASH)).isEqualTo(new ServerSide("users/"));
        assertThat(IdTemplate.parse("users:", COLON)).isEqualTo(new ServerSide("users:"));
        assertThat(IdTemplate.parse("users|/", SLASH)).isEqualTo(new ServerSide("users|/"));
    }

    @Test
    void shouldTakeASeparatorAloneForAServerSideId() {
        assertThat(IdTemplate.parse("/", SLASH)).isEqualTo(new ServerSide("/"));
    }

    @Test
    void shouldTakeASpaceAloneForAGuidEvenIfItIsTheSeparator() {
        IdentityPartsSeparator space = IdentityPartsSeparator.of(" ");

        assertThat(IdTemplate.parse(" ", space)).isEqualTo(new Guid());
        assertThat(IdTemplate.parse("users ", space)).isEqualTo(new ServerSide("users "));
    }

    @Test
    void shouldTakeAnythingElseAsItIs() {
        assertThat(IdTemplate.parse("users/1-A", SLASH)).isEqualTo(new Semantic(DocumentId.of("users/1-A")));
        assertThat(IdTemplate.parse("users/", COLON)).isEqualTo(new Semantic(DocumentId.of("users/")));
        assertThat(IdTemplate.parse("a|b", SLASH)).isEqualTo(new Semantic(DocumentId.of("a|b")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"|", " |", "\u00A0|"})
    void shouldRefuseAnIdentityWithoutAName(String id) {
        assertRefused(id)
                .withMessageStartingWith("identity name must not be empty or blank: '")
                .withMessageContaining("write at least one character");
    }

    @Test
    void shouldRefuseASecondPipe() {
        assertRefused("users||")
                .withMessage("identity name must not end with '|' itself: 'users|';"
                        + " write a single '|' after the name, such as users|");
    }

    @Test
    void shouldRefuseControlsInPrefixesAndNames() {
        assertRefused("us\ners/")
                .withMessageStartingWith("prefix must not contain")
                .withMessageContaining("U+000A at");
        assertRefused("us\ners|")
                .withMessageStartingWith("identity name must not")
                .withMessageContaining("U+000A at");
        assertRefused("us\ners").withMessageStartingWith("document id must not").withMessageContaining("U+000A at");
    }

    @Test
    void shouldLeaveRoomAfterAServerSidePrefix() {
        String longest = "p".repeat(512 - 42 - 1) + "/";
        ServerSide template = (ServerSide) IdTemplate.parse(longest, SLASH);

        DocumentId filled = DocumentId.serverSideAfterCollision(template.prefix(), Long.MAX_VALUE, new byte[16]);

        assertThat(filled.keyBytes()).hasSize(512);
        assertRefused("p" + longest)
                .withMessageStartingWith("Document ID cannot exceed 512 bytes, but the ID was 513 bytes"
                        + " with the 42 that may be generated. The invalid ID is 'ppp")
                .withMessageEndingWith("…'. (Parameter 'str')");
    }

    @Test
    void shouldLeaveRoomAfterAnIdentityName() {
        String longest = "n".repeat(512 - 22);
        Identity template = (Identity) IdTemplate.parse(longest + "|", SLASH);

        DocumentId filled = DocumentId.identity(template.name(), IdentityPartsSeparator.of("Ⱥ"), Long.MAX_VALUE);

        assertThat(filled.keyBytes()).hasSize(512);
        assertRefused("n" + longest + "|")
                .withMessageStartingWith("Document ID cannot exceed 512 bytes, but the ID was 513 bytes"
                        + " with the 22 that may be generated.");
    }

    private static ThrowableAssertAlternative<InvalidDocumentIdException> assertRefused(String id) {
        return assertThatExceptionOfType(InvalidDocumentIdException.class)
                .isThrownBy(() -> IdTemplate.parse(id, SLASH));
    }
}
