package io.mintmark.web.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The table of routes in {@code verify/lab/reports/clearances.md} is made from the one that the server obeys. */
class AccessPageTest {
    private static final Path PAGE = Path.of("..", "verify", "lab", "reports", "clearances.md");
    private static final String BEGIN = "<!-- made from the table of routes: begin -->\n";
    private static final String END = "<!-- made from the table of routes: end -->";

    @Test
    void shouldHaveEveryRouteWithItsClearance() throws IOException {
        String page = Files.readString(PAGE);
        int begin = page.indexOf(BEGIN) + BEGIN.length();
        int end = page.indexOf(END);

        if ("write".equals(System.getProperty("mintmark.access"))) {
            Files.writeString(PAGE, page.substring(0, begin) + table() + page.substring(end));
            return;
        }
        assertThat(page.substring(begin, end))
                .as("the routes in verify/lab/reports/clearances.md; to write them anew: mvn -o test -pl server -am"
                        + " -Dtest=AccessPageTest -Dsurefire.failIfNoSpecifiedTests=false -Dmintmark.access=write")
                .isEqualTo(table());
    }

    private static String table() {
        return "| Least clearance | In RavenDB | Routes | Told in the audit log as |\n|---|---|---|---|\n"
                + Arrays.stream(RequiredClearance.values())
                        .map(AccessPageTest::rows)
                        .collect(Collectors.joining());
    }

    private static String rows(RequiredClearance need) {
        return RouteRequirements.ROWS.stream()
                .filter(rule -> rule.need() == need)
                .map(rule -> "| " + need.words() + " | " + need.wireName() + " | `" + rule.method() + " "
                        + rule.pattern() + "` | " + rule.act() + " |\n")
                .collect(Collectors.joining());
    }
}
