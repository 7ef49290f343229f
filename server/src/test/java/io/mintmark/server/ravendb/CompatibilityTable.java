package io.mintmark.server.ravendb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A table of verify/lab/reports/ravendb-clients.md with a row for each scenario and a column for each client. */
record CompatibilityTable(List<String> columns, List<List<String>> rows) {
    private static final Path PAGE = Path.of("..", "verify", "lab", "reports", "ravendb-clients.md");
    private static final String HEAD = "| Scenario | ";
    private static final String HEAD_OF_CLEARANCES = "| Scenario of clearances | ";
    /** What stands where a client has no such scenario. */
    private static final String NONE = "–";

    /** Reads the table of what all clients do. */
    static CompatibilityTable read() throws IOException {
        return read(HEAD);
    }

    /** Reads the table of what callers of each clearance may do. */
    static CompatibilityTable ofClearances() throws IOException {
        return read(HEAD_OF_CLEARANCES);
    }

    private static CompatibilityTable read(String begin) throws IOException {
        List<String> lines = Files.readAllLines(PAGE);
        int head = 0;
        while (!lines.get(head).startsWith(begin)) {
            head++;
        }
        List<List<String>> rows = new ArrayList<>();
        for (String row : lines.subList(head + 2, lines.size())) {
            if (!row.startsWith("|")) {
                break;
            }
            rows.add(cells(row));
        }
        return new CompatibilityTable(cells(lines.get(head)), rows);
    }

    /** Returns the scenarios that the column of the client marks. */
    List<String> scenariosOf(String client) {
        int column = columnOf(client);
        return rows.stream()
                .filter(row -> !row.get(column).equals(NONE))
                .map(row -> row.get(0))
                .toList();
    }

    /** Returns what the column of the client says, without repeats. */
    List<String> cellsOf(String client) {
        int column = columnOf(client);
        return rows.stream()
                .map(row -> row.get(column))
                .filter(cell -> !cell.equals(NONE))
                .distinct()
                .toList();
    }

    private int columnOf(String client) {
        int column = columns.indexOf(client);
        if (column < 1) {
            throw new AssertionError(
                    "verify/lab/reports/ravendb-clients.md has no column " + client + " but " + columns);
        }
        return column;
    }

    private static List<String> cells(String row) {
        return Arrays.stream(row.substring(1, row.lastIndexOf('|')).split("\\|"))
                .map(String::strip)
                .toList();
    }
}
