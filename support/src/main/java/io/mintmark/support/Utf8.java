package io.mintmark.support;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * Checks that bytes are UTF-8. A JSON parser that skips a text does not look closely, and bytes that are kept as
 * received are sent to other clients later.
 */
final class Utf8 {
    private Utf8() {}

    /** Refuses bytes that are not UTF-8: overlong forms, surrogates, and sequences that are cut short. */
    static void require(byte[] bytes, int offset, int length) {
        if (isAscii(bytes, offset, length)) {
            return;
        }
        try {
            StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(bytes, offset, length));
        } catch (CharacterCodingException e) {
            throw new InvalidJsonException("The JSON must be UTF-8, but a text in it is not: " + e.getMessage() + ".");
        }
    }

    private static boolean isAscii(byte[] bytes, int offset, int length) {
        for (int i = offset; i < offset + length; i++) {
            if (bytes[i] < 0) {
                return false;
            }
        }
        return true;
    }
}
