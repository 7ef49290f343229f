package io.mintmark.storage.postgresql;

import static io.mintmark.storage.contract.OpenedStorage.content;
import static io.mintmark.storage.contract.OpenedStorage.putting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.counter.LeaseToken;
import io.mintmark.counter.ReturnRule;
import io.mintmark.document.DocumentId;
import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.WriteKind;
import io.mintmark.storage.WriteState;
import io.mintmark.storage.document.CommandResult;
import io.mintmark.storage.document.Expectation;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.DocumentBatch;
import io.mintmark.storage.write.IdentityRequest;
import io.mintmark.storage.write.Lease;
import io.mintmark.storage.write.RangeRequest;
import io.mintmark.storage.write.RangeReturn;
import io.mintmark.support.Eventually;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import javax.sql.DataSource;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Two processes that claimed one tag: the later claim writes, and nothing of the earlier one is kept from then on. */
@Timeout(60)
class ClaimFenceTest {
    private static final String CHECK = " AND epoch = ?";
    private static final String COUNT = " AND groups = ?";
    private static final String WAITING = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            + " AND wait_event_type = 'Lock' AND query LIKE '%FOR UPDATE%'";

    @AutoClose
    private final TestCluster cluster = new TestCluster();

    private static CommandResult.Stored put(Storage storage, String id) {
        DocumentBatch batch = new DocumentBatch(
                List.of(putting(id, Expectation.ANYTHING, content("Things", "{}"))), IdentityPartsSeparator.DEFAULT);
        return (CommandResult.Stored) storage.write(batch).get(0);
    }

    private static Lease reserve(Storage storage) {
        return storage.write(new RangeRequest(CounterName.ofTag("orders"), 0, 32, "test"));
    }

    private static ReturnRule.Verdict giveBack(Storage storage, Lease lease) {
        LeaseToken token = new LeaseToken(storage.life(), lease.serial());
        return storage.write(new RangeReturn(CounterName.ofTag("orders"), lease.low(), lease.high(), token));
    }

    @Test
    void shouldKeepNothingOfAnEndedClaim() {
        PostgresStorage first = cluster.open("A", 1);
        put(first, "a");
        PostgresStorage second = cluster.open("A", 2);

        assertThatThrownBy(() -> put(first, "b"))
                .isInstanceOf(StorageFailedException.class)
                .hasMessageContaining("node tag A")
                .hasMessageContaining("was not kept");
        assertThatThrownBy(() -> first.write(new IdentityRequest("users", null)))
                .isInstanceOf(StorageFailedException.class);
        assertThatThrownBy(() -> first.reads().read(DocumentId.of("a")))
                .as("it may have been asked to stop long ago")
                .isInstanceOf(StorageFailedException.class);
        assertThat(first.hasFailed()).isTrue();

        assertThat(second.reads().read(DocumentId.of("b"))).isEmpty();
        assertThat(second.write(new IdentityRequest("users", null))).isEqualTo(1);
        first.close();
        second.close();
        assertThatThrownBy(() -> cluster.open("A", 1))
                .isInstanceOf(StorageFailedException.class)
                .hasMessageContaining("epoch 2");
    }

    @Test
    void shouldGiveAVersionTwiceWithoutTheCheck() {
        DataSource unchecked = HookedSource.of(cluster.source(), (connection, method, arguments, call) -> {
            boolean sql = method.equals("prepareStatement") && arguments.length == 1;
            return sql
                    ? call.make(((String) arguments[0])
                            .replace(CHECK, " AND epoch <> -?")
                            .replace(COUNT, " AND groups <> -1 - ?")
                            // A block that is reserved would keep the two apart in this one respect.
                            .replace("mine.database), reserved", "mine.database), 0"))
                    : call.make(arguments);
        });
        PostgresStorage first = cluster.open("A", 1, unchecked);
        put(first, "a");
        PostgresStorage second = cluster.open("A", 2, unchecked);

        assertThat(put(first, "b").changeVector()).isEqualTo(put(second, "c").changeVector());
        assertThat(reserved(first, "b")).isEqualTo(reserved(second, "c"));
        first.close();
        second.close();
    }

    /** Returns the version of a counter's document after its first range. */
    private static String reserved(Storage storage, String tag) {
        assertThat(storage.write(new RangeRequest(CounterName.ofTag(tag), 0, 32, "test"))
                        .low())
                .isEqualTo(1);
        return storage.reads().version(CounterName.ofTag(tag).document()).orElseThrow();
    }

    @ParameterizedTest
    @EnumSource(WriteKind.class)
    void shouldFenceEachLaneByItself(WriteKind kind) {
        PostgresStorage first = cluster.open("A", 1);
        PostgresStorage second = cluster.open("A", 2);

        assertThatThrownBy(() -> write(first, kind))
                .isInstanceOf(StorageFailedException.class)
                .hasMessageContaining("was not kept");

        assertThat(first.writes(kind)).isEqualTo(WriteState.FAILED);
        assertThat(cluster.number("SELECT (SELECT count(*) FROM document) + (SELECT count(*) FROM counter)"
                        + " + (SELECT count(*) FROM identity)"))
                .isZero();
        write(second, kind);
        first.close();
        second.close();
    }

    private static void write(Storage storage, WriteKind kind) {
        switch (kind) {
            case HILO -> reserve(storage);
            case IDENTITY ->
                assertThat(storage.write(new IdentityRequest("users", null))).isEqualTo(1);
            case DOCUMENT -> put(storage, "a");
        }
    }

    /** The answer may be visible before a standby has it: only a commit after it is acknowledged after it, too. */
    @Test
    void shouldTellAnEarlierAnswerAgainOnlyBehindACommit() {
        IdentityRequest request = new IdentityRequest("users", "request-1");
        PostgresStorage first = cluster.open("A", 1);
        PostgresStorage peer = cluster.open("B", 2);
        assertThat(first.write(request)).isEqualTo(1);
        long groups = groupsOf("B");

        assertThat(peer.write(request)).as("repeated at another node").isEqualTo(1);

        assertThat(groupsOf("B")).isEqualTo(groups + 1);
        PostgresStorage second = cluster.open("A", 3);
        assertThatThrownBy(() -> first.write(request)).isInstanceOf(StorageFailedException.class);
        List.of(first, second, peer).forEach(Storage::close);
    }

    private long groupsOf(String node) {
        return cluster.number("SELECT groups FROM node_state WHERE lane = 'counters' AND node = '" + node + "'");
    }

    @Test
    void shouldForgetLeasesOfAClaimThatDidNotEndInOrder() {
        PostgresStorage first = cluster.open("A", 1);
        PostgresStorage peer = cluster.open("B", 2);
        Lease lease = reserve(first);

        PostgresStorage second = cluster.open("A", 3);

        ReturnRule.Verdict forgotten = new ReturnRule.Verdict.Refused(ReturnRule.Reason.NO_OPEN_LEASE);
        assertThat(giveBack(second, lease)).isEqualTo(forgotten);
        assertThat(giveBack(peer, lease)).isEqualTo(forgotten);
        Lease after = reserve(peer);
        assertThat(after.low()).isEqualTo(33);
        assertThat(giveBack(peer, new Lease(after.serial(), 32, after.high(), after.node(), after.reservedAt())))
                .as("wholly unused, so the one before it would be the latest again")
                .isEqualTo(new ReturnRule.Verdict.Accepted(32));
        assertThat(giveBack(peer, lease)).isEqualTo(forgotten);
        List.of(first, second, peer).forEach(Storage::close);
    }

    @Test
    void shouldGoOnAboveWhatItDrewBeforeAndWhatItsPeersDrew() {
        PostgresStorage first = cluster.open("A", 1);
        put(first, "a");
        Lease before = reserve(first);
        first.close();

        PostgresStorage peer = cluster.open("B", 2);
        put(peer, "b");
        PostgresStorage second = cluster.open("A", 3);

        assertThat(second.reads().lastEtag())
                .isGreaterThanOrEqualTo(peer.reads().lastEtag());
        assertThat(put(second, "c").changeVector())
                .startsWith("A:" + (peer.reads().lastEtag() + 1) + "-");
        assertThat(reserve(second).serial()).isGreaterThan(before.serial());
        List.of(second, peer).forEach(Storage::close);
    }

    /** What a claim reads before it gets the lock of a row is older than that row. */
    @Test
    void shouldGoOnAboveAGroupThatIsCommittedWhileTheClaimIsTakenOver() throws Exception {
        PostgresStorage first = cluster.open("A", 1);
        put(first, "a");
        CompletableFuture<PostgresStorage> second;
        try (Connection holder = DriverManager.getConnection(cluster.url());
                Statement statement = holder.createStatement()) {
            holder.setAutoCommit(false);
            boolean ignored = statement.execute("SELECT 1 FROM node_state WHERE lane = 'counters' FOR UPDATE");
            second = CompletableFuture.supplyAsync(() -> cluster.open("A", 2));
            Eventually.until(() -> cluster.number(WAITING) > 0);
            cluster.execute(
                    "UPDATE node_state SET etag = etag + 10000000, groups = groups + 1 WHERE lane = 'documents'");
            holder.rollback();
        }

        try (PostgresStorage storage = second.get()) {
            assertThat(put(storage, "b").changeVector()).startsWith("A:10000002-");
        }
        first.close();
    }
}
