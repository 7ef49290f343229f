package io.mintmark.storage.postgresql;

import static io.mintmark.storage.contract.OpenedStorage.content;
import static io.mintmark.storage.contract.OpenedStorage.deleting;
import static io.mintmark.storage.contract.OpenedStorage.putting;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.storage.document.DocumentCommand;
import io.mintmark.storage.document.Expectation;
import io.mintmark.storage.document.Listing;
import io.mintmark.storage.document.Overwrite;
import io.mintmark.storage.document.Page;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.DocumentBatch;
import io.mintmark.storage.write.RangeRequest;
import io.mintmark.support.Opened;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Documents that are large: lists read no more of them than a page holds, and their bytes are counted as they come and go. */
@Timeout(60)
class LargePagesTest {
    private static final int LARGE = 300_000;
    private static final int DOCUMENTS = 10;

    @AutoClose
    private final Opened opened = new Opened();

    private final TestCluster cluster = opened.add(new TestCluster());
    private final PostgresStorage storage = opened.add(cluster.open("A", 1));

    private void commit(DocumentCommand... commands) {
        storage.write(new DocumentBatch(List.of(commands), IdentityPartsSeparator.DEFAULT));
    }

    private static DocumentCommand.Put put(int number, int bytes) {
        String body = "{\"a\":\"" + "x".repeat(bytes - 8) + "\"}";
        return putting("doc/" + number, Expectation.ANYTHING, content("Things", body));
    }

    @Test
    void shouldEndAPageAfterAMegabyteAndGoOnBehindIt() {
        for (int i = 0; i < DOCUMENTS; i++) {
            commit(put(i, LARGE));
            storage.write(new RangeRequest(CounterName.ofTag("doc" + i), 0, 32, "test"));
        }

        for (Listing listing :
                List.of(new Listing.OldestFirst(0), Listing.NewestFirst.all(), new Listing.ByPrefix("", null))) {
            List<String> seen = new ArrayList<>();
            Optional<Listing> next = Optional.of(listing);
            while (next.isPresent()) {
                Page page = storage.reads().list(next.get(), 1_000);
                long bytes = page.documents().stream()
                        .mapToLong(document -> document.content().body().length)
                        .sum();
                assertThat(bytes).as("what goes beyond is one document at most").isLessThan((1 << 20) + LARGE);
                page.documents().forEach(document -> seen.add(document.id().key()));
                next = page.next();
            }
            assertThat(seen).doesNotHaveDuplicates().hasSize(2 * DOCUMENTS);
        }
    }

    @Test
    void shouldCountBytesAsDocumentsComeChangeAndGo() {
        long metadata = "{\"@collection\":\"Things\"}".length();
        commit(put(1, 1_000), put(2, 2_000));
        assertThat(storage.reads().statistics().sizeBytes()).isEqualTo(3_000 + 2 * metadata);

        commit(put(1, 500), deleting("doc/2"), deleting("doc/3"));
        assertThat(storage.reads().statistics().sizeBytes()).isEqualTo(500 + metadata);

        DocumentCommand.Put same = put(1, 500);
        long groups = cluster.number("SELECT groups FROM node_state WHERE lane = 'documents'");
        commit(new DocumentCommand.Put(same.id(), same.expectation(), same.content(), Overwrite.IF_CHANGED));
        assertThat(cluster.number("SELECT groups FROM node_state WHERE lane = 'documents'"))
                .as("a group that changes nothing writes nothing")
                .isEqualTo(groups);
    }
}
