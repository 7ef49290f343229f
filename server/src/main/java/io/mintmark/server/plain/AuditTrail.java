package io.mintmark.server.plain;

import io.mintmark.internal.Sha256;
import io.mintmark.protocol.ErrorType;
import io.mintmark.web.http.ApiException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The lines of the audit log on disk, the newest first: those of its file, then those of the full ones, {@code FILE.1}
 * before {@code FILE.2}. Thread-safe; the log is written and rotated meanwhile.
 *
 * <p>A page looks at a few MiB at most, whatever is searched for. A place in the log is named by the digest of its
 * file's first bytes and an offset, so it stays right when the file gets another name.
 *
 * @param file where the log is written to
 */
record AuditTrail(Path file) {
    /** As many full files as Logback keeps at most. */
    private static final int FULL_FILES_MAX = 20;

    /** A line begins with its time, to the millisecond. */
    private static final int MARKED_BYTES = 512;

    private static final int MARK_CHARS = 16;

    /**
     * Some lines.
     *
     * @param lines those that were looked for, the newest first
     * @param unread how many others could not be understood
     * @param next names the place where to go on, unless the oldest line was looked at
     */
    record Page(List<AuditLine> lines, int unread, Optional<String> next) {}

    /** A place in the log. */
    private record Place(String mark, long offset) {
        private static final Pattern FORM = Pattern.compile("([0-9a-f]{" + MARK_CHARS + "})\\.([0-9]{1,15})");

        static Place parse(String text) {
            Matcher place = FORM.matcher(text);
            if (!place.matches()) {
                throw new ApiException(
                        ErrorType.ARGUMENT, "before must be what another page says as next: before=" + text);
            }
            return new Place(place.group(1), Long.parseLong(place.group(2)));
        }

        @Override
        public String toString() {
            return mark + '.' + offset;
        }
    }

    /** Returns the newest lines before a place, or before the end of the log. */
    Page read(Predicate<AuditLine> wanted, int limit, Optional<String> before) throws IOException {
        AuditSearch search = new AuditSearch(wanted, limit);
        Optional<Place> from = before.map(Place::parse);
        String last = "";
        for (int i = 0; i <= FULL_FILES_MAX; i++) {
            try (FileChannel opened = FileChannel.open(i == 0 ? file : Path.of(file + "." + i))) {
                String mark = mark(opened);
                // A file that got its next name meanwhile is met twice.
                if (mark.isEmpty() || mark.equals(last) || isElsewhere(from, mark)) {
                    continue;
                }
                long end = from.map(Place::offset).orElse(opened.size());
                long rest = search.through(opened, Math.min(end, opened.size()));
                if (rest > 0) {
                    return search.page(Optional.of(new Place(mark, rest).toString()));
                }
                last = mark;
                from = Optional.empty();
            } catch (NoSuchFileException e) {
                // The first one is away for a moment while it gets its next name.
                if (i > 0) {
                    break;
                }
            }
        }
        requireFound(from);
        return search.page(Optional.empty());
    }

    private static boolean isElsewhere(Optional<Place> place, String mark) {
        return place.isPresent() && !place.get().mark().equals(mark);
    }

    private static void requireFound(Optional<Place> place) {
        if (place.isPresent()) {
            throw new ApiException(
                    ErrorType.NOT_FOUND,
                    "The audit log has no such place any more, since its file was rotated away: begin anew, without"
                            + " before.");
        }
    }

    /** Returns what tells a file from all others of the log, or nothing while it has no line. */
    private static String mark(FileChannel opened) throws IOException {
        byte[] begin = AuditSearch.bytes(opened, 0, MARKED_BYTES);
        int end = AuditSearch.lineEnd(begin);
        return end < begin.length || end == MARKED_BYTES
                ? Sha256.of(Arrays.copyOf(begin, end)).substring(0, MARK_CHARS)
                : "";
    }
}
