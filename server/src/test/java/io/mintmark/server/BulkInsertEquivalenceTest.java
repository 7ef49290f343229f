package io.mintmark.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.server.ServerModel.Step;
import io.mintmark.server.TestServer.Answer;
import io.mintmark.storage.postgresql.OnPostgres;
import io.mintmark.testkit.Effort;
import io.mintmark.testkit.Seed;
import io.mintmark.web.jetty.Wire;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The same random commands, in one database by a bulk insert that arrives in random pieces, in another one by one as
 * batches: whatever is good or bad about them, both end up with the same documents, written in the same order.
 */
class BulkInsertEquivalenceTest {
    private static final int STREAMS = Effort.of("bulk inserts compared with batches", 30, 60, 3_000);
    private static final String[] IDS = {"users/1", "users/2", "Users/Å", "orders/1", "k\u212A/😀", "a b&c=d"};
    private static final String[] COLLECTIONS = {"Users", "Orders", "@empty"};

    @TempDir
    Path directory;

    private final long seed = Seed.fresh("BulkInsertEquivalenceTest");
    private final SplittableRandom random = new SplittableRandom(seed);

    @Test
    void shouldStoreWhatBatchesOfOneWouldUpToTheFirstBadOne() throws Exception {
        int refused = 0;
        try (TestServer server = TestServer.start(OnPostgres.Check.settings(getClass(), directory))) {
            server.createDatabase("shop");
            server.createDatabase("batches");
            for (String database : List.of("shop", "batches")) {
                Answer ignored = server.store(database, "taken", Bodies.in("Users"));
            }
            for (int i = 0; i < STREAMS; i++) {
                List<String> commands = commands();
                String refusal = oneByOne(server, commands);
                Wire.Answer answer = streamed(server, i, commands);

                String what = "seed " + seed + ", stream " + i + ": " + commands;
                assertThat(answer.status()).as("%s", what).isEqualTo(refusal.isEmpty() ? 201 : answer.status());
                assertThat(answer.body()).as("%s", what).contains(refusal);
                assertThat(documents(server, "shop")).as("%s", what).isEqualTo(documents(server, "batches"));
                refused += refusal.isEmpty() ? 0 : 1;
            }
        }
        System.out.printf("[bulk insert] %,d streams, %,d with a bad command, seed %d%n", STREAMS, refused, seed);
        assertThat(refused).isBetween(1, STREAMS - 1);
    }

    private List<String> commands() {
        List<String> commands = new ArrayList<>();
        int count = random.nextInt(40);
        for (int i = 0; i < count; i++) {
            commands.add(command());
        }
        return commands;
    }

    private String command() {
        String collection = any(COLLECTIONS);
        return switch (random.nextInt(24)) {
            case 0, 1, 2 -> put("things/", null, collection);
            case 3, 4 -> put("bills|", null, collection);
            case 5 -> put("", null, collection);
            case 6 -> put("Raven/Hilo/" + any(new String[] {"users", "ß"}), null, "@hilo");
            case 7 ->
                random.nextInt(10) == 0 ? put("taken", "", "Users") : put("fresh/" + random.nextLong(), "", "Users");
            case 8 -> random.nextInt(10) == 0 ? put("x".repeat(600), null, "Users") : put("users/3", null, "Users");
            case 9 -> random.nextInt(10) == 0 ? "{\"Type\":\"PATCH\"}" : put("users/3", null, "Users");
            case 10 -> random.nextInt(10) == 0 ? put("taken", null, "Others") : put("users/3", null, "Users");
            default -> {
                String id = any(IDS);
                yield put(id, null, COLLECTIONS[id.length() % 2]);
            }
        };
    }

    private String put(String id, @Nullable String expected, String collection) {
        return Step.put(id, expected, collection, random.nextInt(1_000)).json();
    }

    private String any(String[] choices) {
        return choices[random.nextInt(choices.length)];
    }

    /** Returns the kind of the first refusal, or nothing. */
    private static String oneByOne(TestServer server, List<String> commands) {
        for (String command : commands) {
            Answer answer = server.batch("batches", command);
            if (answer.status() != 201) {
                return answer.text("Type");
            }
        }
        return "";
    }

    private Wire.Answer streamed(TestServer server, int number, List<String> commands) throws IOException {
        byte[] body = ("[" + String.join(",", commands) + "]").getBytes(UTF_8);
        int largest = 1 + random.nextInt(3_000);
        try (BulkStream stream = BulkStream.open(server, "id=" + (1 + number))) {
            for (int from = 0; from < body.length; ) {
                int to = Math.min(body.length, from + 1 + random.nextInt(largest));
                stream.send(Arrays.copyOfRange(body, from, to));
                from = to;
            }
            return stream.answer();
        }
    }

    /** In the order of writes; numbers that a refused group used up before it was taken apart are not compared. */
    private static List<String> documents(TestServer server, String database) {
        List<String> documents = new ArrayList<>();
        for (JsonNode document : server.get("/databases/" + database + "/docs?etag=0&pageSize=100000")
                .path("Results")) {
            JsonNode metadata = document.path("@metadata");
            documents.add(metadata.path("@id")
                            .asText()
                            .replaceAll("^things/\\d{19}-A$", "things/#")
                            .replaceAll("^bills/\\d+$", "bills/#")
                            .replaceAll("^[0-9a-f-]{36}$", "#")
                    + " " + metadata.path("@collection").asText() + " "
                    + document.path("n").asText()
                    + document.path("Max").asText());
        }
        return documents;
    }
}
