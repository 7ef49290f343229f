package io.mintmark.storage.postgresql;

import static io.mintmark.storage.contract.OpenedStorage.content;
import static io.mintmark.storage.contract.OpenedStorage.deleting;
import static io.mintmark.storage.contract.OpenedStorage.putting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.MintmarkException;
import io.mintmark.document.DocumentId;
import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.storage.document.CommandResult;
import io.mintmark.storage.document.ConcurrencyException;
import io.mintmark.storage.document.DocumentCommand;
import io.mintmark.storage.document.Expectation;
import io.mintmark.storage.write.DocumentBatch;
import io.mintmark.support.Opened;
import io.mintmark.testkit.Effort;
import io.mintmark.testkit.Seed;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents that are presumed to be new, because the ones before were: nothing is fetched, and no one that is there is overlooked. */
@Timeout(60)
class NewDocumentsTest {
    private static final int ROUNDS = Effort.of("random batches beside a map", 100, 300, 3_000);

    private final AtomicInteger fetches = new AtomicInteger();
    private final AtomicInteger made = new AtomicInteger();

    @AutoClose
    private final Opened opened = new Opened();

    private final TestCluster cluster = opened.add(new TestCluster());
    private final PostgresStorage storage =
            opened.add(cluster.open("A", 1, HookedSource.of(cluster.source(), (connection, method, arguments, call) -> {
                if (method.equals("prepareStatement") && ((String) arguments[0]).contains("FROM document")) {
                    fetches.incrementAndGet();
                }
                return call.make(arguments);
            })));

    private List<CommandResult> commit(DocumentCommand... commands) {
        return storage.write(new DocumentBatch(List.of(commands), IdentityPartsSeparator.DEFAULT));
    }

    private static DocumentCommand put(String id, Expectation expectation, String body) {
        return putting(id, expectation, content("Things", body));
    }

    private DocumentCommand[] fresh(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> put("new/" + made.incrementAndGet(), Expectation.ANYTHING, "{}"))
                .toArray(DocumentCommand[]::new);
    }

    /** Returns once documents are presumed to be new. */
    private void insertNewOnes(int count) {
        for (int i = 0; i < 3; i++) {
            commit(fresh(count));
        }
    }

    private String body(String id) {
        return storage.reads()
                .read(DocumentId.of(id))
                .map(found -> new String(found.content().body(), StandardCharsets.UTF_8))
                .orElse("none");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 200})
    void shouldFetchNothingWhereDocumentsWereNew(int count) {
        insertNewOnes(count);
        int before = fetches.get();

        for (int i = 0; i < 5; i++) {
            commit(fresh(count));
        }

        assertThat(fetches).hasValue(before);
        assertThat(storage.reads().statistics().documents()).isEqualTo(made.get());
        assertThat(cluster.number("SELECT count(*) FROM document")).isEqualTo(made.get());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 200})
    void shouldOverlookNothingThatIsThere(int count) {
        CommandResult.Stored there = (CommandResult.Stored)
                commit(put("there", Expectation.ANYTHING, "{\"n\":1}")).get(0);
        insertNewOnes(count);
        assertThatThrownBy(() -> commit(put("there", Expectation.ABSENT, "{\"n\":2}")))
                .isInstanceOf(ConcurrencyException.class);

        insertNewOnes(count);
        insertNewOnes(count);
        commit(put("there", new Expectation.Version(there.changeVector()), "{\"n\":3}"));
        assertThat(body("there")).isEqualTo("{\"n\":3}");

        for (int i = 0; i < 8; i++) {
            insertNewOnes(count);
        }
        DocumentCommand[] oneIsThere = fresh(count + 1);
        oneIsThere[count / 2] = put("THERE", Expectation.ANYTHING, "{\"n\":4}");
        commit(oneIsThere);
        assertThat(body("there")).isEqualTo("{\"n\":4}");
        assertThat(storage.reads().statistics().documents()).isEqualTo(made.get());

        for (int i = 0; i < 30; i++) {
            insertNewOnes(count);
        }
        assertThat(((CommandResult.Deleted) commit(deleting("there")).get(0)).existed())
                .isTrue();
        assertThat(storage.reads().statistics().documents()).isEqualTo(cluster.number("SELECT count(*) FROM document"));
    }

    @Test
    void shouldNotOverlookWhatAnotherNodeAddsAtTheSameTime() {
        PostgresStorage other = cluster.open("B", 2);
        for (int i = 0; i < 20; i++) {
            String id = "both/" + i;
            insertNewOnes(60);
            other.write(new DocumentBatch(
                    List.of(put(id, Expectation.ANYTHING, "{\"by\":\"B\"}")), IdentityPartsSeparator.DEFAULT));

            assertThatThrownBy(() -> commit(put(id, Expectation.ABSENT, "{\"by\":\"A\"}")))
                    .isInstanceOf(ConcurrencyException.class);
        }
        other.close();
    }

    @Test
    void shouldDoWhatAMapDoes() {
        SplittableRandom random = new SplittableRandom(Seed.fresh("NewDocumentsTest"));
        Map<String, String> model = new TreeMap<>();
        for (int round = 0; round < ROUNDS; round++) {
            boolean mixed = random.nextInt(4) == 0;
            int size = random.nextInt(3) == 0 ? 50 + random.nextInt(50) : 1 + random.nextInt(3);
            Map<String, String> wanted = new TreeMap<>(model);
            List<DocumentCommand> commands = new ArrayList<>();
            boolean allowed = true;
            for (int i = 0; i < size; i++) {
                boolean known = mixed && !model.isEmpty() && random.nextInt(3) == 0;
                String id = known
                        ? List.copyOf(model.keySet()).get(random.nextInt(model.size()))
                        : "new/" + made.incrementAndGet();
                String body = "{\"n\":" + random.nextInt(1_000) + "}";
                int what = known ? random.nextInt(3) : 2;
                if (what == 0) {
                    commands.add(deleting(id));
                    wanted.remove(id);
                } else {
                    boolean absent = what == 1;
                    allowed &= !absent || !wanted.containsKey(id);
                    commands.add(put(id, absent ? Expectation.ABSENT : Expectation.ANYTHING, body));
                    wanted.put(id, body);
                }
            }
            if (allowed) {
                commit(commands.toArray(DocumentCommand[]::new));
                model = wanted;
            } else {
                assertThatThrownBy(() -> commit(commands.toArray(DocumentCommand[]::new)))
                        .isInstanceOf(MintmarkException.class);
            }
        }

        assertThat(storage.reads().statistics().documents()).isEqualTo(model.size());
        assertThat(cluster.number("SELECT count(*) FROM document")).isEqualTo(model.size());
        model.forEach((id, body) -> assertThat(body(id)).isEqualTo(body));
    }

    /** What was inserted early goes with the rest, and with it alone. */
    @Test
    void shouldKeepNothingOfALargeBatchThatIsRefusedAtItsEnd() {
        commit(put("there", Expectation.ANYTHING, "{}"));
        insertNewOnes(1_000);
        insertNewOnes(1_000);
        int before = made.get();
        DocumentCommand[] refused = fresh(1_000);
        refused[999] = put("there", Expectation.ABSENT, "{}");

        assertThatThrownBy(() -> commit(refused)).isInstanceOf(ConcurrencyException.class);

        assertThat(cluster.number("SELECT count(*) FROM document")).isEqualTo(before + 1);
        assertThat(storage.reads().statistics().documents()).isEqualTo(before + 1);
    }

    /** Changes of one document within a group, before and after it is inserted early. */
    @Test
    void shouldLeaveTheLastStateOfADocumentThatChangesWithinALargeBatch() {
        insertNewOnes(1_000);
        insertNewOnes(1_000);
        List<DocumentCommand> commands = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            commands.add(put("x/" + i % 700, Expectation.ANYTHING, "{\"n\":" + i + "}"));
            if (i % 100 == 99) {
                commands.add(deleting("x/" + (i / 2)));
            }
        }

        commit(commands.toArray(DocumentCommand[]::new));

        assertThat(body("x/0")).isEqualTo("{\"n\":700}");
        assertThat(body("x/299")).isEqualTo("{\"n\":999}");
        assertThat(body("x/300")).isEqualTo("{\"n\":300}");
        assertThat(body("x/449")).isEqualTo("none");
        assertThat(storage.reads().statistics().documents()).isEqualTo(cluster.number("SELECT count(*) FROM document"));
    }

    /** What needs more than one byte, and more than the stream's room. */
    @Test
    void shouldStreamDocumentsOfEveryKindAndSize() {
        insertNewOnes(60);
        DocumentCommand[] some = fresh(60);
        char[] large = new char[200_000];
        Arrays.fill(large, 'x');
        some[7] = put("größe/ß", Expectation.ANYTHING, "{\"text\":\"äöü " + new String(large) + "\"}");

        commit(some);

        assertThat(body("größe/ß")).hasSize(large.length + 15);
        assertThat(body("new/" + made.get())).isEqualTo("{}");
    }
}
