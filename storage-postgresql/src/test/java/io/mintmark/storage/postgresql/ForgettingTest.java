package io.mintmark.storage.postgresql;

import static io.mintmark.storage.contract.OpenedStorage.content;
import static io.mintmark.storage.contract.OpenedStorage.putting;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.counter.LeaseToken;
import io.mintmark.counter.ReturnRule;
import io.mintmark.document.DocumentId;
import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.internal.Ticker;
import io.mintmark.storage.Storage;
import io.mintmark.storage.document.DocumentCommand;
import io.mintmark.storage.document.Expectation;
import io.mintmark.storage.index.IndexProgress;
import io.mintmark.storage.index.IndexStorage;
import io.mintmark.storage.index.IndexWrite;
import io.mintmark.storage.lease.NumberAnswer;
import io.mintmark.storage.postgresql.write.DatabaseContext.LeaseLimits;
import io.mintmark.storage.write.AheadRequest;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.CutLog;
import io.mintmark.storage.write.DocumentBatch;
import io.mintmark.storage.write.Lease;
import io.mintmark.storage.write.RangeRequest;
import io.mintmark.storage.write.RangeReturn;
import io.mintmark.support.Eventually;
import io.mintmark.support.Party;
import io.mintmark.support.Pending;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Old leases and deletions go while a node is idle; what is gone is never taken back. */
@Timeout(60)
class ForgettingTest {
    private static final int RESERVED = 3_000;
    private static final int KEPT = 100;

    @AutoClose
    private final TestCluster cluster = new TestCluster();

    private final AtomicLong passed = new AtomicLong();
    private final Ticker ticker = () -> Ticker.SYSTEM.nanos() + passed.get();

    private static void reserveMany(Storage storage) {
        List<Pending<Lease>> pending = new ArrayList<>();
        for (int i = 0; i < RESERVED; i++) {
            pending.add(storage.submit(request("many"), Party.NOBODY));
        }
        pending.forEach(Pending::await);
    }

    private static RangeRequest request(String tag) {
        return new RangeRequest(CounterName.ofTag(tag), 0, 32, "test");
    }

    private static ReturnRule.Verdict giveBack(Storage storage, String tag, Lease lease, long last) {
        LeaseToken token = new LeaseToken(storage.life(), lease.serial());
        return storage.write(new RangeReturn(CounterName.ofTag(tag), last, lease.high(), token));
    }

    private long leases() {
        return cluster.number("SELECT count(*) FROM lease");
    }

    /** A pass that met few leases, because it came before most of them, is followed by a long rest. */
    private long leasesOfTheNextPass() {
        passed.addAndGet(TimeUnit.MINUTES.toNanos(1));
        return leases();
    }

    @Test
    void shouldKeepTheNewestLeasesOfAClaimAndTheLatestOfEachCounter() throws Exception {
        try (PostgresStorage storage = cluster.open("A", 1, new LeaseLimits(Duration.ofHours(1), KEPT), ticker)) {
            Lease only = storage.write(request("only"));
            Lease chained = storage.write(request("chained"));
            Lease latest = storage.write(request("chained"));
            reserveMany(storage);

            Eventually.until(() -> leasesOfTheNextPass() <= KEPT + 2);

            assertThat(giveBack(storage, "only", only, 5)).isEqualTo(new ReturnRule.Verdict.Accepted(5));
            assertThat(giveBack(storage, "chained", latest, latest.low() - 1))
                    .isEqualTo(new ReturnRule.Verdict.Accepted(32));
            assertThat(giveBack(storage, "chained", chained, 5))
                    .isEqualTo(new ReturnRule.Verdict.Refused(ReturnRule.Reason.NO_OPEN_LEASE));
            assertThat(storage.write(request("chained")).low()).isEqualTo(33);
        }
    }

    @Test
    void shouldForgetWhatIsTooOldOfAnyNode() throws Exception {
        try (PostgresStorage peer = cluster.open("B", 1)) {
            reserveMany(peer);
        }
        cluster.execute("UPDATE lease SET reserved = reserved - 36000000000");
        try (PostgresStorage storage = cluster.open("A", 2, new LeaseLimits(Duration.ofMinutes(30), 1_000_000))) {
            Lease young = storage.write(request("young"));

            Eventually.until(() -> leases() == 2);

            assertThat(giveBack(storage, "young", young, 5)).isEqualTo(new ReturnRule.Verdict.Accepted(5));
        }
    }

    /** More than the time stamps of leases can count back. */
    @Test
    void shouldForgetNoLeaseWhereTheyAreToBeKeptForEver() throws Exception {
        try (PostgresStorage peer = cluster.open("B", 1)) {
            reserveMany(peer);
        }
        long all = leases();
        String fifteenThousandYears = "5000000000000000000";
        cluster.execute("UPDATE lease SET reserved = reserved - " + fifteenThousandYears
                + " WHERE serial = (SELECT min(serial) FROM lease)");
        LeaseLimits forEver = new LeaseLimits(Duration.ofDays(99_999_999), 1_000_000);
        try (PostgresStorage storage = cluster.open("A", 2, forEver)) {
            assertThat(storage.hasFailed()).isFalse();
            Eventually.until(() -> leases() < all);

            assertThat(leases()).isEqualTo(all - 1);
        }
    }

    @Test
    void shouldSayThatItIsNoLongerKnownWhoGotWhatIsForgotten() throws Exception {
        try (PostgresStorage storage = cluster.open("A", 1, new LeaseLimits(Duration.ofHours(1), KEPT), ticker)) {
            reserveMany(storage);
            Eventually.until(() -> leasesOfTheNextPass() <= KEPT);

            assertThat(storage.holderOf(CounterName.ofTag("many"), 1))
                    .isInstanceOfSatisfying(NumberAnswer.Forgotten.class, forgotten -> {
                        assertThat(forgotten.cause()).isEqualTo(NumberAnswer.Cause.PRUNED);
                        assertThat(forgotten.at()).isNotNull();
                        assertThat(storage.holderOf(CounterName.ofTag("many"), forgotten.upTo() + 1))
                                .isInstanceOf(NumberAnswer.Held.class);
                    });
        }
    }

    @Test
    void shouldForgetCutRangesThatAreTooOldOfAnyNode() throws Exception {
        Instant old = Instant.now().minus(Duration.ofHours(2));
        CounterName many = CounterName.ofTag("many");
        try (PostgresStorage peer = cluster.open("B", 1)) {
            long high = peer.write(new AheadRequest(many, 100, 4)).high();
            assertThat(high).isEqualTo(100);
            CutLog.Chunk first = new CutLog.Chunk(many, 1, 32, old, old, new byte[0]);
            CutLog.Chunk second = new CutLog.Chunk(many, 33, 64, old, Instant.now(), new byte[0]);
            assertThat(peer.write(new CutLog(List.of(first, second), List.of())))
                    .isTrue();
        }
        try (PostgresStorage storage = cluster.open("A", 2)) {
            Eventually.until(() -> cluster.number("SELECT count(*) FROM lease_cut") == 1);

            assertThat(why(storage, 32)).isEqualTo(NumberAnswer.Why.LOG_PRUNED);
            assertThat(why(storage, 33)).isEqualTo(NumberAnswer.Why.NOT_LOGGED);
        }
    }

    private static NumberAnswer.Why why(Storage storage, long number) {
        return ((NumberAnswer.Reserved) storage.holderOf(CounterName.ofTag("many"), number)).why();
    }

    @Test
    void shouldForgetDeletionsThatEveryNodeHadTimeToTell() throws Exception {
        try (PostgresStorage storage = cluster.open("A", 1)) {
            deleteAnew(storage, "old");
        }
        cluster.execute("UPDATE cluster SET beats = beats + 301");
        try (PostgresStorage storage = cluster.open("B", 2)) {
            deleteAnew(storage, "young");

            Eventually.until(() -> cluster.number("SELECT count(*) FROM deletion") == 1);

            assertThat(cluster.number("SELECT count(*) FROM deletion WHERE id = 'young'"))
                    .isEqualTo(1);
        }
    }

    @Test
    void shouldKeepDeletionsThatAnIndexHasNotReadHoweverOldTheyAre() throws Exception {
        try (PostgresStorage storage = cluster.open("A", 1)) {
            IndexStorage indexes = storage.indexes().orElseThrow();
            indexes.putList(new byte[] {1}, Set.of(1L, 2L));
            deleteAnew(storage, "read");
            String position = indexes.reads().after(null, 100).position();
            for (long index = 1; index <= 2; index++) {
                assertThat(indexes.shared().orElseThrow().claim(index)).isTrue();
                indexes.store(index)
                        .commit(new IndexWrite(IndexProgress.NONE.reaching(position), Map.of(), List.of(), List.of()));
            }
            deleteAnew(storage, "unread");
            indexes.store(1)
                    .commit(new IndexWrite(
                            indexes.store(1)
                                    .progress()
                                    .reaching(
                                            indexes.reads().after(position, 100).position()),
                            Map.of(),
                            List.of(),
                            List.of()));
        }
        cluster.execute("UPDATE cluster SET beats = beats + 301");
        try (PostgresStorage storage = cluster.open("B", 2)) {
            deleteAnew(storage, "young");

            Eventually.until(() -> cluster.number("SELECT count(*) FROM deletion WHERE id = 'read'") == 0);

            assertThat(cluster.number("SELECT count(*) FROM deletion")).isEqualTo(2);
        }
    }

    private static void deleteAnew(Storage storage, String id) {
        int ignored = storage.write(new DocumentBatch(
                        List.of(
                                putting(id, Expectation.ANYTHING, content("Things", "{}")),
                                new DocumentCommand.Delete(DocumentId.of(id), Expectation.ANYTHING)),
                        IdentityPartsSeparator.DEFAULT))
                .size();
    }
}
