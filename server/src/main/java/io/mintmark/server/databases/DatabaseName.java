package io.mintmark.server.databases;

import io.mintmark.protocol.ErrorType;
import io.mintmark.web.http.ApiException;

/**
 * Which names a database may bear: ASCII letters, digits, {@code _}, {@code .} and {@code -}, the last two not first.
 */
final class DatabaseName {
    private DatabaseName() {}

    /** Returns the name, or refuses it with the rule that it breaks. */
    static String require(String name, int charsMax) {
        if (name.length() > charsMax) {
            throw new ApiException(
                    ErrorType.ARGUMENT,
                    "A database name has at most " + charsMax + " characters, but this one has " + name.length() + ".");
        }
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (!isLegal(c)) {
                throw new ApiException(
                        ErrorType.ARGUMENT,
                        "A database name has only the characters A-Z a-z 0-9 _ . -, but this one has "
                                + String.format("U+%04X", (int) c) + " at position " + i + ".");
            }
        }
        if (name.startsWith(".") || name.startsWith("-")) {
            throw new ApiException(
                    ErrorType.ARGUMENT,
                    "A database name begins with a letter, a digit or _, because '.' and '..' mean other things in a"
                            + " path: '" + name + "'.");
        }
        return name;
    }

    private static boolean isLegal(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || "_.-".indexOf(c) >= 0;
    }
}
