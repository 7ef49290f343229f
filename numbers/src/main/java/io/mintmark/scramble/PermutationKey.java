package io.mintmark.scramble;

/**
 * A secret of 128 bits and the name by which published numbers say that it made them.
 *
 * <p>The name, the <i>key id</i>, is public: it travels with every {@linkplain PublishedNumber published number}, so
 * that a number made with an old key can still be read. The secret is drawn once, from
 * {@link java.security.SecureRandom} or by {@code openssl rand -hex 16}, and kept where secrets are kept. If it is
 * lost, no published number can be read any more; a thief of it reads all of them. It is never shown, not by
 * {@link #toString()} and in no message. Immutable.
 */
public final class PermutationKey {
    /** Most characters of a key id. */
    public static final int ID_LENGTH_MAX = 16;

    private final String id;
    private final SipHash secret;

    private PermutationKey(String id, SipHash secret) {
        this.id = id;
        this.secret = secret;
    }

    /**
     * Names a secret.
     *
     * @param id 1 to {@value #ID_LENGTH_MAX} characters a to z and 0 to 9
     * @param secret {@value SipHash#KEY_BYTES} random bytes, which are copied; all zeros are refused as forgotten
     * @throws IllegalArgumentException if one of them is not; the message never shows the secret
     */
    public static PermutationKey of(String id, byte[] secret) {
        requireId(id);
        int any = 0;
        for (byte one : secret) {
            any |= one;
        }
        if (any == 0 || secret.length != SipHash.KEY_BYTES) {
            throw new IllegalArgumentException("the secret of a permutation key must be " + SipHash.KEY_BYTES
                    + " random bytes, not all zero: length=" + secret.length + ", key id '" + id
                    + "'; draw it once by openssl rand -hex 16");
        }
        return new PermutationKey(id, SipHash.of(secret));
    }

    static void requireId(String id) {
        if (!isId(id)) {
            throw new IllegalArgumentException("a key id has 1 to " + ID_LENGTH_MAX
                    + " characters a to z and 0 to 9: length=" + id.length() + "; name the key for instance k1");
        }
    }

    static boolean isId(String id) {
        return !id.isEmpty()
                && id.length() <= ID_LENGTH_MAX
                && id.chars().allMatch(unit -> (unit >= 'a' && unit <= 'z') || (unit >= '0' && unit <= '9'));
    }

    /** Returns the public name. */
    public String id() {
        return id;
    }

    SipHash secret() {
        return secret;
    }

    /** Returns the public name, never the secret. */
    @Override
    public String toString() {
        return "PermutationKey(" + id + ")";
    }
}
