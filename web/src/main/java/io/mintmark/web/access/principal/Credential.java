package io.mintmark.web.access.principal;

import io.mintmark.MintmarkException;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a principal shows to be known, as its digest: nothing here lets anybody be taken for the principal.
 *
 * @param kind what the digest is of
 * @param digest in hexadecimal, small letters
 * @param until when it stops being good; null if it does not
 */
public record Credential(Kind kind, String digest, @Nullable Instant until) {
    private static final Pattern SHA_1 = Pattern.compile("[0-9a-f]{40}");
    private static final Pattern SHA_256 = Pattern.compile("[0-9a-f]{64}");

    /** What a digest is of. */
    public enum Kind {
        /** A whole certificate: by SHA-256, or by SHA-1, as RavenDB's tools print it. */
        CERTIFICATE("certificate"),
        /** The public key of certificates, which a renewed one may keep. */
        PUBLIC_KEY("public key"),
        /** A bearer token. */
        TOKEN("bearer token");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        /** Returns the words that people read. */
        public String words() {
            return words;
        }
    }

    /** Checks that the digest is one. */
    public Credential {
        boolean legal = SHA_256.matcher(digest).matches()
                || (kind == Kind.CERTIFICATE && SHA_1.matcher(digest).matches());
        if (!legal) {
            throw new MintmarkException("The digest of a " + kind.words() + " has 64 hexadecimal digits (SHA-256)"
                    + (kind == Kind.CERTIFICATE ? ", or 40 (SHA-1)" : "") + ", but this one is '" + digest + "'.");
        }
    }

    /** Returns the credential of the certificate that has this thumbprint, with or without colons and spaces. */
    public static Credential ofThumbprint(String thumbprint) {
        String bare = thumbprint.replaceAll("[: ]", "").toLowerCase(Locale.ROOT);
        return new Credential(Kind.CERTIFICATE, bare, null);
    }

    /** Returns the credential of this certificate alone. */
    public static Credential of(X509Certificate certificate) {
        return new Credential(Kind.CERTIFICATE, Fingerprints.of(certificate).sha256(), null);
    }

    /** Returns the credential of this certificate and of every other one with its key. */
    public static Credential ofKeyOf(X509Certificate certificate) {
        return new Credential(Kind.PUBLIC_KEY, Fingerprints.of(certificate).publicKey(), null);
    }

    /** Returns the credential of a token. */
    public static Credential of(BearerToken token) {
        return new Credential(Kind.TOKEN, token.digest(), null);
    }

    /** Returns the same, good until then, or for as short as it was. */
    public Credential until(Instant end) {
        return until != null && until.isBefore(end) ? this : new Credential(kind, digest, end);
    }

    public boolean isGoodAt(Instant now) {
        return until == null || now.isBefore(until);
    }

    /** Returns when it stops being good, if it does. */
    public Optional<Instant> end() {
        return Optional.ofNullable(until);
    }

    /** Compares all of two digests in a time that does not depend on where they differ. */
    boolean hasDigest(String presented) {
        HexFormat hex = HexFormat.of();
        return MessageDigest.isEqual(hex.parseHex(digest), hex.parseHex(presented));
    }
}
