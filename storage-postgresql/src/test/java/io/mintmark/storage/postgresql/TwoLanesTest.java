package io.mintmark.storage.postgresql;

import static io.mintmark.storage.contract.OpenedStorage.content;
import static io.mintmark.storage.contract.OpenedStorage.putting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.document.DocumentId;
import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.internal.Uninterruptibly;
import io.mintmark.storage.document.CommandResult;
import io.mintmark.storage.document.ConcurrencyException;
import io.mintmark.storage.document.DocumentCommand;
import io.mintmark.storage.document.Expectation;
import io.mintmark.storage.document.StoredDocument;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.CounterRaise;
import io.mintmark.storage.write.DocumentBatch;
import io.mintmark.storage.write.IdentityRequest;
import io.mintmark.storage.write.Lease;
import io.mintmark.storage.write.RangeRequest;
import io.mintmark.support.Opened;
import io.mintmark.support.Party;
import io.mintmark.support.Pending;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers and documents of one database on one node: neither waits for the other, and a batch gets its numbers first. */
@Timeout(60)
class TwoLanesTest {
    private static final String FENCE = "UPDATE node_state";
    private static final String HILO = "Raven/Hilo/orders";

    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    @AutoClose
    private final Opened opened = new Opened();

    private final TestCluster cluster = opened.add(new TestCluster());
    private PostgresStorage storage;
    private volatile String held = "nothing";

    @BeforeEach
    void open() {
        DataSource source = HookedSource.of(cluster.source(), (connection, method, arguments, call) -> {
            boolean here = method.equals("prepareStatement") && ((String) arguments[0]).contains(held);
            if (here || method.equals(held)) {
                reached.countDown();
                Uninterruptibly.run(released::await);
            }
            return call.make(arguments);
        });
        storage = opened.add(cluster.open("A", 1, source));
    }

    @AfterEach
    void close() {
        released.countDown();
    }

    private static DocumentBatch batch(DocumentCommand... commands) {
        return new DocumentBatch(List.of(commands), IdentityPartsSeparator.DEFAULT);
    }

    private static DocumentCommand put(String id, Expectation expectation, String body) {
        return putting(id, expectation, content(id.startsWith("Raven") ? "@hilo" : "Things", body));
    }

    private CommandResult.Stored stored(DocumentCommand command) {
        return (CommandResult.Stored) storage.write(batch(command)).get(0);
    }

    private Lease reserve() {
        return storage.write(new RangeRequest(CounterName.ofTag("orders"), 0, 32, "test"));
    }

    private long next() {
        return storage.write(new IdentityRequest("users", null));
    }

    /** Returns what comes of it if that takes no longer than a moment. */
    private static <T> T soon(Supplier<T> work) {
        return CompletableFuture.supplyAsync(work)
                .orTimeout(10, TimeUnit.SECONDS)
                .join();
    }

    private void holdDocuments(String at) throws InterruptedException {
        hold(at, () -> storage.submit(batch(put("a", Expectation.ANYTHING, "{}")), Party.NOBODY));
    }

    private <T> Pending<T> hold(String statement, Supplier<Pending<T>> write) throws InterruptedException {
        held = statement;
        Pending<T> waiting = write.get();
        assertThat(reached.await(10, TimeUnit.SECONDS)).isTrue();
        held = "nothing";
        return waiting;
    }

    @ParameterizedTest
    @ValueSource(strings = {FENCE, "commit"})
    void shouldGoOnWithNumbersWhileAGroupOfDocumentsWaits(String at) throws InterruptedException {
        reserve();
        holdDocuments(at);

        assertThat(soon(this::next)).isEqualTo(1);
        assertThat(soon(this::reserve).low()).isEqualTo(33);
        assertThat(soon(() -> storage.write(new CounterRaise(CounterName.ofTag("others"), 7))
                        .last()))
                .isEqualTo(7);
        assertThat(storage.reads().read(DocumentId.of("a"))).isEmpty();
        released.countDown();
        assertThat(stored(put("b", Expectation.ANYTHING, "{}")).id().text()).isEqualTo("b");
        assertThat(storage.reads().read(DocumentId.of("a"))).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {FENCE, "commit"})
    void shouldGoOnWithDocumentsWhileAGroupOfNumbersWaits(String at) throws InterruptedException {
        Pending<Long> number = hold(at, () -> storage.submit(new IdentityRequest("users", null), Party.NOBODY));

        assertThat(soon(() -> stored(put("a", Expectation.ANYTHING, "{}"))).id().text())
                .isEqualTo("a");
        released.countDown();
        assertThat(number.await()).isEqualTo(1);
    }

    @Test
    void shouldTakeNumbersAndRaiseCountersBeforeDocumentsAreWritten() throws InterruptedException {
        reserve();
        hold(
                "INSERT INTO document",
                () -> storage.submit(
                        batch(
                                put(HILO, Expectation.ANYTHING, "{\"Max\":500}"),
                                put("users|", Expectation.ABSENT, "{}")),
                        Party.NOBODY));

        assertThat(soon(this::next)).as("users/1 is taken").isEqualTo(2);
        assertThat(cluster.number("SELECT max FROM counter")).isEqualTo(500);
        assertThat(storage.reads().read(DocumentId.of("users/1"))).isEmpty();
        released.countDown();
        assertThat(stored(put("users|", Expectation.ABSENT, "{}")).id().text()).isEqualTo("users/3");
    }

    @Test
    void shouldMeetTheVersionThatABatchExpectsOfTheCounterThatItRaises() {
        reserve();
        String seen = storage.reads().version(DocumentId.of(HILO)).orElseThrow();

        stored(put(HILO, new Expectation.Version(seen), "{\"Max\":500,\"note\":1}"));

        assertThat(body(HILO)).isEqualTo("{\"Max\":500,\"note\":1}");
        assertThatThrownBy(() -> stored(put(HILO, new Expectation.Version(seen), "{\"Max\":900}")))
                .isInstanceOf(ConcurrencyException.class);
        assertThat(body(HILO)).as("what is refused raises nothing").isEqualTo("{\"Max\":500,\"note\":1}");
        assertThat(reserve().low()).isEqualTo(501);
    }

    static Stream<DocumentCommand> refused() {
        Expectation wrong = new Expectation.Version("A:1-wrong");
        return Stream.of(
                put("there", Expectation.ABSENT, "{}"),
                put("there", wrong, "{}"),
                put("absent", wrong, "{}"),
                putting("there", Expectation.ANYTHING, content("Others", "{}")),
                new DocumentCommand.Delete(DocumentId.of("there"), wrong),
                new DocumentCommand.Delete(DocumentId.of("first"), Expectation.ABSENT),
                put("first", Expectation.ABSENT, "{}"),
                putting("first", Expectation.ANYTHING, content("Others", "{}")),
                put("Raven/Hilo/others", wrong, "{\"Max\":1}"),
                new DocumentCommand.Delete(DocumentId.of(HILO), Expectation.ABSENT));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void shouldRaiseNoCounterForABatchThatWillBeRefused(DocumentCommand refused) {
        stored(put("there", Expectation.ANYTHING, "{}"));
        reserve();
        String version = storage.reads().version(DocumentId.of(HILO)).orElseThrow();
        DocumentCommand first = put("first", Expectation.ANYTHING, "{}");
        DocumentCommand raising = put(HILO, Expectation.ANYTHING, "{\"Max\":500}");

        assertThatThrownBy(() -> storage.write(batch(first, raising, refused)));

        assertThat(storage.reads().version(DocumentId.of(HILO))).hasValue(version);
        assertThat(reserve().low()).isEqualTo(33);
    }

    @Test
    void shouldRaiseTheCounterOfABatchThatDeletesWhatItAddsAgain() {
        stored(put("there", Expectation.ANYTHING, "{}"));

        List<CommandResult> results = storage.write(batch(
                new DocumentCommand.Delete(DocumentId.of("there"), Expectation.ANYTHING),
                putting("there", Expectation.ABSENT, content("Others", "{}")),
                put(HILO, Expectation.ABSENT, "{\"Max\":500}")));

        assertThat(results).hasSize(3);
        assertThat(body(HILO)).isEqualTo("{\"Max\":500}");
    }

    @Test
    void shouldShowNoDocumentOfACounterThatABatchRaisedBeforeAnotherGotInItsWay() throws InterruptedException {
        hold(FENCE, () -> storage.submit(batch(put("there", Expectation.ANYTHING, "{}")), Party.NOBODY));
        Pending<List<CommandResult>> late = storage.submit(
                batch(put(HILO, Expectation.ABSENT, "{\"Max\":500}"), put("there", Expectation.ABSENT, "{}")),
                Party.NOBODY);
        released.countDown();

        assertThatThrownBy(late::await).isInstanceOf(ConcurrencyException.class);

        assertThat(storage.reads().read(DocumentId.of(HILO))).isEmpty();
        assertThat(storage.reads().statistics().documents()).isEqualTo(1);
        stored(put(HILO, Expectation.ABSENT, "{\"Max\":10}"));
        assertThat(body(HILO)).as("it never moves down").isEqualTo("{\"Max\":500}");
    }

    @Test
    void shouldGiveNoVersionTwiceWhateverTheLane() throws InterruptedException {
        reserve();
        holdDocuments(FENCE);
        for (int i = 0; i < 5; i++) {
            soon(this::reserve);
        }
        String before = storage.reads().listVersion();
        released.countDown();
        stored(put("b", Expectation.ANYTHING, "{}"));

        assertThat(storage.reads().listVersion())
                .as("a lower etag was committed later")
                .isNotEqualTo(before);
        assertThat(cluster.number("SELECT count(*) - count(DISTINCT etag) FROM"
                        + " (SELECT etag FROM document UNION ALL SELECT etag FROM counter) e"))
                .isZero();
    }

    private String body(String id) {
        return storage.reads()
                .read(DocumentId.of(id))
                .map(StoredDocument::content)
                .map(content -> new String(content.body(), StandardCharsets.UTF_8))
                .orElseThrow();
    }
}
