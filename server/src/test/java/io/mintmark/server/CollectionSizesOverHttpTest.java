package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** How much each collection has. */
class CollectionSizesOverHttpTest extends OverHttp {
    /** More than are read at a time. */
    private static final int COLLECTIONS = 300;

    private static final String DETAILED = DB + "/collections/stats/detailed";

    private static String command(int number) {
        return Bodies.put("c/" + number, Bodies.in("C" + number, "'text':'" + "x".repeat(number) + "'"));
    }

    @Test
    void shouldTellTheSizeOfEveryCollectionHoweverManyThereAre() {
        Stream<String> commands = IntStream.range(0, COLLECTIONS).mapToObj(CollectionSizesOverHttpTest::command);
        server.post(DB + "/bulk_docs", Bodies.batch(commands)).expect(201);

        JsonNode answer = server.get(DETAILED).json();

        assertThat(answer.path("CountOfDocuments").asInt()).isEqualTo(COLLECTIONS);
        assertThat(answer.path("CountOfConflicts").asInt()).isZero();
        JsonNode collections = answer.path("Collections");
        assertThat(collections).hasSize(COLLECTIONS);
        long least = bytes(collections, "C0", "DocumentsSize");
        for (int i = 10; i < 100; i++) {
            String name = "C" + i;
            assertThat(collections.path(name).path("Name").asText()).isEqualTo(name);
            assertThat(collections.path(name).path("CountOfDocuments").asInt()).isEqualTo(1);
            // Its name has a digit more than that of the first, once in the metadata.
            assertThat(bytes(collections, name, "DocumentsSize")).isEqualTo(least + i + 1);
            assertThat(bytes(collections, name, "Size")).isEqualTo(least + i + 1);
            assertThat(bytes(collections, name, "TombstonesSize")).isZero();
            assertThat(bytes(collections, name, "RevisionsSize")).isZero();
        }
        assertThat(collections.at("/C0/Size/HumaneSize").asText()).isEqualTo(least + " Bytes");
    }

    private static long bytes(JsonNode collections, String name, String member) {
        return collections.path(name).path(member).path("SizeInBytes").asLong(-1);
    }

    @Test
    void shouldTellOfNoCollectionWhereThereIsNone() {
        assertThat(server.get(DETAILED).json().toString())
                .isEqualTo("{\"CountOfDocuments\":0,\"CountOfConflicts\":0,\"Collections\":{}}");
        server.get("/databases/none/collections/stats/detailed").expect(503);
    }

    @Test
    void shouldSayKilobytesWhereThereAreThat() {
        put("large", "{\"text\":\"" + "x".repeat(3_000) + "\"}");

        assertThat(server.get(DETAILED)
                        .at("/Collections/@empty/Size/HumaneSize")
                        .asText())
                .endsWith(" KBytes")
                .startsWith("2.9");
    }
}
