package io.mintmark.storage.cutoff;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.RandomBytes;
import io.mintmark.document.DocumentId;
import io.mintmark.document.IdTemplate;
import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.document.NodeTag;
import io.mintmark.storage.StorageUnreachableException;
import io.mintmark.storage.document.DocumentCommand;
import io.mintmark.storage.document.DocumentContent;
import io.mintmark.storage.document.Expectation;
import io.mintmark.storage.write.DocumentBatch;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a node that is cut off takes, and what that costs it of its reserved etags. */
class CreationsTest {
    private static final String UUID = "00000000-0000-4000-8000-000000000001";
    private static final DocumentContent CONTENT =
            new DocumentContent("Orders", "{}".getBytes(UTF_8), "{}".getBytes(UTF_8));

    private final AtomicLong drawn = new AtomicLong();
    private final Creations creations = new Creations(
            NodeTag.of("A"),
            "shop",
            () -> OptionalLong.of(drawn.incrementAndGet()),
            (counter, number) -> false,
            RandomBytes.secure());

    private static DocumentBatch batch(String... ids) {
        return new DocumentBatch(
                Stream.of(ids)
                        .<DocumentCommand>map(id -> new DocumentCommand.Put(
                                IdTemplate.parse(id, IdentityPartsSeparator.DEFAULT), Expectation.ANYTHING, CONTENT))
                        .toList(),
                IdentityPartsSeparator.DEFAULT);
    }

    private List<String> taken(String... ids) {
        return creations.of(batch(ids), Instant.EPOCH, puts -> {}).stream()
                .map(each -> each.document().id().text())
                .toList();
    }

    /** Under such an id the engine shows a counter, and would never show a document. */
    @Test
    void shouldRefuseAServerSideIdThatShowsACounter() {
        assertThat(taken("users/")).containsExactly("users/0000000000000000001-A");
        assertThat(taken("Raven/Hilos/")).containsExactly("Raven/Hilos/0000000000000000002-A");

        for (String prefix : List.of("Raven/Hilo/", "raven/HILO/", "Raven/Hilo/orders/")) {
            assertThatThrownBy(() -> taken("users/", prefix))
                    .isInstanceOf(StorageUnreachableException.class)
                    .hasMessageContaining(prefix);
        }
        assertThat(drawn).hasValue(2);
    }

    @Test
    void shouldDrawNoEtagForABatchThatWritesADocumentTwice() {
        assertThatThrownBy(() -> taken("orders/" + UUID, "ORDERS/" + UUID))
                .isInstanceOf(StorageUnreachableException.class)
                .hasMessageContaining("twice");

        assertThat(drawn).hasValue(0);
        assertThat(taken("orders/" + UUID))
                .containsExactly(DocumentId.of("orders/" + UUID).text());
    }
}
