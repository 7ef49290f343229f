package io.mintmark.indexes.rows;

import io.mintmark.indexes.expression.EvaluationException;
import io.mintmark.internal.Printable;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How a date in ISO 8601 is written anew: {@code yyyy MM dd HH mm ss} stand for its parts, anything else that is no
 * letter for itself. The date is taken as it is spelt, whatever its zone.
 */
final class DatePattern {
    private static final Pattern PARTS = Pattern.compile("([A-Za-z])\\1*|[^A-Za-z]");
    private static final Pattern ISO =
            Pattern.compile("(\\d{4})-(\\d\\d)-(\\d\\d)(?:[T ](\\d\\d):(\\d\\d)(?::(\\d\\d))?.*)?");

    private static final Map<String, Integer> GROUPS = groups();

    private final String format;

    private DatePattern(String format) {
        this.format = format;
    }

    private static Map<String, Integer> groups() {
        Map<String, Integer> groups = new LinkedHashMap<>();
        for (String part : new String[] {"yyyy", "MM", "dd", "HH", "mm", "ss"}) {
            groups.put(part, groups.size() + 1);
        }
        return groups;
    }

    static DatePattern parse(String pattern, String format) {
        boolean isKnown = PARTS.matcher(format)
                .results()
                .map(MatchResult::group)
                .allMatch(part -> GROUPS.containsKey(part) || !Character.isLetter(part.charAt(0)));
        if (!isKnown || format.isBlank()) {
            throw new InvalidPatternException(
                    pattern,
                    "has the format '" + format
                            + "', of which this server knows yyyy, MM, dd, HH, mm, ss and what is no letter");
        }
        return new DatePattern(format);
    }

    String of(String date) {
        Matcher iso = ISO.matcher(date);
        if (!iso.matches() || !isDate(iso)) {
            throw new EvaluationException("The value '" + Printable.brief(date) + "' is no date in ISO 8601, but '"
                    + format + "' is a format of dates.");
        }
        return PARTS.matcher(format).replaceAll(part -> Matcher.quoteReplacement(text(part.group(), iso)));
    }

    /** Returns the format, whose letters stand for digits. */
    String text() {
        return format.replaceAll("[A-Za-z]", "0");
    }

    private static boolean isDate(Matcher iso) {
        try {
            return LocalDate.of(number(iso, 1), number(iso, 2), number(iso, 3)).getYear() > 0
                    && number(iso, 4) < 24
                    && number(iso, 5) < 60
                    && number(iso, 6) < 60;
        } catch (DateTimeException none) {
            return false;
        }
    }

    private static int number(Matcher iso, int group) {
        String digits = iso.group(group);
        return digits == null ? 0 : Integer.parseInt(digits);
    }

    private static String text(String part, Matcher iso) {
        Integer group = GROUPS.get(part);
        if (group == null) {
            return part;
        }
        String digits = iso.group(group);
        return digits == null ? "00" : digits;
    }
}
