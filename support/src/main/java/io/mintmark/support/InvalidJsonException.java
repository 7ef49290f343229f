package io.mintmark.support;

import io.mintmark.MintmarkException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Says that bytes are not the expected JSON; the message names what was expected, and where. */
public final class InvalidJsonException extends MintmarkException {
    private static final long serialVersionUID = 1L;
    /** The parser's words for the place where an object or array began that did not end. */
    private static final Pattern BEGINNING =
            Pattern.compile("start marker at \\[Source: .*?; (line: \\d+, column: \\d+)]");

    /** The parser's words for a text that is longer than is decoded. */
    private static final Pattern TOO_LONG =
            Pattern.compile("^String (?:value )?length \\(\\d+\\) exceeds the maximum allowed \\((\\d+)");

    /** The parser's advice to its programmer, whom the sender is not. */
    private static final Pattern PARSER_SETTING = Pattern.compile(
            ": enable `[^`]+` to allow| \\(not recognized as one since Feature '[A-Z_]+' not enabled for parser\\)");

    /** The parser shows the mark itself, which nobody sees, and says where within it. */
    private static final Pattern BYTE_ORDER_MARK = Pattern.compile("^Unexpected character .*/ 0xfeff\\)");

    /** Creates an exception with a {@code message} for the sender of the bytes. */
    public InvalidJsonException(String message) {
        super(message);
    }

    /** Creates an exception from the parser's, with its position but without its own source excerpt. */
    public static InvalidJsonException of(com.fasterxml.jackson.core.JsonProcessingException e) {
        var location = e.getLocation();
        String where = location == null ? "" : " (at byte " + Math.max(0, location.getByteOffset()) + ")";
        Matcher tooLong = TOO_LONG.matcher(e.getOriginalMessage());
        if (tooLong.find()) {
            return new InvalidJsonException("A text in the body has more than the " + tooLong.group(1)
                    + " characters that are read here" + where + ": shorten it.");
        }
        if (BYTE_ORDER_MARK.matcher(e.getOriginalMessage()).find()) {
            return new InvalidJsonException(
                    "The body is not valid JSON: a byte order mark (U+FEFF) is no part of it: send UTF-8 without one.");
        }
        String said = BEGINNING.matcher(e.getOriginalMessage()).replaceFirst("it begins at $1");
        String bare = PARSER_SETTING.matcher(said).replaceAll("");
        return new InvalidJsonException("The body is not valid JSON: " + firstLine(bare) + where + ".");
    }

    private static String firstLine(String text) {
        int end = text.indexOf('\n');
        String line = end < 0 ? text : text.substring(0, end);
        return line.length() <= 200 ? line : line.substring(0, 200) + "…";
    }
}
