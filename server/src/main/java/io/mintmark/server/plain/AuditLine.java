package io.mintmark.server.plain;

import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.support.InvalidJsonException;
import io.mintmark.support.Json;
import io.mintmark.support.LogEntry;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line of the audit log, read back from either of its forms, text or JSON. Immutable.
 *
 * @param at when it was written, as it says
 * @param act what was done
 * @param members what belongs to it, in order; a name may come several times
 */
record AuditLine(String at, String act, List<LogEntry.Member> members) {
    private static final Json JSON = new Json(8);

    /** Time, level, logger, act, and the members with a space before each. */
    private static final Pattern TEXT = Pattern.compile("(\\S+Z) \\S+ +[\\w.]+: (\\S+)((?: .*)?)");

    private static final Pattern MEMBER = Pattern.compile(" ([\\w.-]+)=\"([^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+)\"");
    private static final Pattern ESCAPE = Pattern.compile("\\\\(?:u([0-9a-f]{4})|(.))");

    /** Returns what {@code line} says, or nothing where it is none of the log's. */
    static Optional<AuditLine> read(String line) {
        return line.startsWith("{") ? ofJson(line) : ofText(line);
    }

    private static Optional<AuditLine> ofText(String line) {
        Matcher whole = TEXT.matcher(line);
        if (!whole.matches()) {
            return Optional.empty();
        }
        List<LogEntry.Member> members = new ArrayList<>();
        Matcher member = MEMBER.matcher(whole.group(3));
        int end = 0;
        while (member.find(end) && member.start() == end) {
            members.add(new LogEntry.Member(member.group(1), unescaped(member.group(2))));
            end = member.end();
        }
        return end == whole.group(3).length()
                ? Optional.of(new AuditLine(whole.group(1), whole.group(2), List.copyOf(members)))
                : Optional.empty();
    }

    private static String unescaped(String value) {
        return ESCAPE.matcher(value)
                .replaceAll(found -> Matcher.quoteReplacement(
                        found.group(1) == null
                                ? found.group(2)
                                : Character.toString(Integer.parseInt(found.group(1), 16))));
    }

    private static Optional<AuditLine> ofJson(String line) {
        try {
            JsonNode event = JSON.object(line.getBytes(StandardCharsets.UTF_8));
            if (!event.path("time").isTextual() || !event.path("message").isTextual()) {
                return Optional.empty();
            }
            List<LogEntry.Member> members = new ArrayList<>();
            event.path("fields").properties().forEach(field -> add(field.getKey(), field.getValue(), members));
            return Optional.of(new AuditLine(
                    event.path("time").asText(), event.path("message").asText(), List.copyOf(members)));
        } catch (InvalidJsonException e) {
            return Optional.empty();
        }
    }

    private static void add(String name, JsonNode value, List<LogEntry.Member> members) {
        if (value.isArray()) {
            value.forEach(each -> members.add(new LogEntry.Member(name, each.asText())));
        } else {
            members.add(new LogEntry.Member(name, value.asText()));
        }
    }

    /** Returns the first value of a member, or nothing where it has none. */
    String value(String name) {
        return members.stream()
                .filter(member -> member.name().equals(name))
                .map(member -> String.valueOf(member.value()))
                .findFirst()
                .orElse("");
    }

    /** Returns whether {@code text}, in any case, is part of what the act was done to. */
    boolean isAbout(String text) {
        String wanted = text.toLowerCase(Locale.ROOT);
        return about().stream()
                .anyMatch(member ->
                        String.valueOf(member.value()).toLowerCase(Locale.ROOT).contains(wanted));
    }

    /** Returns the members that say what the act was done to. */
    List<LogEntry.Member> about() {
        return members.stream()
                .filter(member -> !List.of("by", "from", "outcome").contains(member.name()))
                .toList();
    }
}
