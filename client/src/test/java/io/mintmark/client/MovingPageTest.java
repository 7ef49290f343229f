package io.mintmark.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page for those who come from RavenDB's client shows code that compiles, on both sides. */
class MovingPageTest {
    private static final Path PAGE = Path.of("..", "docs", "moving-from-ravendb-client.md");
    private static final String OURS = "// Mintmark\n";
    private static final String THEIRS = "// RavenDB\n";

    /** What the examples are about; both clients take it. */
    private static final String ENTITIES = """
            class Employee { public String id; public Employee(String first, String last) {} }
            class User {
                public String id; private String name; public User(String name) { this.name = name; }
                public void setName(String name) { this.name = name; }
            }
            class Order { private String id; public String getId() { return id; } }
            class Invoice { public String id; private String orderId; public String getOrderId() { return orderId; } }
            """;

    private static String method(int number, String block, String session) {
        return "    void example" + number + "(DocumentStore store, " + session
                + " session, Iterable<User> users, User user,"
                + " User user2, User user3, Order order, Invoice invoice, String invoiceId) throws Exception {\n"
                + "        new Object() { void run() throws Exception {\n" + block + "        } };\n    }\n";
    }

    private static String source(String name, List<String> blocks, String imports, String session) {
        return imports
                + "import java.util.*;\n\nfinal class " + name + " {\n"
                + IntStream.range(0, blocks.size())
                        .mapToObj(i -> method(i, blocks.get(i), session))
                        .collect(Collectors.joining("\n"))
                + "}\n" + ENTITIES;
    }

    private static List<String> blocks(String side) throws IOException {
        return Snippets.of(PAGE).stream()
                .filter(block -> block.startsWith(side))
                .toList();
    }

    @Test
    void shouldShowEveryExampleInBothClients() throws IOException {
        assertThat(blocks(OURS)).hasSameSizeAs(blocks(THEIRS)).hasSizeGreaterThan(5);
        assertThat(Snippets.of(PAGE)).hasSize(2 * blocks(OURS).size());
    }

    @Test
    void shouldCompileOurs(@TempDir Path directory) throws IOException, InterruptedException {
        Snippets.compile(directory, "Ours", source("Ours", blocks(OURS), "import io.mintmark.client.*;\n", "Session"));
    }

    @Test
    void shouldCompileTheirs(@TempDir Path directory) throws IOException, InterruptedException {
        String imports = """
                import net.ravendb.client.documents.*;
                import net.ravendb.client.documents.conventions.*;
                import net.ravendb.client.documents.operations.identities.*;
                import net.ravendb.client.documents.session.*;
                """;
        Snippets.compile(directory, "Theirs", source("Theirs", blocks(THEIRS), imports, "IDocumentSession"));
    }
}
