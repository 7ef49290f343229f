package io.mintmark.server.changes;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.protocol.ErrorType;
import io.mintmark.server.http.ApiException;
import io.mintmark.server.http.SocketReceiver;
import io.mintmark.server.json.Json;
import io.mintmark.server.storage.document.DocumentChange;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Queues that are bounded, whatever comes and whoever does not read. */
class ChangeFeedTest {
    private static final String WATCH_ALL = "{\"CommandId\":1,\"Command\":\"watch-docs\"}";

    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private final ChangeCounts counts = new ChangeCounts();

    private ChangeFeed feed(Executor thread) {
        return new ChangeFeed("shop", new Json(16), thread, counts);
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

        feed.committed(changes(3 * ChangeFeed.WAITING_MAX));
        int told = 0;
        while (!tasks.isEmpty()) {
            tasks.remove().run();
            told += all(receiver).split("\"DocumentChange\"", -1).length - 1;
        }

        assertThat(told).isEqualTo(3 * ChangeFeed.WAITING_MAX);
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
