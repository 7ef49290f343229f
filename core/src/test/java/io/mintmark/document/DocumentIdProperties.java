package io.mintmark.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

class DocumentIdProperties {
    private static final IdentityPartsSeparator SLASH = IdentityPartsSeparator.DEFAULT;

    @Property
    void shouldAcceptUpTo512BytesAndRefuseMoreInEveryPlane(
            @ForAll("longerThanAnyId") String letters, @ForAll @IntRange(min = 509, max = 515) int bytes) {
        String id = cutToKeyBytes(letters, bytes);

        if (bytes <= DocumentId.MAX_BYTES) {
            assertThat(DocumentId.of(id).keyBytes()).hasSize(bytes);
        } else {
            assertThatExceptionOfType(InvalidDocumentIdException.class)
                    .isThrownBy(() -> DocumentId.of(id))
                    .withMessageStartingWith("Document ID cannot exceed 512 bytes, but the ID was " + bytes + " bytes.")
                    .satisfies(DocumentIdProperties::assertFitForALog);
        }
    }

    @Property
    void shouldEitherKeepATextOrRefuseItByARule(@ForAll("anything") String text) {
        try {
            DocumentId id = DocumentId.of(text);

            assertThat(id.text()).isEqualTo(text);
            assertThat(id.keyBytes()).isEqualTo(KeyForm.bytes(text)).hasSizeBetween(1, DocumentId.MAX_BYTES);
            assertThat(DocumentId.of(id.key())).isEqualTo(id).hasSameHashCodeAs(id);
            assertThat(new String(id.keyBytes(), StandardCharsets.UTF_8)).isEqualTo(id.key());
        } catch (InvalidDocumentIdException refusal) {
            assertFitForALog(refusal);
        }
    }

    @Property
    void shouldCompareByTheKeyFormAlone(@ForAll("words") String one, @ForAll("words") String other) {
        DocumentId first = DocumentId.of(one);
        DocumentId second = DocumentId.of(other);

        assertThat(first.equals(second)).isEqualTo(KeyForm.of(one).equals(KeyForm.of(other)));
        assertThat(first.compareTo(second) == 0).isEqualTo(first.equals(second));
        assertThat(Integer.signum(first.compareTo(second))).isEqualTo(-Integer.signum(second.compareTo(first)));
    }

    @Property
    void shouldAnswerQuicklyWhatTheRulesAnswer(@ForAll("ascii") String ascii) {
        byte[] quick = IdRules.shortAsciiKey(ascii);

        if (quick != null) {
            assertThat(quick).isEqualTo(IdRules.key(ascii));
        } else {
            assertThatExceptionOfType(InvalidDocumentIdException.class).isThrownBy(() -> IdRules.key(ascii));
        }
    }

    @Property
    void shouldFillEveryTemplateItParsed(@ForAll("anything") String text, @ForAll("endings") String ending) {
        try {
            assertThat(fill(IdTemplate.parse(text + ending, SLASH)).keyBytes()).hasSizeBetween(1, 512);
        } catch (InvalidDocumentIdException refusal) {
            assertFitForALog(refusal);
        }
    }

    @Property
    void shouldOrderServerSideIdsByEtag(@ForAll @LongRange(min = 1) long one, @ForAll @LongRange(min = 1) long other) {
        NodeTag tag = NodeTag.of("A");
        DocumentId first = DocumentId.serverSide("users/", one, tag);
        DocumentId second = DocumentId.serverSide("users/", other, tag);

        assertThat(Integer.signum(first.compareTo(second))).isEqualTo(Long.compare(one, other));
    }

    @Property
    void shouldKeep122RandomBitsInAGuid(@ForAll @Size(16) byte[] random) {
        UUID uuid = UUID.fromString(DocumentId.guid(random).text());
        ByteBuffer given = ByteBuffer.wrap(random);

        assertThat(uuid.version()).isEqualTo(4);
        assertThat(uuid.variant()).isEqualTo(2);
        assertThat(uuid.getMostSignificantBits() | 0xF000L).isEqualTo(given.getLong() | 0xF000L);
        assertThat(uuid.getLeastSignificantBits() << 2).isEqualTo(given.getLong() << 2);
    }

    @Provide
    Arbitrary<String> longerThanAnyId() {
        return legalLetters().list().ofSize(515).map(DocumentIdProperties::join);
    }

    @Provide
    Arbitrary<String> words() {
        return legalLetters().list().ofMinSize(1).ofMaxSize(2).map(DocumentIdProperties::join);
    }

    /** UTF-16 units without any sense, pairs included, and lengths on both sides of the limit. */
    @Provide
    Arbitrary<String> anything() {
        Arbitrary<String> wild = Arbitraries.strings().all().ofMaxLength(40);
        Arbitrary<String> calm = Arbitraries.strings().ascii().ofMinLength(450).ofMaxLength(520);
        Arbitrary<String> legal = legalLetters().list().ofMaxSize(300).map(DocumentIdProperties::join);
        return Arbitraries.oneOf(
                wild, calm, legal, Combinators.combine(legal, wild).as(String::concat));
    }

    @Provide
    Arbitrary<String> ascii() {
        Arbitrary<String> printable =
                Arbitraries.strings().withCharRange(' ', '~').ofMaxLength(520);
        Arbitrary<String> tight =
                Arbitraries.strings().withChars(' ', '|', 'A', '@', '[').ofMaxLength(4);
        return Arbitraries.oneOf(printable, tight, Arbitraries.strings().ascii().ofMaxLength(8));
    }

    @Provide
    Arbitrary<String> endings() {
        return Arbitraries.of("", "/", "|", "||", "|/", "/|");
    }

    private static Arbitrary<Integer> legalLetters() {
        return Arbitraries.oneOf(
                        Arbitraries.integers().between('A', 'z'),
                        Arbitraries.integers().between(0xA1, 0x7FF),
                        Arbitraries.integers().between(0x1E00, 0x1FFF),
                        Arbitraries.of(0x130, 0x131, 0x212A, 0x23A, 0x1E9E, 0x3A3, 0x3C2, 0x3C3),
                        Arbitraries.integers().between(0xE000, 0xFFFF),
                        Arbitraries.integers().between(0x10000, 0x10FFFF))
                .filter(codePoint -> codePoint != '|' && codePoint != 0x1680);
    }

    private static String join(Iterable<Integer> codePoints) {
        StringBuilder text = new StringBuilder();
        codePoints.forEach(text::appendCodePoint);
        return text.toString();
    }

    /** Drops letters from the end and adds an x until the key form takes exactly {@code bytes}. */
    private static String cutToKeyBytes(String letters, int bytes) {
        int low = 0;
        int high = letters.codePointCount(0, letters.length());
        while (low < high) {
            int middle = (low + high + 1) / 2;
            boolean fits = KeyForm.bytes(firstOf(letters, middle)).length <= bytes;
            low = fits ? middle : low;
            high = fits ? high : middle - 1;
        }
        String cut = firstOf(letters, low);
        return cut + "x".repeat(bytes - KeyForm.bytes(cut).length);
    }

    private static String firstOf(String letters, int codePoints) {
        return letters.substring(0, letters.offsetByCodePoints(0, codePoints));
    }

    private static DocumentId fill(IdTemplate template) {
        if (template instanceof IdTemplate.Semantic semantic) {
            return semantic.id();
        }
        if (template instanceof IdTemplate.ServerSide serverSide) {
            return DocumentId.serverSideAfterCollision(serverSide.prefix(), Long.MAX_VALUE, new byte[16]);
        }
        if (template instanceof IdTemplate.Identity identity) {
            return DocumentId.identity(identity.name(), SLASH, Long.MAX_VALUE);
        }
        return DocumentId.guid(new byte[16]);
    }

    private static void assertFitForALog(InvalidDocumentIdException refusal) {
        String message = String.valueOf(refusal.getMessage());

        assertThat(message).hasSizeLessThan(600);
        assertThat(message.codePoints()).noneMatch(IdCharacters::isForbidden);
    }
}
