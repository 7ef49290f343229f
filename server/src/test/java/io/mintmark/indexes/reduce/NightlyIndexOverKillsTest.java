package io.mintmark.indexes.reduce;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.indexes.expression.Trees;
import io.mintmark.indexes.reduce.OrdersModel.Order;
import io.mintmark.storage.document.Listing;
import io.mintmark.storage.document.StoredDocument;
import io.mintmark.storage.index.IndexStorage;
import io.mintmark.storage.sqlite.TestStore;
import io.mintmark.support.Eventually;
import io.mintmark.testkit.Effort;
import io.mintmark.testkit.Seed;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An index whose process is killed again and again (kill -9): in the end its outputs are those of a plain loop. */
final class NightlyIndexOverKillsTest {
    @TempDir
    Path directory;

    private final long seed = Seed.fresh("NightlyIndexOverKillsTest");
    private final SplittableRandom random = new SplittableRandom(seed);

    @Test
    void shouldMissNothingAndDoubleNothingOverKills() throws Exception {
        int kills = Effort.of("kill -9 of an index", 3, 12, 50);
        int wanted = Effort.of("changes over kills", 2_000, 20_000, 100_000);
        int changes = 0;
        int done = 0;

        for (; done < kills || changes < wanted; done++) {
            changes += untilKilled("together");
        }

        Outputs outputs = catchUp();
        System.out.printf(
                "[kills] %,d changes over %d kills, seed %d; %,d outputs%n",
                changes, done, seed, outputs.stored().size());
        assertThat(outputs.stored()).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(outputs.wanted());
    }

    @Test
    void shouldLoseAnUpdateIfThePositionWereStoredApart() throws Exception {
        boolean isSame = true;
        int kills = 0;
        while (isSame && kills < 100) {
            int ignored = untilKilled("apart");
            kills++;
            // After each kill: changes that follow would index a document again whose update was lost.
            Outputs outputs = catchUp();
            List<String> stored = new ArrayList<>(outputs.stored());
            List<String> wanted = new ArrayList<>(outputs.wanted());
            stored.sort(String::compareTo);
            wanted.sort(String::compareTo);
            isSame = stored.equals(wanted);
        }

        System.out.printf(
                "[kills] broken twin: %s after %d kills, seed %d%n", isSame ? "equal" : "differs", kills, seed);
        assertThat(isSame).as("seed %d", seed).isFalse();
    }

    /** Returns how many changes the process had made for certain. */
    private int untilKilled(String form) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        KilledIndexing.class.getName(),
                        directory.toString(),
                        Long.toString(random.nextLong()),
                        form)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        int changes = 0;
        int steps = random.nextInt(1, 120);
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                changes = Integer.parseInt(line.strip());
                // One that has not saved yet could be killed before anything is at stake.
                if (changes > 0 && --steps == 0) {
                    // Anywhere within a step, not always at its beginning.
                    Eventually.pass(Duration.ofNanos(random.nextInt(12_000_000)));
                    process.destroyForcibly();
                    break;
                }
            }
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(changes).as("it worked until it was killed").isPositive();
        return changes;
    }

    /** What the index wrote, and what it must have written. */
    private record Outputs(List<String> stored, List<String> wanted) {}

    private Outputs catchUp() {
        try (TestStore store = TestStore.open(directory)) {
            IndexStorage indexes = store.storage.indexes().orElseThrow();
            MapReduce index = KilledIndexing.index(indexes, indexes.store(KilledIndexing.INDEX));
            while (index.step()) {
                assertThat(index.progress().clearing()).isFalse();
            }
            List<Order> orders = new ArrayList<>();
            for (String order : bodies(store, "orders/")) {
                JsonNode members = Trees.read(order);
                orders.add(new Order(
                        members.path("Customer").textValue(),
                        members.path("Price").toString()));
            }
            return new Outputs(
                    bodies(store, "customersums/"),
                    List.copyOf(OrdersModel.expected(orders).values()));
        }
    }

    private static List<String> bodies(TestStore store, String prefix) {
        return store.storage.reads().list(new Listing.ByPrefix(prefix, null), 100_000).documents().stream()
                .map(StoredDocument::content)
                .map(content -> new String(content.body(), StandardCharsets.UTF_8))
                .toList();
    }
}
