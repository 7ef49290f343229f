package io.mintmark.support;

import io.mintmark.internal.Printable;
import java.util.List;

/**
 * An event of a log with its members: one line of text for people, and the members themselves for programs that read
 * JSON. Immutable.
 *
 * <p>Given as the only argument of the format {@code {}}, it is its text for each logging library. The text is made
 * where the entry is, and values from outside must be escaped there.
 *
 * @param event what happened, in a word or two that no caller chose
 * @param members what belongs to it, in order; a name may come several times
 * @param text the line
 */
public record LogEntry(String event, List<Member> members, String text) {
    private static final int VALUE_CHARS_MAX = 256;

    /** Copies the members. */
    public LogEntry {
        members = List.copyOf(members);
    }

    /**
     * A member.
     *
     * @param name its name, which no caller chose
     * @param value a text, as it came from outside and cut, or a number
     */
    public record Member(String name, Object value) {
        /** Returns a member with a text that is cut where it is long. */
        public static Member of(String name, String value) {
            String cut = Printable.cut(value, VALUE_CHARS_MAX);
            return new Member(name, cut.length() < value.length() ? cut + "…" : cut);
        }
    }

    /**
     * Returns an entry whose text is the event and each member as {@code name="value"}, so that none can forge another
     * one.
     */
    public static LogEntry of(String event, List<Member> members) {
        StringBuilder line = new StringBuilder(160).append(event);
        for (Member member : members) {
            line.append(' ').append(member.name()).append("=\"");
            appendEscaped(line, String.valueOf(member.value()));
            line.append('"');
        }
        return new LogEntry(event, members, line.toString());
    }

    private static void appendEscaped(StringBuilder line, String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                line.append('\\').append(c);
            } else if ((c < ' ' || c > '~') && !(c == '…' && i == VALUE_CHARS_MAX)) {
                line.append(String.format("\\u%04x", (int) c));
            } else {
                line.append(c);
            }
        }
    }

    /** Returns the line. */
    @Override
    public String toString() {
        return text;
    }
}
