package io.mintmark.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The client's example on the front page compiles, runs, and does what it says. */
class ReadmeExampleTest {
    @RegisterExtension
    static final Shop SHOP = new Shop();

    @Test
    void shouldDoWhatTheFrontPageSays(@TempDir Path directory) throws Exception {
        String example = Snippets.of(Path.of("..", "README.md")).stream()
                .filter(block -> block.contains("DocumentStore.builder"))
                .findFirst()
                .orElseThrow()
                .replace("http://127.0.0.1:8080", SHOP.url())
                .replace("\"shop\"", '"' + SHOP.database() + '"');
        String source = "import io.mintmark.client.*;\n\npublic final class Example {\n"
                + "    public static void main(String... args) {\n" + example + "    }\n}\n";

        Snippets.compile(directory, "Example", source);
        try (URLClassLoader classes =
                new URLClassLoader(new URL[] {directory.toUri().toURL()}, ReadmeExampleTest.class.getClassLoader())) {
            classes.loadClass("Example").getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        }

        JsonNode order = SHOP.stored("orders/1-A");
        JsonNode invoice = SHOP.stored("invoices/1");
        assertThat(order.path("total").decimalValue()).isEqualByComparingTo("12.50");
        assertThat(invoice.path("orderId").asText()).isEqualTo("orders/1-A");
        assertThat(SHOP.hiloMax("orders")).isEqualTo(1);
        assertThat(IntStream.rangeClosed(1, 3).mapToObj(i -> SHOP.stored("orders/" + i + "-A")))
                .filteredOn(document -> !document.isMissingNode())
                .hasSize(1);
    }
}
