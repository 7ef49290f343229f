package io.mintmark.lab.script;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A number that may depend on the index of a repetition or on the turn. */
record Count(String text, boolean usesIndex, boolean usesTurn) {
    private static final Pattern FIRST = Pattern.compile("(i|t|\\d+)(Ki|Mi)?((?:[/%+*]\\d+)*)");
    private static final Pattern NEXT = Pattern.compile("([/%+*])(\\d+)");

    static Count parse(String text) {
        Matcher first = FIRST.matcher(text);
        if (!first.matches()) {
            throw new IllegalArgumentException("a number must be digits, i or t, and operations: " + text);
        }
        return new Count(text, first.group(1).equals("i"), first.group(1).equals("t"));
    }

    long at(long index, long turn) {
        Matcher first = FIRST.matcher(text);
        boolean ignored = first.matches();
        long value = usesIndex ? index : usesTurn ? turn : Long.parseLong(first.group(1));
        value *= "Mi".equals(first.group(2)) ? 1 << 20 : "Ki".equals(first.group(2)) ? 1 << 10 : 1;
        for (Matcher next = NEXT.matcher(first.group(3)); next.find(); ) {
            long other = Long.parseLong(next.group(2));
            value = switch (next.group(1)) {
                case "/" -> value / other;
                case "%" -> value % other;
                case "*" -> value * other;
                default -> value + other;
            };
        }
        return value;
    }
}
