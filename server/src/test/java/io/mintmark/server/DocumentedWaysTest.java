package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.server.TestServer.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tables of six ways to name a document in {@code README.md} and {@code docs/http.md}: what a row sends gives what it says. */
class DocumentedWaysTest extends OverHttp {
    private static final String HEADING = "## Six ways to name a document";
    private static final String GUID = "[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}";

    /** What is sent as id, and what the document is called then. */
    private record Way(String sent, String named) {
        static Way of(String row) {
            List<String> cells = Arrays.stream(row.split("\\|"))
                    .map(cell -> cell.replaceAll("</?code>|`", "")
                            .replace("&#124;", "|")
                            .strip())
                    .toList();
            return new Way(cells.get(1), cells.get(2));
        }
    }

    private static List<Way> ways(String page) throws IOException {
        return Files.readAllLines(Path.of("..", page)).stream()
                .dropWhile(line -> !line.equals(HEADING))
                .skip(1)
                .takeWhile(line -> !line.startsWith("## "))
                .filter(line -> line.startsWith("| ") && !line.startsWith("| You send"))
                .map(Way::of)
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"README.md", "docs/http.md"})
    void shouldNameDocumentsAsEachRowSays(String page) throws IOException {
        List<Way> ways = ways(page);
        assertThat(ways).hasSize(6);
        index();

        for (Way way : ways) {
            assertThat(nameOf(way)).as("%s", way).matches(expected(way.named()));
        }
    }

    private String nameOf(Way way) {
        if (way.sent().equals("–")) {
            put("products/1", Bodies.in("Products", "'Category':'Beverages'"));
            catchUp();
            return ids("CategoryCounts/").get(0);
        }
        String id = way.sent();
        if (id.contains(",")) {
            // As a client makes it from its range.
            Answer range = next("tag=users");
            id = range.text("Prefix") + range.text("Low") + "-" + range.text("ServerTag");
        }
        return put(id.equals("nothing") ? "" : id, "{}").text("Id");
    }

    /** Numbers and names are those of a database that is new, but a GUID is another one each time. */
    private static String expected(String named) {
        if (named.matches(GUID)) {
            return GUID;
        }
        // The number is the database's, and moves with each write.
        return named.matches("users/[0-9]{19}-A") ? "users/[0-9]{19}-A" : Pattern.quote(named);
    }

    private void index() {
        String index = Bodies.counting("n", "Products", "Category", "CategoryCounts");
        server.put(DB + "/indexes", Bodies.indexes(index)).expect(201);
    }
}
