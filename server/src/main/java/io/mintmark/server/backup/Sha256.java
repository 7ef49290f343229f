package io.mintmark.server.backup;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256, which every Java has. Stateless. */
final class Sha256 {
    private Sha256() {}

    static MessageDigest begin() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    static String end(MessageDigest digest) {
        return HexFormat.of().formatHex(digest.digest());
    }

    static String of(byte[] bytes) {
        return HexFormat.of().formatHex(begin().digest(bytes));
    }
}
