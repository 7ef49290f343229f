package io.mintmark.lab.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A Markdown page of figures: headings, and tables below them. */
final class PublishedPage {
    private final String name;
    private final List<String> lines;

    PublishedPage(String name, List<String> lines) {
        this.name = name;
        this.lines = List.copyOf(lines);
    }

    static PublishedPage read(Path file) throws IOException {
        return new PublishedPage(String.valueOf(file.getFileName()), Files.readAllLines(file));
    }

    /**
     * Returns the first table below these headings, each of which lies in the section of the one before.
     *
     * @param headings with their {@code #}; none for the first table of the page
     */
    PublishedTable table(String... headings) {
        int at = 0;
        int outer = 0;
        for (String heading : headings) {
            at = below(heading, at, outer);
            outer = level(heading);
        }
        String where = name + (headings.length == 0 ? "" : ", " + String.join(", ", headings));
        return PublishedTable.of(where, tableFrom(at));
    }

    /**
     * Returns the line after {@code heading}, which is looked for before the next heading of level {@code outer} or
     * above.
     */
    private int below(String heading, int from, int outer) {
        for (int i = from; i < lines.size(); i++) {
            if (lines.get(i).equals(heading)) {
                return i + 1;
            }
            int level = level(lines.get(i));
            if (level > 0 && level <= outer) {
                break;
            }
        }
        throw new IllegalArgumentException("a picture needs the heading \"" + heading + "\", which " + name
                + " does not have where it is looked for; restore it, or change the picture in verify/lab/src/main");
    }

    private List<String> tableFrom(int start) {
        List<String> table = new ArrayList<>();
        for (String line : lines.subList(start, lines.size())) {
            if (line.startsWith("|")) {
                table.add(line);
            } else if (!table.isEmpty() || (start > 0 && level(line) > 0)) {
                break;
            }
        }
        return table;
    }

    private static int level(String line) {
        int level = 0;
        while (level < line.length() && line.charAt(level) == '#') {
            level++;
        }
        return level;
    }
}
