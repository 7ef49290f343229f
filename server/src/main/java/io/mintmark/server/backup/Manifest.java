package io.mintmark.server.backup;

import io.mintmark.internal.FailureText;
import io.mintmark.internal.Sha256;
import io.mintmark.storage.Image;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The last entry of a backup, which makes it complete: what is in it, and how far it had come. Lines of words, and in
 * the end the digest of those lines.
 *
 * @param version the Mintmark that made it
 * @param node the tag of its node
 * @param begun when it began; what was acknowledged before is in it
 * @param ended when the last file was read
 * @param files every file that belongs to it, by name
 * @param databases the databases in it, by number
 */
public record Manifest(
        String version,
        String node,
        Instant begun,
        Instant ended,
        Map<String, Digested> files,
        List<Database> databases) {
    /** The name of the entry. */
    public static final String NAME = "manifest";

    private static final String FIRST_LINE = "mintmark-backup 1";

    /**
     * A file of the backup.
     *
     * @param bytes how many bytes it has
     * @param sha256 their digest, in hexadecimal digits
     */
    public record Digested(long bytes, String sha256) {}

    /**
     * A database of the backup.
     *
     * @param number the number in the name of its file
     * @param position how far it had come
     * @param name its name
     */
    public record Database(long number, Image.Position position, String name) {}

    /** Returns it as it stands in a backup. */
    byte[] bytes() {
        StringBuilder lines = new StringBuilder(FIRST_LINE).append('\n');
        line(lines, "version", encoded(version));
        line(lines, "node", encoded(node));
        line(lines, "begun", begun);
        line(lines, "ended", ended);
        files.forEach((name, file) -> line(lines, "file", name, file.bytes, file.sha256));
        for (Database each : databases) {
            Image.Position at = each.position;
            line(
                    lines,
                    "database",
                    each.number,
                    at.databaseId(),
                    at.incarnation(),
                    at.etag(),
                    at.leaseSerial(),
                    encoded(each.name));
        }
        String text = lines.toString();
        return (text + "end " + Sha256.of(text.getBytes(StandardCharsets.UTF_8)) + '\n')
                .getBytes(StandardCharsets.UTF_8);
    }

    private static void line(StringBuilder lines, Object... words) {
        for (int i = 0; i < words.length; i++) {
            lines.append(i == 0 ? "" : " ").append(words[i]);
        }
        lines.append('\n');
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /** Reads one; refuses what is damaged, or of a newer form. */
    static Manifest parse(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        String first = text.lines().findFirst().orElse("");
        if (!first.equals(FIRST_LINE) && first.matches("mintmark-backup [0-9]+")) {
            throw new BackupException("its form is newer (" + first + "): restore it with the Mintmark that made it");
        }
        int end = text.lastIndexOf("end ");
        if (end < 0
                || !text.substring(end)
                        .equals("end " + Sha256.of(text.substring(0, end).getBytes(StandardCharsets.UTF_8)) + '\n')) {
            throw new BackupException("its manifest is damaged");
        }
        try {
            return parse(text.substring(0, end).lines().skip(1).toList());
        } catch (IllegalArgumentException | DateTimeException | IndexOutOfBoundsException e) {
            throw new BackupException("its manifest cannot be read (" + FailureText.of(e) + ")", e);
        }
    }

    private static Manifest parse(List<String> lines) {
        Map<String, Digested> files = new TreeMap<>();
        List<Database> databases = new ArrayList<>();
        for (String line : lines.subList(4, lines.size())) {
            String[] words = line.split(" ", -1);
            if (words[0].equals("file")) {
                files.put(words[1], new Digested(Long.parseLong(words[2]), words[3]));
            } else {
                databases.add(database(words));
            }
        }
        return new Manifest(
                decoded(value(lines, 0, "version")),
                decoded(value(lines, 1, "node")),
                Instant.parse(value(lines, 2, "begun")),
                Instant.parse(value(lines, 3, "ended")),
                files,
                databases);
    }

    private static Database database(String... words) {
        require(words[0], "database");
        return new Database(
                Long.parseLong(words[1]),
                new Image.Position(
                        words[2], Long.parseLong(words[3]), Long.parseLong(words[4]), Long.parseLong(words[5])),
                decoded(words[6]));
    }

    private static String value(List<String> lines, int index, String word) {
        String line = lines.get(index);
        int space = line.indexOf(' ');
        require(line.substring(0, Math.max(0, space)), word);
        return line.substring(space + 1);
    }

    private static void require(String found, String word) {
        if (!found.equals(word)) {
            throw new IllegalArgumentException("'" + found + "' stands where '" + word + "' must");
        }
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
