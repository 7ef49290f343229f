package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.server.conformance.Rule.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code verify/lab/reports/members.md}, read: what each of its tables says that can be sent, and what comes of it. */
final class MembersPage {
    private static final Pattern HEADING = Pattern.compile("#+ (.*)");
    private static final Pattern ROW = Pattern.compile("\\| (`.*`) \\| (done|ignored|refused) \\| (.*?) ?\\|");
    private static final Pattern QUOTED = Pattern.compile("`([^`]*)`");

    /**
     * One row.
     *
     * @param section the heading above it
     * @param quoted what is sent; of a header field, it and the request before
     * @param why the reason or the remedy
     */
    record Row(String section, List<String> quoted, Outcome outcome, String why) {
        String sent() {
            return quoted.get(0);
        }

        /** Returns the name of the member or parameter. */
        String name() {
            return sent().startsWith("\"")
                    ? sent().substring(1, sent().indexOf('"', 1))
                    : sent().substring(0, (sent() + "=").indexOf('='));
        }

        @Override
        public String toString() {
            return section + ": " + String.join(" with ", quoted) + " is "
                    + outcome.name().toLowerCase(Locale.ROOT);
        }
    }

    private MembersPage() {}

    static List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        String section = "";
        for (String line : lines()) {
            Matcher heading = HEADING.matcher(line);
            Matcher row = ROW.matcher(line);
            if (heading.matches()) {
                section = heading.group(1);
            } else if (row.matches()) {
                List<String> quoted = QUOTED.matcher(row.group(1))
                        .results()
                        .map(text -> text.group(1))
                        .toList();
                Outcome outcome = Outcome.valueOf(row.group(2).toUpperCase(Locale.ROOT));
                rows.add(new Row(section, quoted, outcome, row.group(3)));
            }
        }
        assertThat(rows).hasSizeGreaterThan(200);
        return rows;
    }

    static List<Row> rows(String section) {
        List<Row> rows =
                rows().stream().filter(row -> row.section().equals(section)).toList();
        assertThat(rows).as(section).isNotEmpty();
        return rows;
    }

    private static List<String> lines() {
        try {
            return Files.readAllLines(Path.of("..", "verify", "lab", "reports", "members.md"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
