package io.mintmark.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The page for those who come from RavenDB's client shows code that compiles, on both sides, and ours runs. */
class MovingPageTest {
    @RegisterExtension
    static final Shop SHOP = new Shop();

    private static final Path PAGE = Path.of("..", "docs", "moving-from-ravendb-client.md");
    private static final String OURS = "// Mintmark\n";
    private static final String THEIRS = "// RavenDB\n";

    /** The entity of the examples; both clients take it. */
    private static final String ENTITIES = """
            class Employee { public String id; public Employee(String first, String last) {} }
            class User {
                public String id; private String name; public User() {} public User(String name) { this.name = name; }
                public void setName(String name) { this.name = name; }
            }
            class Order { private String id; public String getId() { return id; } }
            class Invoice { public String id; private String orderId; public String getOrderId() { return orderId; } }
            """;

    private static String method(int number, String block, String session) {
        return "    static void example" + number + "(DocumentStore store, " + session
                + " session, Iterable<User> users, User user,"
                + " User user2, User user3, Order order, Invoice invoice, String invoiceId) throws Exception {\n"
                + "        new Object() { void run() throws Exception {\n" + block + "        } }.run();\n    }\n";
    }

    /** Calls our examples one after the other, as somebody would who tries the page. */
    private static String runner(int examples) {
        return "    public static void run(DocumentStore store) throws Exception {\n"
                + "        try (Session session = store.openSession()) {\n"
                + "            Order order = new Order();\n            session.store(order, \"orders/7-A\");\n"
                + IntStream.range(0, examples)
                        .mapToObj(i -> "            example" + i + "(store, session, List.of(new User(\"Eve\")),"
                                + " new User(), new User(), new User(), order, new Invoice(), \"invoices/1-A\");\n")
                        .collect(Collectors.joining())
                + "            session.saveChanges();\n        }\n    }\n";
    }

    private static String source(String name, List<String> blocks, String imports, String session) {
        return imports
                + "import java.util.*;\n\npublic final class " + name + " {\n"
                + IntStream.range(0, blocks.size())
                        .mapToObj(i -> method(i, blocks.get(i), session))
                        .collect(Collectors.joining("\n"))
                + (name.equals("Ours") ? runner(blocks.size()) : "") + "}\n" + ENTITIES;
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
    void shouldCompileAndRunOurs(@TempDir Path directory) throws Exception {
        List<String> examples = blocks(OURS).stream()
                .map(block -> block.replace("http://127.0.0.1:8080", SHOP.url())
                        .replace("\"shop\"", '"' + SHOP.database() + '"'))
                .toList();

        Snippets.compile(directory, "Ours", source("Ours", examples, "import io.mintmark.client.*;\n", "Session"));
        try (URLClassLoader classes =
                new URLClassLoader(new URL[] {directory.toUri().toURL()}, MovingPageTest.class.getClassLoader())) {
            classes.loadClass("Ours").getMethod("run", DocumentStore.class).invoke(null, SHOP.store());
        }

        assertThat(SHOP.hiloMax("employees")).isEqualTo(1);
        assertThat(List.of("users/1-A", "users/ada", "users/1", "invoices/1-A$orders/7-A"))
                .noneMatch(id -> SHOP.stored(id).isMissingNode());
        assertThat(SHOP.store().identities().list()).containsEntry("invoices|", 1990L);
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
