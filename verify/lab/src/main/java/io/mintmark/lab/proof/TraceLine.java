package io.mintmark.lab.proof;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One line of {@code strace -f -yy -o}: a whole system call, or the begin or end of one that another thread's calls
 * interrupted.
 *
 * @param thread whose call
 * @param phase which part of it
 * @param name the call's name
 * @param text its arguments as shown on this line, and its result
 */
record TraceLine(long thread, Phase phase, String name, String text) {
    private static final Pattern CALL = Pattern.compile("(\\d+)\\s+(\\w+)\\((.*)");
    private static final Pattern RESUMED = Pattern.compile("(\\d+)\\s+<\\.\\.\\. (\\w+) resumed>(.*)");
    private static final Pattern FILE = Pattern.compile("(\\d+)<(.*?)>(?:, .*|\\).*| <unfinished .*)");
    private static final Pattern RESULT = Pattern.compile(".*\\)\\s*= (-?\\d+)[^\"]*");
    private static final String UNFINISHED = "<unfinished ...>";

    /** Which part of a call a line shows. */
    enum Phase {
        BEGIN,
        END,
        WHOLE
    }

    /** Reads a line; empty if it tells of something else, such as a signal or the end of a thread. */
    static Optional<TraceLine> parse(String line) {
        Matcher resumed = RESUMED.matcher(line);
        if (resumed.matches()) {
            return Optional.of(
                    new TraceLine(Long.parseLong(resumed.group(1)), Phase.END, resumed.group(2), resumed.group(3)));
        }
        Matcher call = CALL.matcher(line);
        if (!call.matches()) {
            return Optional.empty();
        }
        Phase phase = call.group(3).endsWith(UNFINISHED) ? Phase.BEGIN : Phase.WHOLE;
        return Optional.of(new TraceLine(Long.parseLong(call.group(1)), phase, call.group(2), call.group(3)));
    }

    boolean begins() {
        return phase != Phase.END;
    }

    boolean ends() {
        return phase != Phase.BEGIN;
    }

    /** Returns the file or socket that the call is about, which only its begin shows. */
    Optional<OpenFile> file() {
        Matcher file = FILE.matcher(text);
        return begins() && file.matches()
                ? Optional.of(new OpenFile(Integer.parseInt(file.group(1)), file.group(2)))
                : Optional.empty();
    }

    /** Returns what the call came to, which only its end shows; empty if the process died in it. */
    OptionalLong result() {
        Matcher result = RESULT.matcher(text);
        return ends() && result.matches() ? OptionalLong.of(Long.parseLong(result.group(1))) : OptionalLong.empty();
    }

    /** Something that is open: its number, and its path or the ends of its connection. */
    record OpenFile(int number, String name) {
        boolean isSocket() {
            return name.startsWith("TCP") || name.startsWith("socket:");
        }

        /** Returns whether this is the write-ahead log of a database, not of the catalog of databases. */
        boolean isLog() {
            return name.endsWith("-wal") && name.contains("/database-");
        }
    }
}
