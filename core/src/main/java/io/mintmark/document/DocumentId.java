package io.mintmark.document;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.UUID;

/**
 * A complete, legal document id such as {@code orders/10-A}: the name of exactly one document of a database.
 *
 * <p>A legal id has a character that is not white space, and a {@linkplain KeyForm key form} of at most
 * {@value #MAX_BYTES} bytes of UTF-8. It holds no control (C0, DEL, C1), none of the bidirectional controls U+202A to
 * U+202E and U+2066 to U+2069, and no unpaired surrogate; it does not end with <code>|</code>. Every factory refuses
 * all others with {@link InvalidDocumentIdException}. A request may send something else <em>instead</em> of an id, such
 * as {@code users/}: an {@link IdTemplate}.
 *
 * <p>Two ids are equal if their key forms are; the spelling given is kept for display. The order is that of the key
 * form's bytes, and agrees with {@code equals}. Immutable.
 */
public final class DocumentId implements Comparable<DocumentId> {
    /** Most bytes of UTF-8 of an id's key form. */
    public static final int MAX_BYTES = 512;

    /** Digits of the largest etag: padded to them, the order of texts is the order of numbers. */
    static final int ETAG_DIGITS = 19;

    private static final int RANDOM_BYTES = 16;

    private final String text;
    private final byte[] key;

    private DocumentId(String text, byte[] key) {
        this.text = text;
        this.key = key;
    }

    /** Returns the id spelled {@code text}; throws {@link InvalidDocumentIdException} if that is not legal. */
    public static DocumentId of(String text) {
        byte[] key = IdRules.shortAsciiKey(text);
        return new DocumentId(text, key != null ? key : IdRules.key(text));
    }

    /**
     * Returns the id of a number from a range: {@code orders/10-A}.
     *
     * @param prefix the name before the separator, not blank
     * @param number from 1; less is refused with {@link IllegalArgumentException}
     * @param tag the tag of the node that reserved the range
     */
    public static DocumentId hilo(String prefix, IdentityPartsSeparator separator, long number, NodeTag tag) {
        IdRules.requireNotBlank("prefix", prefix);
        requirePositive("number", number);
        return of(prefix + separator.value() + number + '-' + tag.text());
    }

    /**
     * Returns the id that a node makes from the etag of the write: {@code users/0000000000000000004-A}.
     *
     * @param prefixWithSeparator what the request sent, such as {@code users/}
     * @param etag from 1; less is refused with {@link IllegalArgumentException}
     * @param tag the tag of the node that drew the etag
     */
    public static DocumentId serverSide(String prefixWithSeparator, long etag, NodeTag tag) {
        return of(withEtag(prefixWithSeparator, etag) + tag.text());
    }

    /**
     * Returns the id that a node makes when somebody had stored the usual one before:
     * {@code users/0000000000000000005-} and 22 characters of URL-safe Base64 without padding.
     *
     * @param prefixWithSeparator what the request sent, such as {@code users/}
     * @param etag the next etag, from 1; less is refused with {@link IllegalArgumentException}
     * @param sixteenRandomBytes 128 random bits, of which the key form keeps about 110; any other length is
     *     refused with {@link IllegalArgumentException}
     */
    public static DocumentId serverSideAfterCollision(
            String prefixWithSeparator, long etag, byte[] sixteenRandomBytes) {
        requireSixteen(sixteenRandomBytes);
        String random = Base64.getUrlEncoder().withoutPadding().encodeToString(sixteenRandomBytes);
        return of(withEtag(prefixWithSeparator, etag) + random);
    }

    /**
     * Returns the id of an identity's number: {@code users/3}.
     *
     * @param name the identity's name without the <code>|</code> that asked for it, not blank
     * @param number from 1; less is refused with {@link IllegalArgumentException}
     */
    public static DocumentId identity(String name, IdentityPartsSeparator separator, long number) {
        IdRules.requireIdentityName(name);
        requirePositive("number", number);
        return of(name + separator.value() + number);
    }

    /**
     * Returns the id that is a version 4 UUID of RFC 9562 in lower case.
     *
     * @param sixteenRandomBytes 128 random bits, of which version and variant replace 6; left as they are; any other
     *     length is refused with {@link IllegalArgumentException}
     */
    public static DocumentId guid(byte[] sixteenRandomBytes) {
        requireSixteen(sixteenRandomBytes);
        ByteBuffer random = ByteBuffer.wrap(sixteenRandomBytes);
        long high = (random.getLong() & 0xFFFF_FFFF_FFFF_0FFFL) | 0x4000L;
        long low = (random.getLong() & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L;
        return of(new UUID(high, low).toString());
    }

    /**
     * Returns this id with {@code anchor} as its anchor: {@code invoices/1-A$orders/7-A}, which lies in the same
     * {@link Bucket} as {@code orders/7-A}, on any number of shards. An anchor that this id already has no longer
     * counts.
     *
     * <p>The document is found under its whole new id only. Many documents of one anchor make a bucket that cannot be
     * split.
     *
     * @param anchor the id of a document, or any name to meet at; refused with {@link InvalidDocumentIdException} if it
     *     ends with <code>$</code> or begins with its only one, or if the whole takes more than {@value #MAX_BYTES}
     *     bytes
     */
    public DocumentId anchoredTo(DocumentId anchor) {
        return of(Anchor.join(this, anchor));
    }

    /** Returns the id as it was spelled. */
    public String text() {
        return text;
    }

    /** Returns the key form: what the id is stored, compared and placed by. */
    public String key() {
        return new String(key, StandardCharsets.UTF_8);
    }

    /** Returns the UTF-8 bytes of the key form, at most {@value #MAX_BYTES}, in an array of the caller's own. */
    public byte[] keyBytes() {
        return key.clone();
    }

    /** Returns the bytes of {@link #keyBytes()} without a copy; the caller must not write to them. */
    byte[] sharedKeyBytes() {
        return key;
    }

    @Override
    public int compareTo(DocumentId other) {
        return Arrays.compareUnsigned(key, other.key);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof DocumentId that && Arrays.equals(key, that.key);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(key);
    }

    /** Returns the id as it was spelled. */
    @Override
    public String toString() {
        return text;
    }

    // Not String.format: in some locales it writes digits that are not ASCII.
    private static String withEtag(String prefixWithSeparator, long etag) {
        IdRules.requireNotBlank("prefix", prefixWithSeparator);
        requirePositive("etag", etag);
        String digits = Long.toString(etag);
        return prefixWithSeparator + "0".repeat(ETAG_DIGITS - digits.length()) + digits + '-';
    }

    private static void requirePositive(String name, long value) {
        if (value < 1) {
            throw new IllegalArgumentException(
                    name + " must be >= 1: " + name + "=" + value + "; ids are made of positive numbers");
        }
    }

    private static void requireSixteen(byte[] random) {
        if (random.length != RANDOM_BYTES) {
            throw new IllegalArgumentException("random part must be " + RANDOM_BYTES + " bytes: length=" + random.length
                    + "; fill an array of that size");
        }
    }
}
