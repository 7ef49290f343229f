package io.mintmark.scramble;

import io.mintmark.number.InvalidIdException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A permutation whose key can be replaced: new numbers are published with the newest key, and those that older keys
 * published are still read.
 *
 * <p>The key's id travels with the number, because nothing in the number itself tells which key made it: read with the
 * wrong one, it is a valid number of somebody else's. So a key id names one secret for ever. A thing may have several
 * published numbers, one a key; do not compare published numbers, decode and compare those. Immutable, thread-safe.
 */
public final class RotatingPermutation {
    private final Permutation newest;
    private final Map<String, Permutation> byKeyId;

    private RotatingPermutation(Permutation newest, Map<String, Permutation> byKeyId) {
        this.newest = newest;
        this.byKeyId = byKeyId;
    }

    /**
     * Returns the mapping of 1 to {@code size} for a collection.
     *
     * @param keys the newest first, then every older one whose published numbers shall still be read; each id once
     * @param size as in {@link Permutation#of}; the same for all keys
     * @throws IllegalArgumentException if there is no key, or a key id comes twice, or {@code size} is below 1
     */
    public static RotatingPermutation of(List<PermutationKey> keys, String collection, long size) {
        if (keys.isEmpty()) {
            throw new IllegalArgumentException(
                    "a permutation needs a key: none given; make one with PermutationKey.of");
        }
        Map<String, Permutation> byKeyId = new LinkedHashMap<>();
        for (PermutationKey key : keys) {
            if (byKeyId.put(key.id(), Permutation.of(key, collection, size)) != null) {
                throw new IllegalArgumentException(
                        "a key id names one secret for ever: '" + key.id() + "' is given twice; name the new key anew");
            }
        }
        return new RotatingPermutation(Permutation.of(keys.get(0), collection, size), byKeyId);
    }

    /**
     * Publishes {@code number} with the newest key.
     *
     * @throws IllegalArgumentException if it is not from 1 to the size
     */
    public PublishedNumber encode(long number) {
        return new PublishedNumber(newest.keyId(), newest.encode(number));
    }

    /**
     * Returns the number that was published as {@code shown}, with whichever key.
     *
     * @throws InvalidIdException if no key here has that id, or the number is above the size: nobody published it, or
     *     somebody changed it on its way
     */
    public long decode(PublishedNumber shown) {
        Permutation permutation = byKeyId.get(shown.keyId());
        if (permutation == null) {
            throw new InvalidIdException("no key is called '" + shown.keyId() + "'; there are " + byKeyId.keySet()
                    + ": keep every key whose numbers are still out there, and refuse " + shown + " if none was");
        }
        return permutation.decode(shown.number());
    }

    /** Names everything but the secrets. */
    @Override
    public String toString() {
        return "Rotating" + newest + " reads " + byKeyId.keySet();
    }
}
