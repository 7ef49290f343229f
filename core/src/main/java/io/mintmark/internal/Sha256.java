package io.mintmark.internal;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256, which every Java has. Stateless. */
public final class Sha256 {
    private Sha256() {}

    /** Begins a digest of bytes that come in pieces. */
    public static MessageDigest begin() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** Returns a digest as lower-case hexadecimal digits; {@code digest} begins anew. */
    public static String end(MessageDigest digest) {
        return HexFormat.of().formatHex(digest.digest());
    }

    /** Returns the digest of {@code bytes} as lower-case hexadecimal digits. */
    public static String of(byte[] bytes) {
        return HexFormat.of().formatHex(begin().digest(bytes));
    }
}
