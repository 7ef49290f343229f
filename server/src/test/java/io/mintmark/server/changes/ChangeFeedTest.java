package io.mintmark.server.changes;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.internal.Ticker;
import io.mintmark.protocol.ErrorType;
import io.mintmark.storage.document.DocumentChange;
import io.mintmark.storage.row.GroupChanges;
import io.mintmark.support.FairExecutor;
import io.mintmark.support.Json;
import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.SocketReceiver;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Queues that are bounded, whatever comes and whoever does not read. */
class ChangeFeedTest {
    private static final String WATCH_ALL = "{\"CommandId\":1,\"Command\":\"watch-docs\"}";

    private static final String MISSED =
            "1013 Changes of database 'shop' could not be told: connect again, and look anew.";

    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private final ChangeCounts counts = new ChangeCounts();

    private ChangeFeed feed(Executor thread) {
        return feed(thread, counts);
    }

    private static ChangeFeed feed(Executor thread, ChangeCounts counts) {
        return feed("shop", thread, counts, () -> 0);
    }

    private static ChangeFeed feed(String database, Executor thread, ChangeCounts counts, Ticker ticker) {
        return new ChangeFeed(database, new Json(16), thread, counts, ticker);
    }

    private static List<DocumentChange> changes(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new DocumentChange(DocumentChange.Kind.PUT, "users/" + i, "Users", "A:1-x"))
                .toList();
    }

    private static SocketReceiver watching(ChangeFeed feed, SilentSocket socket) {
        SocketReceiver receiver = feed.connect(socket);
        receiver.received(WATCH_ALL.getBytes(UTF_8));
        return receiver;
    }

    private static String all(SocketReceiver receiver) {
        StringBuilder all = new StringBuilder();
        for (byte[] frame = receiver.next(); frame != null; frame = receiver.next()) {
            all.append(new String(frame, UTF_8));
        }
        return all.toString();
    }

    @Test
    void shouldListenOnlyWhileSomebodyWatches() {
        ChangeFeed feed = feed(Runnable::run);
        assertThat(feed.isListening()).isFalse();

        SocketReceiver receiver = watching(feed, new SilentSocket());
        assertThat(feed.isListening()).isTrue();
        receiver.closed();

        assertThat(feed.isListening()).isFalse();
        assertThat(counts.open()).isZero();
    }

    @Test
    void shouldCutOffAClientThatDoesNotRead() {
        ChangeFeed feed = feed(Runnable::run);
        SilentSocket silent = new SilentSocket();
        SocketReceiver receiver = watching(feed, silent);

        for (int i = 0; i < 200; i++) {
            feed.committed(changes(1_000));
        }

        assertThat(silent.ends()).hasSize(1);
        assertThat(silent.ends().get(0)).startsWith("1013 This client reads its changes too slowly: 8388608 bytes");
        assertThat(silent.bytes).isBetween(8_000_000L, 8_388_608L);
        assertThat(counts.cutOff()).isEqualTo(1);
        assertThat(feed.isListening()).isFalse();
        assertThat(all(receiver)).isNotEmpty();
        assertThat(silent.bytes).as("given back as it leaves").isZero();
    }

    @Test
    void shouldNotCutOffAReaderBecauseOfACommitHoweverLarge() {
        ChangeFeed feed = feed(tasks::add);
        SilentSocket socket = new SilentSocket();
        SocketReceiver receiver = watching(feed, socket);

        feed.committed(changes(3 * Backlog.WAITING_MAX));
        int told = 0;
        while (!tasks.isEmpty()) {
            tasks.remove().run();
            told += all(receiver).split("\"DocumentChange\"", -1).length - 1;
        }

        assertThat(told).isEqualTo(3 * Backlog.WAITING_MAX);
        assertThat(socket.ends()).isEmpty();
    }

    @Test
    void shouldEndEveryConnectionWhenChangesComeFasterThanTheyAreTold() {
        ChangeFeed feed = feed(tasks::add);
        SilentSocket one = new SilentSocket();
        SilentSocket two = new SilentSocket();
        watching(feed, one);
        watching(feed, two);

        for (int i = 0; i < 1_000; i++) {
            feed.committed(changes(1_000));
        }
        assertThat(tasks).as("the feed waits for its turn once").hasSize(1);
        while (!tasks.isEmpty()) {
            tasks.remove().run();
        }

        String reason = "1013 Database 'shop' changes faster than that can be told: connect again.";
        assertThat(one.ends()).containsExactly(reason);
        assertThat(two.ends()).containsExactly(reason);
        assertThat(counts.cutOff()).isEqualTo(2);
        watching(feed, new SilentSocket());
        feed.committed(changes(1));
        assertThat(tasks).as("it goes on for those who come").hasSize(1);
    }

    @Test
    void shouldTellACacheOnceHoweverMuchChanges() {
        ChangeFeed feed = feed(Runnable::run);
        SilentSocket silent = new SilentSocket();
        SocketReceiver receiver = feed.connect(silent);
        receiver.received("{\"CommandId\":1,\"Command\":\"watch-aggressive-caching\"}".getBytes(UTF_8));

        feed.committed(changes(100_000));
        assertThat(all(receiver).split("AggressiveCacheChange", -1)).hasSize(2);
        feed.committed(changes(1));
        assertThat(all(receiver)).contains("AggressiveCacheChange");
        assertThat(silent.ends()).isEmpty();
    }

    /** A client watches, has that confirmed, and reads: what is committed after its reading must be told. */
    @Test
    void shouldTellAWriteThatBeganBeforeAnybodyWatched() {
        ChangeFeed feed = feed(Runnable::run);
        GroupChanges group = new GroupChanges(feed);
        group.mark();
        group.note(() -> changes(1).get(0));
        SocketReceiver receiver = watching(feed, new SilentSocket());

        group.publish();

        assertThat(all(receiver)).contains("users/0");
    }

    @Test
    void shouldWordNothingWhileNobodyWatches() {
        AtomicInteger worded = new AtomicInteger();
        GroupChanges group = new GroupChanges(feed(Runnable::run));
        for (int i = 0; i < 10_000; i++) {
            group.note(() -> {
                worded.incrementAndGet();
                return changes(1).get(0);
            });
        }
        group.publish();

        assertThat(worded).hasValue(0);
    }

    @Test
    void shouldEndEveryConnectionWhenACommitCouldNotBeTold() {
        ChangeFeed feed = feed(tasks::add);
        GroupChanges group = new GroupChanges(feed);
        SilentSocket socket = new SilentSocket();
        watching(feed, socket);

        group.note(() -> {
            throw new OutOfMemoryError("made by a test");
        });
        group.publish();
        runAll();

        assertThat(socket.ends()).containsExactly(MISSED);
        SocketReceiver next = watching(feed, new SilentSocket());
        group.note(() -> changes(1).get(0));
        group.publish();
        runAll();
        assertThat(all(next)).as("only what came later").contains("users/0");
    }

    @Test
    void shouldEndEveryConnectionWhenNobodyKnowsWhetherAGroupWasCommitted() {
        ChangeFeed feed = feed(Runnable::run);
        GroupChanges group = new GroupChanges(feed);
        SilentSocket socket = new SilentSocket();
        watching(feed, socket);

        group.forget();
        assertThat(socket.ends()).as("nothing was noted").isEmpty();
        group.note(() -> changes(1).get(0));
        group.forget();

        assertThat(socket.ends()).containsExactly(MISSED);
    }

    @Test
    void shouldEndEveryConnectionWhenTellingFailedInAnyWay() {
        ChangeFeed feed = feed(tasks::add);
        SilentSocket socket = new SilentSocket();
        watching(feed, socket);

        feed.committed(List.of(new DocumentChange(DocumentChange.Kind.PUT, "half \ud83d", "Users", "A:1-x")));
        runAll();

        assertThat(socket.ends()).containsExactly(MISSED);
    }

    @Test
    void shouldEndAConnectionAtWhichTellingFailedAndTellTheOthers() {
        ChangeFeed feed = feed(tasks::add);
        SilentSocket broken = new SilentSocket();
        List<SocketReceiver> others = new ArrayList<>();
        others.add(watching(feed, new SilentSocket()));
        watching(feed, broken);
        others.add(watching(feed, new SilentSocket()));

        broken.fails = true;
        feed.committed(changes(1));
        runAll();

        assertThat(broken.ends()).containsExactly("1011 The server failed; its log has the reason. Connect again.");
        assertThat(others).allSatisfy(other -> assertThat(all(other)).contains("users/0"));
    }

    @Test
    void shouldEndThoseWhoMissedChangesAlthoughTheTaskForThatCouldNotBegin() {
        Deque<RuntimeException> failures = new ArrayDeque<>(List.of(new IllegalStateException("no thread")));
        ChangeFeed feed = feed(task -> {
            RuntimeException failure = failures.poll();
            if (failure != null) {
                throw failure;
            }
            task.run();
        });
        SilentSocket socket = new SilentSocket();
        watching(feed, socket);

        assertThatThrownBy(feed::missed).hasMessage("no thread");
        feed.committed(changes(1));

        assertThat(socket.ends()).containsExactly(MISSED);
    }

    @Test
    void shouldBoundTheBytesOfAllFeedsTogether() {
        ChangeCounts together = new ChangeCounts(100_000);
        ChangeFeed one = feed(tasks::add, together);
        ChangeFeed other = feed(tasks::add, together);
        SilentSocket behind = new SilentSocket();
        SilentSocket beside = new SilentSocket();
        watching(one, behind);
        SocketReceiver good = watching(other, beside);

        other.committed(changes(10));
        one.committed(changes(1_000));
        assertThat(together.waitingBytes()).isGreaterThan(128_000);
        one.committed(changes(1));
        assertThat(together.waitingBytes()).as("what waited was dropped").isLessThan(2_000);
        runAll();

        assertThat(behind.ends()).hasSize(1);
        assertThat(behind.ends().get(0)).startsWith("1013 Database 'shop' changes faster");
        assertThat(beside.ends()).isEmpty();
        assertThat(all(good).split("DocumentChange", -1)).hasSize(11);
        assertThat(together.waitingBytes()).isZero();
        one.committed(changes(1_000));
        one.close(new ApiException(ErrorType.INVALID_OPERATION, "It is over."));
        assertThat(together.waitingBytes()).isZero();
    }

    @Test
    void shouldNotCutOffThoseWhoWatchAnotherDatabaseThanTheOneThatFallsBehind() {
        ChangeCounts together = new ChangeCounts(100_000);
        ChangeFeed greedy = feed("greedy", tasks::add, together, () -> 0);
        ChangeFeed modest = feed("modest", tasks::add, together, () -> 0);
        watching(greedy, new SilentSocket());
        SilentSocket good = new SilentSocket();
        SocketReceiver receiver = watching(modest, good);
        greedy.committed(changes(1_000));
        assertThat(together.waitingBytes()).as("all that there is, and more").isGreaterThan(100_000);

        modest.committed(changes(1));
        modest.committed(changes(1));
        runAll();

        assertThat(good.ends()).isEmpty();
        assertThat(all(receiver).split("DocumentChange", -1)).hasSize(3);
    }

    /**
     * Tells a commit to 300 connections of one database, each of which takes a millisecond; after the first one another database commits.
     * Returns how many milliseconds its watcher waits.
     */
    private long millisOfAnotherDatabase(Ticker ofFeed, AtomicLong clock) {
        FairExecutor<String> fair = new FairExecutor<>(tasks::add, clock::get);
        ChangeFeed greedy = feed("greedy", fair.of("greedy"), counts, ofFeed);
        ChangeFeed modest = feed("modest", fair.of("modest"), counts, ofFeed);
        AtomicLong begun = new AtomicLong(-1);
        Runnable costly = () -> {
            clock.addAndGet(1_000_000);
            if (greedy.isListening() && begun.compareAndSet(0, clock.get())) {
                modest.committed(changes(1));
            }
        };
        List<SocketReceiver> receivers = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            receivers.add(watching(greedy, new SilentSocket(costly)));
        }
        SocketReceiver other = watching(modest, new SilentSocket());
        assertThat(all(other)).contains("TopologyChange");
        begun.set(0);
        greedy.committed(changes(1_000));

        long told = -1;
        while (!tasks.isEmpty()) {
            tasks.remove().run();
            told = told < 0 && !all(other).isEmpty() ? clock.get() : told;
        }

        assertThat(receivers)
                .as("each change once, in parts")
                .allSatisfy(each ->
                        assertThat(all(each).split("\"DocumentChange\"", -1)).hasSize(1_001));
        return (told - begun.get()) / 1_000_000;
    }

    @Test
    void shouldTellAnotherDatabaseBetweenTheConnectionsOfOne() {
        AtomicLong clock = new AtomicLong();

        assertThat(millisOfAnotherDatabase(clock::get, clock)).isBetween(0L, 4L);
    }

    /** The twin of the test before: a feed that never lets others go first. */
    @Test
    void shouldKeepAnotherDatabaseWaitingIfASliceWereToldInOneGo() {
        assertThat(millisOfAnotherDatabase(() -> 0, new AtomicLong())).isGreaterThan(290);
    }

    private void runAll() {
        while (!tasks.isEmpty()) {
            tasks.remove().run();
        }
    }

    @Test
    void shouldRefuseThoseWhoComeAfterTheEnd() {
        ChangeFeed feed = feed(Runnable::run);
        feed.close(new ApiException(ErrorType.INVALID_OPERATION, "It is over."));

        SilentSocket late = new SilentSocket();
        feed.connect(late);

        assertThat(late.ends()).containsExactly("1001 It is over.");
        assertThat(feed.isListening()).isFalse();
    }

    @Test
    void shouldGoOnAfterATaskThatCouldNotBegin() {
        Deque<RuntimeException> failures = new ArrayDeque<>(List.of(new IllegalStateException("no thread")));
        ChangeFeed feed = feed(task -> {
            RuntimeException failure = failures.poll();
            if (failure != null) {
                throw failure;
            }
            task.run();
        });
        SocketReceiver receiver = watching(feed, new SilentSocket());

        assertThatThrownBy(() -> feed.committed(changes(1))).hasMessage("no thread");
        feed.committed(changes(2));

        assertThat(all(receiver).split("DocumentChange", -1)).hasSize(4);
    }
}
