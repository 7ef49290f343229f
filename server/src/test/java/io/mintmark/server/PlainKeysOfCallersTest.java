package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.web.access.Callers;
import io.mintmark.web.access.principal.DatabaseAccess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A key is its sender's: nobody gets the number of another one, who chose the same key. */
class PlainKeysOfCallersTest {
    @TempDir
    Path directory;

    private Callers callers;

    @AutoClose
    private TestServer server;

    @BeforeEach
    void start() {
        callers = new Callers(directory)
                .operator("ada")
                .on("web", "shop", DatabaseAccess.READ_WRITE)
                .on("batch", "shop", DatabaseAccess.READ_WRITE)
                .on("reader", "shop", DatabaseAccess.READ);
        server = TestServer.start(directory);
        server.put("/v1/databases/shop", "", callers.as("ada")).expect(201);
    }

    private TestServer.Answer send(String caller, String key) {
        List<String> fields = new ArrayList<>(List.of(callers.as(caller)));
        fields.addAll(List.of("Idempotency-Key", key));
        return server.post("/v1/shop/counters/orders/next", "", fields.toArray(String[]::new));
    }

    private List<Long> drawn(String... keys) {
        List<Long> drawn = new ArrayList<>();
        for (String caller : List.of("web", "batch", "ada")) {
            for (String key : keys) {
                drawn.add(send(caller, key).expect(200).number("number"));
            }
        }
        return drawn;
    }

    @Test
    void shouldGiveEachCallerNumbersOfItsOwn() {
        List<Long> first = drawn("a", "b");

        assertThat(first).doesNotHaveDuplicates();
        assertThat(drawn("a", "b")).isEqualTo(first);
        assertThat(send("reader", "a").expect(403).text("detail")).contains("reader");
    }

    /** The broken twin: as if all were one caller, each key has one number. */
    @Test
    void shouldNoticeKeysWithoutTheirCaller() {
        List<Long> first = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            first.addAll(
                    List.of(send("web", "a").number("number"), send("web", "b").number("number")));
        }

        assertThat(first.stream().distinct()).hasSize(2);
    }
}
