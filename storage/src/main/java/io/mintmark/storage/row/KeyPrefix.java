package io.mintmark.storage.row;

import io.mintmark.document.DocumentId;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The keys that begin with a prefix, as an interval of the order of their UTF-8 bytes. */
public final class KeyPrefix {
    /** Follows every legal text: no code point is larger, and no id is 600 code points long. */
    private static final String AFTER_ALL = new String(Character.toChars(Character.MAX_CODE_POINT)).repeat(600);

    /** Sorts before every character that an id may have, so what follows it sorts right after an id. */
    private static final char BEFORE_ALL = '\u0001';

    private KeyPrefix() {}

    /** Returns the least text that begins with {@code prefix} or comes after all that do, and follows {@code after}. */
    public static String lowerBound(String prefix, @Nullable DocumentId after) {
        if (after == null) {
            return prefix;
        }
        boolean within = Arrays.compareUnsigned(after.keyBytes(), prefix.getBytes(StandardCharsets.UTF_8)) >= 0;
        return within ? after.key() + BEFORE_ALL : prefix;
    }

    /** Returns the least text that is above all texts that begin with {@code prefix}. */
    public static String upperBound(String prefix) {
        int end = prefix.length();
        while (end > 0) {
            int last = prefix.codePointBefore(end);
            end -= Character.charCount(last);
            if (last < Character.MAX_CODE_POINT) {
                return prefix.substring(0, end) + Character.toString(next(last));
            }
        }
        return AFTER_ALL;
    }

    /** Surrogates are no characters of UTF-8: the one after U+D7FF is U+E000. */
    private static int next(int codePoint) {
        return codePoint == Character.MIN_SURROGATE - 1 ? Character.MAX_SURROGATE + 1 : codePoint + 1;
    }
}
