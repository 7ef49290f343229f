package io.mintmark.web.http;

import io.mintmark.internal.Printable;
import io.mintmark.protocol.ErrorType;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Decodes percent-encoding strictly: what is malformed is refused, never guessed. */
final class UriDecoder {
    private UriDecoder() {}

    /** Decodes one segment of a path, where a plus sign is a plus sign. */
    static String segment(String encoded) {
        return decode(encoded, '+');
    }

    /** Decodes a name or value of a query, where a plus sign is a space. */
    static String query(String encoded) {
        return decode(encoded, ' ');
    }

    private static String decode(String encoded, char plus) {
        byte[] source = utf8(encoded);
        byte[] target = new byte[source.length];
        int length = 0;
        int all = 0;
        for (int i = 0; i < source.length; i++) {
            byte b = source[i];
            if (b == '%') {
                b = octet(source, i, encoded);
                i += 2;
            } else if (b == '+') {
                b = (byte) plus;
            }
            target[length++] = b;
            all |= b;
        }
        // A byte above ASCII is negative; without one there is nothing to check.
        return all >= 0
                ? new String(target, 0, length, StandardCharsets.US_ASCII)
                : text(ByteBuffer.wrap(target, 0, length), encoded);
    }

    /** Half a character would become a question mark; a request inside another one may have it. */
    private static byte[] utf8(String encoded) {
        if (!Printable.encodable(encoded).equals(encoded)) {
            throw malformed(encoded, "what is not encoded must be whole characters");
        }
        return encoded.getBytes(StandardCharsets.UTF_8);
    }

    private static byte octet(byte[] source, int at, String encoded) {
        int high = at + 2 < source.length ? Character.digit(source[at + 1], 16) : -1;
        int low = at + 2 < source.length ? Character.digit(source[at + 2], 16) : -1;
        if (high < 0 || low < 0) {
            throw malformed(encoded, "each % must be followed by two hexadecimal digits");
        }
        return (byte) (high << 4 | low);
    }

    private static String text(ByteBuffer utf8, String encoded) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(utf8).toString();
        } catch (CharacterCodingException e) {
            throw malformed(encoded, "what is encoded must be UTF-8");
        }
    }

    private static ApiException malformed(String encoded, String rule) {
        return new ApiException(
                ErrorType.BAD_REQUEST, "Malformed percent-encoding, " + rule + ": '" + Printable.brief(encoded) + "'.");
    }
}
