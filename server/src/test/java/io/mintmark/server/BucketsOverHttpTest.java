package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.document.Bucket;
import io.mintmark.document.DocumentId;
import org.junit.jupiter.api.Test;

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
}
