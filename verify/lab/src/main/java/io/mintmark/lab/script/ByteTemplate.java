package io.mintmark.lab.script;

import static io.mintmark.lab.script.Macros.CLOSE;
import static io.mintmark.lab.script.Macros.OPEN;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Bytes described by a text. What is not in brackets is sent as UTF-8, {@code ↵} as CR and LF. Brackets say:
 *
 * <ul>
 *   <li>{@code ⟦1000×text⟧} the text so many times, {@code ⟦1000,text⟧} the same with commas between them;
 *   <li>{@code ⟦i⟧} how often the repetition around it was there before, {@code ⟦t⟧} the number of the turn; either
 *       with operations from left to right, as {@code ⟦i%16+1⟧}, and also as a count; {@code Ki} and {@code Mi} end a
 *       number;
 *   <li>{@code ⟦x:28b5⟧} bytes in hexadecimal digits;
 *   <li>{@code ⟦name:text⟧} or {@code ⟦name 20:text⟧} what a {@link Form} makes of the text.
 * </ul>
 *
 * <p>Not thread-safe while bytes are made the first time.
 */
public final class ByteTemplate {
    private static final Pattern HEX = Pattern.compile("x:([0-9a-f]*)");
    private static final Pattern FORM = Pattern.compile("([a-z]+)(?: (\\d+))?:");
    private static final Pattern REPETITION = Pattern.compile("([^×,⟦⟧]+)([×,])");
    private static final Pattern NUMBER = Pattern.compile("[^⟦⟧]+");

    private final String text;
    private final Part whole;
    private int at;
    private byte @Nullable [] made;

    private ByteTemplate(String text) {
        this.text = text.replace("↵", "\r\n");
        this.whole = sequence();
        if (at < this.text.length()) {
            throw new IllegalArgumentException("each bracket must be opened: " + text);
        }
    }

    /** Reads a text in which no name stands any more. */
    public static ByteTemplate of(String text) {
        return new ByteTemplate(text);
    }

    /** Returns the bytes of a turn; they are made once if they are the same in each turn. */
    public byte[] bytes(long index, long turn) {
        byte[] known = made;
        if (known != null) {
            return known;
        }
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        try {
            whole.write(all, index, turn);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        byte[] bytes = all.toByteArray();
        made = whole.varies() ? null : bytes;
        return bytes;
    }

    /** Returns the bytes that are the same in each turn. */
    public byte[] bytes() {
        return bytes(0, 0);
    }

    private Part sequence() {
        List<Part> parts = new ArrayList<>();
        int begin = at;
        while (at < text.length() && text.charAt(at) != CLOSE) {
            if (text.charAt(at) == OPEN) {
                parts.add(Part.of(text.substring(begin, at).getBytes(StandardCharsets.UTF_8)));
                at++;
                parts.add(bracket());
                at++;
                begin = at;
            } else {
                at++;
            }
        }
        parts.add(Part.of(text.substring(begin, at).getBytes(StandardCharsets.UTF_8)));
        return Part.all(parts);
    }

    private Part bracket() {
        Matcher found = find(HEX);
        if (found != null) {
            return Part.of(HexFormat.of().parseHex(found.group(1)));
        }
        found = find(FORM);
        if (found != null) {
            int size = found.group(2) == null ? 0 : Integer.parseInt(found.group(2));
            return Form.named(found.group(1)).of(size, sequence());
        }
        found = find(REPETITION);
        if (found != null) {
            return Part.repeated(Count.parse(found.group(1)), found.group(2).equals(","), sequence());
        }
        found = find(NUMBER);
        return Part.of(Count.parse(found == null ? "" : found.group()));
    }

    /** Goes behind what the pattern finds here; null if it finds nothing. */
    private @Nullable Matcher find(Pattern pattern) {
        Matcher matcher = pattern.matcher(text).region(at, text.length());
        if (!matcher.lookingAt()) {
            return null;
        }
        at = matcher.end();
        return matcher;
    }
}
