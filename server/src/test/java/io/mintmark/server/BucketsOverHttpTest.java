package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.document.Bucket;
import io.mintmark.document.DocumentId;
import io.mintmark.document.NodeTag;
import io.mintmark.server.TestServer.Answer;
import io.mintmark.storage.StorageEngine;
import io.mintmark.storage.document.Listing;
import io.mintmark.storage.document.Page;
import io.mintmark.storage.sqlite.SqliteEngine;
import io.mintmark.storage.sqlite.SqliteSettings;
import io.mintmark.support.limits.Limits;
import io.mintmark.web.jetty.Wire;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where documents would lie, and which anchor made a bucket too large. */
class BucketsOverHttpTest extends OverHttp {
    private static final String BUCKETS = DB + "/debug/buckets";

    private void store(String id, int size) {
        put(id, "{\"text\":\"" + "x".repeat(size) + "\"}").expect(201);
    }

    @Test
    void shouldCountDocumentsWhereTheyLieAndNameTheAnchorOfALargeBucket() {
        for (int i = 0; i < 20; i++) {
            store("invoices/" + i + "$orders/7-A", 1_000);
        }
        store("orders/7-A", 10);
        store("users/1", 10);

        JsonNode answer = server.get(BUCKETS + "?warnAbove=15000").json();

        assertThat(answer.path("CountOfDocuments").asInt()).isEqualTo(22);
        assertThat(answer.path("CountOfBuckets").asInt()).isEqualTo(2);
        JsonNode large = answer.at("/Largest/0");
        int bucket = Bucket.of(DocumentId.of("orders/7-A")).number();
        assertThat(large.path("Bucket").asInt()).isEqualTo(bucket);
        assertThat(large.path("Documents").asInt()).isEqualTo(21);
        assertThat(large.path("Bytes").asLong()).isGreaterThan(20_000);
        assertThat(large.path("Anchor").asText()).isEqualTo("orders/7-A");
        assertThat(large.path("Warning").asText()).contains("'orders/7-A'", "Give them several");
        assertThat(answer.at("/Largest/1").has("Warning")).isFalse();
        assertThat(server.get(BUCKETS + "?largest=1").path("Largest")).hasSize(1);
        assertThat(answer.path("BytesByPart")).hasSize(256);
        assertThat(answer.path("BytesByPart").get(bucket / 4_096).asLong()).isGreaterThan(20_000);

        JsonNode one = server.get(BUCKETS + "?bucket=" + bucket).json();
        assertThat(one.path("Documents").asInt()).isEqualTo(21);
        assertThat(one.path("Ids")).hasSize(21);
        assertThat(one.path("Ids").toString()).contains("\"orders/7-A\"").doesNotContain("users/1");
    }

    @Test
    void shouldRefuseABucketThatIsNone() {
        assertRefused(server.get(BUCKETS + "?bucket=1048576"), "Argument", "0 to 1048575");
        assertRefused(server.get(BUCKETS + "?largest=0"), "Argument", "1 to 1000");
    }

    /** There is one place for what takes long, and the documents never end before another address had it. */
    @Test
    void shouldLetOthersComeFirstWhileAllDocumentsAreRead(@TempDir Path directory) throws Exception {
        CountDownLatch counting = new CountDownLatch(1);
        AtomicBoolean ends = new AtomicBoolean();
        Page endless = new Page(List.of(), Optional.of(new Listing.ByPrefix("", null)));
        ServerSettings.Builder settings = ServerSettings.builder(directory)
                .limits(Limits.DEFAULT.with(new Limits.Requests(1, 64, Duration.ofSeconds(5))));
        try (TestServer slow = TestServer.start(
                settings,
                () -> WatchedReads.listing(engine(directory), page -> {
                    counting.countDown();
                    return ends.get() ? page : endless;
                }))) {
            slow.createDatabase("shop");
            CompletableFuture<Answer> census = CompletableFuture.supplyAsync(() -> slow.get(BUCKETS));
            try {
                assertThat(counting.await(30, TimeUnit.SECONDS)).isTrue();
                try (Wire other = Wire.from("127.0.0.2", address(slow))) {
                    other.send("GET /databases HTTP/1.1\r\nHost: localhost\r\n\r\n")
                            .answer()
                            .expect(200);
                }
                assertThat(census).isNotDone();
            } finally {
                ends.set(true);
            }
            assertThat(census.get(30, TimeUnit.SECONDS).expect(200).number("CountOfDocuments"))
                    .isZero();
        }
    }

    private static InetSocketAddress address(TestServer of) {
        return new InetSocketAddress(of.url().getHost(), of.url().getPort());
    }

    private static StorageEngine engine(Path directory) {
        return SqliteEngine.open(
                new SqliteSettings(directory, NodeTag.of("A"), Duration.ofDays(30), 1_000_000, InstantSource.system()));
    }
}
