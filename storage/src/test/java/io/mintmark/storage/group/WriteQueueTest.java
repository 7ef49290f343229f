package io.mintmark.storage.group;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.support.Eventually;
import io.mintmark.support.limits.Limits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WriteQueueTest {
    private static final Duration IMPATIENT = Duration.ofMillis(20);

    private static WriteQueue queue(int pieces, long bytes, Duration patience) {
        return new WriteQueue(
                Limits.DEFAULT.with(new Limits.Writes(pieces, bytes)).with(new Limits.Requests(256, 2_048, patience)));
    }

    private static PendingWork<Integer> piece(String party, long bytes) {
        return new PendingWork<>(() -> 1, party, bytes);
    }

    /** Takes everything, and says of each piece that it cost as much as its party's name is long. */
    private static List<String> parties(WriteQueue queue) {
        List<String> parties = new ArrayList<>();
        PendingWork<?> piece = queue.poll();
        while (piece != null) {
            String party = (String) piece.party();
            parties.add(party);
            piece = queue.charge(party, party.length(), true);
        }
        return parties;
    }

    @Test
    void shouldServeFirstWhoCostLeast() {
        WriteQueue queue = queue(100, 100, IMPATIENT);
        for (int i = 0; i < 3; i++) {
            assertThat(queue.put(piece("costly", 0))).isTrue();
        }
        for (int i = 0; i < 8; i++) {
            assertThat(queue.put(piece("b", 0))).isTrue();
        }

        // By what each will have cost with its next piece, once that is known.
        assertThat(parties(queue))
                .containsExactly("costly", "b", "b", "b", "b", "b", "b", "costly", "b", "b", "costly");
    }

    @Test
    void shouldLetPartiesTakeTurnsBeforeTheCostIsKnown() {
        WriteQueue queue = queue(100, 100, IMPATIENT);
        for (String party : List.of("a", "b")) {
            assertThat(queue.put(piece(party, 0))).isTrue();
            assertThat(queue.pollOnCredit()).isNotNull();
            queue.settle(party, 10);
        }
        for (int i = 0; i < 6; i++) {
            assertThat(queue.put(piece(i < 4 ? "a" : "b", 0))).isTrue();
        }

        List<Object> turns = new ArrayList<>();
        for (PendingWork<?> piece = queue.pollOnCredit(); piece != null; piece = queue.pollOnCredit()) {
            turns.add(piece.party());
        }

        assertThat(turns.subList(0, 2))
                .as("none goes twice while the other waits")
                .containsExactlyInAnyOrder("a", "b");
        assertThat(turns.subList(2, 4)).containsExactlyInAnyOrder("a", "b");
        assertThat(turns.subList(4, 6)).containsExactly("a", "a");
    }

    @Test
    void shouldKeepTheOrderOfOneParty() {
        WriteQueue queue = queue(100, 100, IMPATIENT);
        List<PendingWork<?>> sent = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            PendingWork<Integer> piece = piece("a", 0);
            sent.add(piece);
            assertThat(queue.put(piece)).isTrue();
        }

        List<PendingWork<?>> taken = new ArrayList<>();
        for (PendingWork<?> piece = queue.poll(); piece != null; piece = queue.poll()) {
            taken.add(piece);
        }
        assertThat(taken).isEqualTo(sent);
    }

    @Test
    void shouldRefuseMorePiecesThanItsLimit() {
        WriteQueue queue = queue(3, 100, IMPATIENT);
        for (int i = 0; i < 3; i++) {
            assertThat(queue.put(piece("a", 0))).isTrue();
        }

        assertThat(queue.put(piece("a", 0))).isFalse();
        assertThat(queue.poll()).isNotNull();
        assertThat(queue.put(piece("a", 0))).isTrue();
    }

    @Test
    void shouldRefuseMoreBytesThanItsLimitButTakeAnyPieceAlone() {
        WriteQueue queue = queue(100, 100, IMPATIENT);

        assertThat(queue.put(piece("a", 5000))).isTrue();
        assertThat(queue.put(piece("b", 1))).isFalse();
        assertThat(queue.poll()).isNotNull();
        assertThat(queue.put(piece("a", 60))).isTrue();
        assertThat(queue.put(piece("b", 41))).isFalse();
        assertThat(queue.put(piece("b", 40))).isTrue();
    }

    @Test
    void shouldLeaveRoomForAnotherPartyWhenOneSendsMuch() {
        WriteQueue queue = queue(100, 100, IMPATIENT);
        int accepted = 0;
        while (queue.put(piece("greedy", 10))) {
            accepted++;
        }

        assertThat(accepted).isEqualTo(5);
        assertThat(queue.put(piece("other", 25))).isTrue();
    }

    @Test
    void shouldWaitForRoomAsLongAsItsPatience() throws Exception {
        WriteQueue queue = queue(1, 100, Duration.ofSeconds(30));
        assertThat(queue.put(piece("a", 0))).isTrue();
        CompletableFuture<Boolean> second = CompletableFuture.supplyAsync(() -> queue.put(piece("b", 0)));
        Eventually.stays(Duration.ofMillis(50), () -> !second.isDone());

        assertThat(queue.poll()).isNotNull();

        assertThat(second.get(10, TimeUnit.SECONDS)).isTrue();
        assertThat(parties(queue)).containsExactly("b");
        assertThat(queue.isEmpty()).isTrue();
    }

    @Test
    void shouldKeepTheInterruptOfWhoWaits() throws Exception {
        WriteQueue queue = queue(1, 100, Duration.ofMillis(200));
        assertThat(queue.put(piece("a", 0))).isTrue();
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            boolean put = queue.put(piece("b", 0));
            interrupted.complete(!put && Thread.currentThread().isInterrupted());
        });
        thread.start();
        thread.interrupt();

        assertThat(interrupted.get(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void shouldReturnFromTakeWhenWoken() throws Exception {
        WriteQueue queue = queue(1, 100, IMPATIENT);
        CompletableFuture<Boolean> taken = CompletableFuture.supplyAsync(() -> {
            try {
                return queue.take(60_000) == null;
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        Eventually.stays(Duration.ofMillis(20), () -> !taken.isDone());

        queue.wake();

        assertThat(taken.get(10, TimeUnit.SECONDS)).isTrue();
    }
}
