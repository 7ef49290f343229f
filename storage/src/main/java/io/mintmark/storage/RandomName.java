package io.mintmark.storage;

import io.mintmark.RandomBytes;
import java.util.Base64;

/** Makes names that are never made twice: 22 characters for 128 random bits. */
public final class RandomName {
    private static final int BYTES = 16;

    private RandomName() {}

    /** Returns a new name. */
    public static String of(RandomBytes random) {
        return Base64.getEncoder().withoutPadding().encodeToString(random.take(BYTES));
    }
}
