package io.mintmark.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.concurrent.Callable;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DocumentIdTest {
    private static final IdentityPartsSeparator SLASH = IdentityPartsSeparator.DEFAULT;
    private static final NodeTag A = NodeTag.of("A");
    private static final byte[] RANDOM = HexFormat.of().parseHex("00112233445566778899AABBCCDDEEFF");

    @Test
    void shouldKeepTheSpellingAndCompareWithoutCase() {
        DocumentId id = DocumentId.of("Orders/10-A");

        assertThat(id.text()).isEqualTo("Orders/10-A");
        assertThat(id).hasToString("Orders/10-A");
        assertThat(id.key()).isEqualTo("orders/10-a");
        assertThat(id.keyBytes()).isEqualTo("orders/10-a".getBytes(StandardCharsets.UTF_8));
        assertThat(id)
                .isEqualTo(DocumentId.of("ORDERS/10-a"))
                .hasSameHashCodeAs(DocumentId.of("ORDERS/10-a"))
                .isEqualByComparingTo(DocumentId.of("orders/10-A"))
                .isNotEqualTo(DocumentId.of("orders/11-A"))
                .isNotEqualTo("Orders/10-A");
    }

    @Test
    void shouldCompareBeyondAsciiByTheKeyForm() {
        assertThat(DocumentId.of("ΟΔΟΣ")).isEqualTo(DocumentId.of("οδοσ")).isNotEqualTo(DocumentId.of("οδος"));
        assertThat(DocumentId.of("\u0130/1")).isEqualTo(DocumentId.of("I/1"));
        assertThat(DocumentId.of("\u212A/1")).isEqualTo(DocumentId.of("k/1"));
        assertThat(DocumentId.of("\u0131/1")).isNotEqualTo(DocumentId.of("I/1"));
    }

    @Test
    void shouldOrderByTheBytesOfTheKeyForm() {
        assertThat(DocumentId.of("B")).isGreaterThan(DocumentId.of("a"));
        assertThat(DocumentId.of("a/10")).isLessThan(DocumentId.of("a/2"));
        assertThat(DocumentId.of("\uD83D\uDE00")).isGreaterThan(DocumentId.of("\uFFFD"));
    }

    @Test
    void shouldNotLetItsKeyBeChanged() {
        DocumentId id = DocumentId.of("a");

        Arrays.fill(id.keyBytes(), (byte) 'b');

        assertThat(id.keyBytes()).containsExactly('a');
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"users/", "/", "/users", "a|b", "|a", "a\\b", "x$y", " a", "a ", "日本語", "\uD83D\uDE00", "../etc"
            })
    void shouldAcceptWhateverNoRuleRefuses(String text) {
        assertThat(DocumentId.of(text)).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\t", "\u00A0", "\u2028\u3000"})
    void shouldRefuseABlankId(String text) {
        assertRefused(text).withMessageStartingWith("document id must not be empty or blank: '");
    }

    @Test
    void shouldAcceptAnIdOf512Bytes() {
        assertThat(DocumentId.of("X".repeat(512)).keyBytes()).hasSize(DocumentId.MAX_BYTES);
        assertThat(DocumentId.of("\uD83D\uDE00".repeat(128)).keyBytes()).hasSize(512);
    }

    @Test
    void shouldRefuseAnIdOf513Bytes() {
        assertRefused("x".repeat(513))
                .withMessage("Document ID cannot exceed 512 bytes, but the ID was 513 bytes. The invalid ID is '"
                        + "x".repeat(400) + "…'. (Parameter 'str')");
        assertRefused("é" + "x".repeat(511)).withMessageContaining("but the ID was 513 bytes.");
        assertRefused("日".repeat(171))
                .withMessage("Document ID cannot exceed 512 bytes, but the ID was 513 bytes. The invalid ID is '"
                        + "日".repeat(171) + "'. (Parameter 'str')");
    }

    @Test
    void shouldMeasureTheKeyFormAndNotTheSpelling() {
        String shrinking = "\u212A".repeat(512); // the Kelvin sign: 3 bytes, its small letter 1
        String growing = "\u023A".repeat(171); // Ⱥ: 2 bytes, its small letter 3

        assertThat(DocumentId.of(shrinking).key()).isEqualTo("k".repeat(512));
        assertRefused(growing).withMessageContaining("but the ID was 513 bytes.");
    }

    @Test
    void shouldKeepEveryMessageShortAndWholeCharactersInIt() {
        assertRefused("x".repeat(399) + "\uD83D\uDE00".repeat(1 << 20))
                .withMessageContaining("but the ID was 4194703 bytes.")
                .withMessageContaining("x\uD83D\uDE00…'")
                .satisfies(refusal -> assertThat(refusal.getMessage()).hasSizeLessThan(600));
    }

    @ParameterizedTest
    @ValueSource(
            chars = {
                '\0', '\b', '\t', '\n', '\r', '\u001F', '\u007F', '\u0080', '\u0085', '\u009F', '\u202A', '\u202E',
                '\u2066', '\u2069'
            })
    void shouldRefuseControlsByNameAndPosition(char control) {
        String name = "U+%04X".formatted((int) control);

        assertRefused("users/1" + control + "x")
                .withMessage("document id must not contain control or bidirectional control characters: " + name
                        + " at position 7 of 'users/1<" + name + ">x'; leave it out");
    }

    @ParameterizedTest
    @ValueSource(chars = {' ', '~', '\u00A0', '\u2029', '\u202F', '\u2065', '\u206A', '\u200E'})
    void shouldAcceptTheNeighboursOfControls(char neighbour) {
        String text = "a" + neighbour + "b";

        assertThat(DocumentId.of(text)).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\uD83D", "\uDE00a", "a\uD83Db"})
    void shouldRefuseAnUnpairedSurrogate(String text) {
        assertRefused(text).withMessageContaining("unpaired surrogate U+D");
    }

    @ParameterizedTest
    @ValueSource(strings = {"users|", "|", "é|"})
    void shouldRefuseAPipeAtTheEnd(String text) {
        assertRefused(text)
                .withMessage("Document ids cannot end with '|', but was called with " + text
                        + ". Identities are only generated for external requests,"
                        + " not calls to PutDocument and such.");
    }

    @Test
    void shouldMakeAnIdOfANumberFromARange() {
        IdentityPartsSeparator colon = IdentityPartsSeparator.of(":");

        assertThat(DocumentId.hilo("orders", SLASH, 10, A)).hasToString("orders/10-A");
        assertThat(DocumentId.hilo("Orders", colon, Long.MAX_VALUE, NodeTag.of("WXYZ")))
                .hasToString("Orders:9223372036854775807-WXYZ");
        assertRefused(() -> DocumentId.hilo("", SLASH, 1, A)).withMessageStartingWith("prefix must not be empty");
        assertRefused(() -> DocumentId.hilo("x".repeat(509), SLASH, 1, A)).withMessageContaining("was 513 bytes.");
    }

    @Test
    void shouldMakeAServerSideIdOf19Digits() {
        assertThat(DocumentId.serverSide("users/", 4, A)).hasToString("users/0000000000000000004-A");
        assertThat(DocumentId.serverSide("/", Long.MAX_VALUE, A)).hasToString("/9223372036854775807-A");
        assertRefused(() -> DocumentId.serverSide("", 1, A)).withMessageStartingWith("prefix must not be empty");
    }

    @Test
    void shouldMakeAServerSideIdOfRandomBytesAfterACollision() {
        assertThat(DocumentId.serverSideAfterCollision("users/", 5, RANDOM))
                .hasToString("users/0000000000000000005-ABEiM0RVZneImaq7zN3u_w");
    }

    @Test
    void shouldMakeAnIdOfAnIdentitysNumber() {
        assertThat(DocumentId.identity("users", SLASH, 3)).hasToString("users/3");
        assertThat(DocumentId.identity("Users", IdentityPartsSeparator.of("-"), 3))
                .hasToString("Users-3");
        assertRefused(() -> DocumentId.identity("users|", SLASH, 3))
                .withMessageStartingWith("identity name must not end with '|' itself: 'users|'");
        assertRefused(() -> DocumentId.identity(" ", SLASH, 3))
                .withMessageStartingWith("identity name must not be empty or blank: ' '");
    }

    @Test
    void shouldMakeAVersion4Guid() {
        byte[] random = RANDOM.clone();

        assertThat(DocumentId.guid(random)).hasToString("00112233-4455-4677-8899-aabbccddeeff");
        assertThat(random).isEqualTo(RANDOM);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE})
    void shouldRefuseNumbersBelowOne(long number) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DocumentId.hilo("orders", SLASH, number, A))
                .withMessage("number must be >= 1: number=" + number + "; ids are made of positive numbers");
        assertThatIllegalArgumentException().isThrownBy(() -> DocumentId.identity("users", SLASH, number));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DocumentId.serverSide("users/", number, A))
                .withMessageStartingWith("etag must be >= 1: etag=" + number);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 15, 17})
    void shouldRefuseOtherThanSixteenRandomBytes(int length) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DocumentId.guid(new byte[length]))
                .withMessage("random part must be 16 bytes: length=" + length + "; fill an array of that size");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DocumentId.serverSideAfterCollision("users/", 1, new byte[length]));
    }

    private static ThrowableAssertAlternative<InvalidDocumentIdException> assertRefused(String text) {
        return assertRefused(() -> DocumentId.of(text));
    }

    private static ThrowableAssertAlternative<InvalidDocumentIdException> assertRefused(Callable<DocumentId> making) {
        return assertThatExceptionOfType(InvalidDocumentIdException.class).isThrownBy(making::call);
    }
}
