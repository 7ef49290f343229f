package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.server.TestServer.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The table of six ways to name a document in {@code docs/http.md}: what a row sends gives what the row says. */
class DocumentedWaysTest extends OverHttp {
    private static final Path PAGE = Path.of("..", "docs", "http.md");
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

    private static List<Way> ways() throws IOException {
        String page = Files.readString(PAGE);
        String table =
                page.substring(page.indexOf("## Six ways to name a document"), page.indexOf("## For all routes"));
        return table.lines()
                .filter(line -> line.startsWith("| ") && !line.startsWith("| You send"))
                .map(Way::of)
                .toList();
    }

    @Test
    void shouldNameDocumentsAsEachRowSays() throws IOException {
        List<Way> ways = ways();
        assertThat(ways).hasSize(6);
        index();

        for (Way way : ways) {
            assertThat(nameOf(way)).as("%s", way).matches(expected(way.named()));
        }
    }

    private String nameOf(Way way) {
        if (way.sent().equals("–")) {
            put("products/1", "{\"Category\":\"Beverages\",\"@metadata\":{\"@collection\":\"Products\"}}");
            server.post(DB + "/bulk_docs?waitForIndexesTimeout=00:00:30", "{\"Commands\":[]}");
            return server.get(DB + "/docs?startsWith=CategoryCounts/")
                    .json()
                    .at("/Results/0/@metadata/@id")
                    .asText();
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
        server.put(
                DB + "/indexes",
                "{\"Indexes\":[{\"Name\":\"n\",\"OutputReduceToCollection\":\"CategoryCounts\",\"Aggregation\":"
                        + "{\"Collection\":\"Products\",\"GroupBy\":[\"Category\"],"
                        + "\"Aggregates\":[{\"Name\":\"Count\",\"Function\":\"Count\"}]}}]}");
    }
}
