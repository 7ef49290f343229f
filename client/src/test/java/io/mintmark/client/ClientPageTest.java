package io.mintmark.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.client.exceptions.MintmarkClientException;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The client's page is one program, block after block: it is compiled, run, and does what it says. */
class ClientPageTest {
    private static final Path PAGE = Path.of("..", "docs", "client.md");

    @RegisterExtension
    static final Shop SHOP = new Shop();

    @Test
    void shouldDoWhatItSays(@TempDir Path directory) throws Exception {
        String program = String.join("\n", Snippets.of(PAGE))
                .replace("http://127.0.0.1:8080", SHOP.url())
                .replace("\"shop\"", '"' + SHOP.database() + '"');
        String source =
                "import io.mintmark.client.*;\nimport io.mintmark.hilo.*;\nimport io.mintmark.range.*;\nimport java.util.*;\n\n"
                        + "public final class Page {\n    public static void main(String... args) {\n" + program
                        + "    }\n}\n";

        Snippets.compile(directory, "Page", source);
        try (URLClassLoader classes =
                new URLClassLoader(new URL[] {directory.toUri().toURL()}, ClientPageTest.class.getClassLoader())) {
            classes.loadClass("Page").getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        }

        JsonNode order = SHOP.stored("orders/1");
        assertThat(order.path("total").asDouble()).isEqualTo(15.00);
        assertThat(order.path("customerId").asText()).isEqualTo("customers/1-A");
        assertThat(SHOP.stored("customers/1-A").path("name").asText()).isEqualTo("Ada");
        assertThat(SHOP.stored("customers/1001-A").path("name").asText()).isEqualTo("Customer 999");
        assertThat(SHOP.hiloMax("customers"))
                .as("all but what was issued went back")
                .isEqualTo(1_004);
        assertThat(SHOP.hiloMax("tickets")).isEqualTo(1);
    }

    @Test
    void shouldNameEveryExceptionThatThereIs() throws IOException {
        Path sources = Path.of(
                "src/main/java", MintmarkClientException.class.getPackageName().replace('.', '/'));
        String page = Files.readString(PAGE);

        List<String> exceptions = Arrays.stream(sources.toFile().listFiles())
                .map(File::getName)
                .filter(name -> name.endsWith("Exception.java"))
                .map(name -> name.replace(".java", ""))
                .filter(name -> !name.equals("MintmarkClientException"))
                .toList();

        assertThat(exceptions).hasSizeGreaterThan(10).allMatch(page::contains);
    }
}
