package io.mintmark.lab.hostile;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a server printed, read in pieces: each piece once. */
final class ServerLog {
    /** The begin of an entry, with its level. */
    private static final Pattern HEAD = Pattern.compile("^\\S+ (ERROR|WARN|INFO|DEBUG|TRACE) ");

    private static final Pattern FRAME = Pattern.compile("^\\s+at [\\w.$/<>@-]+\\(");
    private static final int SHOWN_CHARS = 400;

    private final List<Path> files;
    private final Map<Path, Long> read = new HashMap<>();

    ServerLog(Path... files) {
        this.files = List.of(files);
    }

    /**
     * A piece of a log.
     *
     * @param bytes how long it is
     * @param outOfMemory lines that name an {@code OutOfMemoryError}
     * @param incidents entries of level ERROR, and stack traces of other entries or of none
     * @param warnings entries of level WARN
     * @param first the first line that counts as something of these; empty if none does
     */
    record Piece(long bytes, int outOfMemory, int incidents, int warnings, String first) {
        static final Piece NOTHING = new Piece(0, 0, 0, 0, "");

        Piece and(Piece other) {
            return new Piece(
                    bytes + other.bytes,
                    outOfMemory + other.outOfMemory,
                    incidents + other.incidents,
                    warnings + other.warnings,
                    first.isEmpty() ? other.first : first);
        }
    }

    /** Returns what came since the last call. */
    Piece next() throws IOException {
        Piece all = Piece.NOTHING;
        for (Path file : files) {
            all = all.and(next(file));
        }
        return all;
    }

    private Piece next(Path file) throws IOException {
        try (SeekableByteChannel channel = Files.newByteChannel(file)) {
            long begin = read.getOrDefault(file, 0L);
            long end = channel.size();
            read.put(file, end);
            BufferedReader lines = new BufferedReader(
                    new InputStreamReader(Channels.newInputStream(channel.position(begin)), StandardCharsets.UTF_8));
            Counts counts = new Counts();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                counts.take(line);
            }
            return new Piece(end - begin, counts.outOfMemory, counts.incidents, counts.warnings, counts.first);
        }
    }

    private static final class Counts {
        private int outOfMemory;
        private int incidents;
        private int warnings;
        private String first = "";
        private boolean inTrace;

        void take(String line) {
            Matcher head = HEAD.matcher(line);
            String level = head.find() ? head.group(1) : line.startsWith("Exception in thread") ? "ERROR" : "";
            boolean isNewTrace = FRAME.matcher(line).find() && !inTrace;
            boolean isIncident = level.equals("ERROR") || isNewTrace;
            boolean isWarning = level.equals("WARN");
            boolean isOutOfMemory = line.contains("OutOfMemoryError");
            incidents += isIncident ? 1 : 0;
            warnings += isWarning ? 1 : 0;
            outOfMemory += isOutOfMemory ? 1 : 0;
            inTrace = isIncident || (inTrace && level.isEmpty());
            if (first.isEmpty() && (isIncident || isWarning || isOutOfMemory)) {
                first = line.length() <= SHOWN_CHARS ? line : line.substring(0, SHOWN_CHARS);
            }
        }
    }
}
