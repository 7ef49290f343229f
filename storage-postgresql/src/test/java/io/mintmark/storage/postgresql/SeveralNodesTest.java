package io.mintmark.storage.postgresql;

import static io.mintmark.storage.contract.OpenedStorage.content;
import static io.mintmark.storage.contract.OpenedStorage.putting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.counter.LeaseToken;
import io.mintmark.counter.ReturnRule;
import io.mintmark.document.DocumentId;
import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.storage.NamedNumber;
import io.mintmark.storage.Slice;
import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageBusyException;
import io.mintmark.storage.contract.OnThreads;
import io.mintmark.storage.document.CollectionMismatchException;
import io.mintmark.storage.document.CommandResult;
import io.mintmark.storage.document.ConcurrencyException;
import io.mintmark.storage.document.DocumentCommand;
import io.mintmark.storage.document.Expectation;
import io.mintmark.storage.document.Listing;
import io.mintmark.storage.document.Page;
import io.mintmark.storage.document.StoredDocument;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.DocumentBatch;
import io.mintmark.storage.write.IdentityRequest;
import io.mintmark.storage.write.Lease;
import io.mintmark.storage.write.RangeRequest;
import io.mintmark.storage.write.RangeReturn;
import io.mintmark.support.Opened;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two nodes that write to one database at once, from eight threads each: nothing comes twice, and nothing is lost. */
@Timeout(60)
class SeveralNodesTest {
    private static final int THREADS = 16;

    @AutoClose
    private final Opened opened = new Opened();

    private final TestCluster cluster = opened.add(new TestCluster());
    private final List<PostgresStorage> nodes =
            List.of(opened.add(cluster.open("A", 1)), opened.add(cluster.open("B", 2)));

    private interface Work<T> {
        T on(Storage node, int thread);
    }

    /** Does the same on all threads, half of them at each node. */
    private <T> List<T> everywhere(Work<T> work) throws Exception {
        return OnThreads.collect(THREADS, thread -> List.of(work.on(nodes.get(thread % 2), thread)));
    }

    private static Lease reserve(Storage node, String tag, int size) {
        return patiently(() -> node.write(new RangeRequest(CounterName.ofTag(tag), 0, size, "test")));
    }

    /** A refusal because too many wrote at once says that nothing happened. */
    private static <T> T patiently(java.util.function.Supplier<T> write) {
        while (true) {
            try {
                return write.get();
            } catch (StorageBusyException busy) {
                Thread.onSpinWait();
            }
        }
    }

    private static CommandResult.Stored put(Storage node, DocumentCommand.Put put) {
        DocumentBatch batch = new DocumentBatch(List.of(put), IdentityPartsSeparator.DEFAULT);
        return (CommandResult.Stored) patiently(() -> node.write(batch)).get(0);
    }

    @Test
    void shouldGiveNoBareNumberToBoth() throws Exception {
        List<List<Lease>> all = everywhere((node, thread) -> {
            List<Lease> mine = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                mine.add(reserve(node, "orders", 16));
                mine.add(reserve(node, "bills" + i % 7, 1 + thread));
            }
            return mine;
        });

        List<Lease> orders = all.stream()
                .flatMap(List::stream)
                .filter(lease -> lease.size() == 16)
                .sorted(Comparator.comparingLong(Lease::low))
                .toList();
        assertThat(orders).hasSizeGreaterThan(THREADS * 100 - 1);
        long numbers = all.stream().flatMap(List::stream).mapToLong(Lease::size).sum();
        assertThat(numbers).isGreaterThan(20_000);
        assertThat(all.stream().flatMap(List::stream).map(Lease::serial)).doesNotHaveDuplicates();
        assertNoOverlap(numbersOf("orders"));
        for (int i = 0; i < 7; i++) {
            assertNoOverlap(numbersOf("bills" + i));
        }
        assertThat(cluster.number("SELECT max FROM counter WHERE key = 'raven/hilo/orders'"))
                .as("no range is lost, either")
                .isEqualTo(16L * THREADS * 100);
    }

    /** Returns how many leases of a counter overlap with another one, by the record of leases. */
    private long numbersOf(String tag) {
        return cluster.number("SELECT count(*) FROM lease one JOIN lease other ON other.counter = one.counter"
                + " AND other.serial <> one.serial AND other.low <= one.high AND one.low <= other.high"
                + " WHERE one.counter = 'raven/hilo/" + tag + "'");
    }

    private static void assertNoOverlap(long overlaps) {
        assertThat(overlaps).isZero();
    }

    @Test
    void shouldNumberAnIdentityOnceForBoth() throws Exception {
        List<List<Long>> all = everywhere((node, thread) -> {
            List<Long> mine = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                mine.add(patiently(() -> node.write(new IdentityRequest("users", null))));
            }
            assertThat(mine).isSorted();
            return mine;
        });

        assertThat(all.stream().flatMap(List::stream))
                .doesNotHaveDuplicates()
                .hasSize(THREADS * 100)
                .allMatch(number -> number <= THREADS * 100L);
    }

    @Test
    void shouldAnswerARequestThatIsRepeatedAtAnotherNodeWithTheSameNumber() throws Exception {
        for (int i = 0; i < 20; i++) {
            IdentityRequest request = new IdentityRequest("users" + i % 3, "request-" + i);
            List<Long> answers = everywhere((node, thread) -> patiently(() -> node.write(request)));
            assertThat(new HashSet<>(answers)).hasSize(1);
        }
    }

    @Test
    void shouldAddWhatBothAddAtOnceOnce() throws Exception {
        for (int round = 0; round < 10; round++) {
            String id = "things/" + round;
            String collection = "Collection" + round;
            List<Boolean> added = everywhere((node, thread) -> {
                try {
                    put(node, putting(id, Expectation.ABSENT, content(collection, "{\"by\":" + thread + "}")));
                    return true;
                } catch (ConcurrencyException other) {
                    return false;
                }
            });
            assertThat(added).containsOnlyOnce(true);
        }

        assertThat(nodes.get(0).reads().collections(Slice.ALL)).hasSize(10).allMatch(each -> each.number() == 1);
        assertThat(nodes.get(1).reads().statistics().documents()).isEqualTo(10);
    }

    @Test
    void shouldKeepADocumentInTheCollectionThatTheFasterNodePutItIn() throws Exception {
        List<Boolean> stored = everywhere((node, thread) -> {
            try {
                put(node, putting("things/1", Expectation.ANYTHING, content("Collection" + thread, "{}")));
                return true;
            } catch (CollectionMismatchException other) {
                return false;
            }
        });

        assertThat(stored).containsOnlyOnce(true);
    }

    @Test
    void shouldLetOneOfManyWritersThroughThatExpectTheSame() throws Exception {
        put(nodes.get(0), putting("a", Expectation.ANYTHING, content("Things", "{}")));

        List<List<String>> replaced = everywhere((node, thread) -> {
            List<String> mine = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                String seen = node.reads().version(DocumentId.of("a")).orElseThrow();
                try {
                    put(
                            node,
                            putting("a", new Expectation.Version(seen), content("Things", "{\"a\":\"" + seen + "\"}")));
                    mine.add(seen);
                } catch (ConcurrencyException other) {
                    // Somebody else was first.
                }
            }
            return mine;
        });

        assertThat(replaced.stream().flatMap(List::stream)).isNotEmpty().doesNotHaveDuplicates();
    }

    @Test
    void shouldListWhatBothWroteInOneOrderWithoutLossAndRepetition() throws Exception {
        everywhere((node, thread) -> {
            for (int i = 0; i < 20; i++) {
                put(node, putting("doc/" + thread + "/" + i, Expectation.ABSENT, content("Things", "{}")));
            }
            return thread;
        });

        for (Listing listing :
                List.of(new Listing.OldestFirst(0), Listing.NewestFirst.all(), new Listing.ByPrefix("doc/", null))) {
            List<String> seen = new ArrayList<>();
            Optional<Listing> next = Optional.of(listing);
            while (next.isPresent()) {
                Page page = nodes.get(1).reads().list(next.get(), 7);
                page.documents().stream()
                        .map(StoredDocument::id)
                        .map(DocumentId::key)
                        .forEach(seen::add);
                next = page.next();
            }
            assertThat(seen).doesNotHaveDuplicates().hasSize(THREADS * 20);
        }
        assertThat(nodes.get(0).reads().collections(Slice.ALL))
                .containsExactly(new NamedNumber("Things", THREADS * 20));
        assertThat(nodes.get(0).reads().listVersion())
                .isEqualTo(nodes.get(1).reads().listVersion());
    }

    @Test
    void shouldTakeALeaseBackThatTheOtherNodeReserved() {
        Lease lease = reserve(nodes.get(0), "orders", 32);
        LeaseToken token = new LeaseToken(nodes.get(0).life(), lease.serial());

        assertThat(nodes.get(1)
                        .write(new RangeReturn(CounterName.ofTag("orders"), lease.low() - 1, lease.high(), token)))
                .isEqualTo(new ReturnRule.Verdict.Accepted(0));
        assertThat(nodes.get(0)
                        .write(new RangeReturn(CounterName.ofTag("orders"), lease.low() - 1, lease.high(), token)))
                .isEqualTo(new ReturnRule.Verdict.Refused(ReturnRule.Reason.NO_OPEN_LEASE));
    }

    @Test
    void shouldDrawEtagsAboveThoseOfItsPeersOnceItWasTold() {
        for (int i = 0; i < 5; i++) {
            put(nodes.get(0), putting("a", Expectation.ANYTHING, content("Things", "{}")));
        }

        nodes.get(1).liftEtags(nodes.get(0).reads().lastEtag());
        put(nodes.get(1), putting("b", Expectation.ANYTHING, content("Things", "{}")));

        assertThat(nodes.get(1).reads().lastEtag())
                .isGreaterThan(nodes.get(0).reads().lastEtag());
        assertThat(nodes.get(0).reads().statistics().changeVector()).matches("A:5-.+, B:6-.+");
    }

    @Test
    void shouldRefuseWhenAnotherNodeHoldsARowForTooLongAndDoNothing() throws Exception {
        put(nodes.get(0), putting("a", Expectation.ANYTHING, content("Things", "{}")));
        try (java.sql.Connection other = cluster.source().getConnection()) {
            other.setAutoCommit(false);
            try (java.sql.Statement lock = other.createStatement()) {
                boolean ignored = lock.execute("SELECT 1 FROM document WHERE key = 'a' FOR UPDATE");
            }
            DocumentBatch batch = new DocumentBatch(
                    List.of(putting("a", Expectation.ANYTHING, content("Things", "{\"b\":1}"))),
                    IdentityPartsSeparator.DEFAULT);
            assertThatThrownBy(() -> nodes.get(1).write(batch))
                    .isInstanceOf(StorageBusyException.class)
                    .hasMessageContaining("nothing of this request was done");
            other.rollback();
        }

        assertThat(nodes.get(1).reads().statistics().changeVector()).doesNotContain("B:");
        put(nodes.get(1), putting("a", Expectation.ANYTHING, content("Things", "{\"b\":2}")));
    }
}
