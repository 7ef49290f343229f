package io.mintmark.web.access.principal;

import io.mintmark.RandomBytes;
import io.mintmark.internal.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A bearer token: a prefix, by which scanners of source code find it, and a secret of 192 random bits.
 *
 * <p>A token is random as a whole, so one fast digest hides it as well as a slow one would.
 */
public final class BearerToken {
    private static final String PREFIX = "mintmark_";
    private static final int RANDOM_BYTES = 24;
    private static final Pattern SHAPE = Pattern.compile(PREFIX + "[0-9a-f]{" + 2 * RANDOM_BYTES + "}");
    private static final int LENGTH = PREFIX.length() + 2 * RANDOM_BYTES;

    private final String secret;

    private BearerToken(String secret) {
        this.secret = secret;
    }

    /** Makes a token that nobody else has or foresees. */
    public static BearerToken draw(RandomBytes random) {
        return new BearerToken(PREFIX + HexFormat.of().formatHex(random.take(RANDOM_BYTES)));
    }

    /** Returns the token that a text is, if it has the shape of one. */
    public static Optional<BearerToken> parse(String text) {
        return text.length() == LENGTH && SHAPE.matcher(text).matches()
                ? Optional.of(new BearerToken(text))
                : Optional.empty();
    }

    /** Returns the text to hand to its holder, once. */
    public String reveal() {
        return secret;
    }

    public String digest() {
        return Sha256.of(secret.getBytes(StandardCharsets.US_ASCII));
    }

    /** Returns only that it is a token, so that no log gets one. */
    @Override
    public String toString() {
        return PREFIX + "…";
    }
}
