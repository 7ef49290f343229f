package io.mintmark.storage.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.MintmarkException;
import io.mintmark.internal.Ticker;
import io.mintmark.internal.Uninterruptibly;
import io.mintmark.storage.StorageBusyException;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.StorageUnreachableException;
import io.mintmark.storage.evaluation.EngineException;
import io.mintmark.storage.evaluation.GroupUndoneException;
import io.mintmark.storage.evaluation.GroupUndoneException.Reason;
import io.mintmark.storage.row.GroupRows;
import io.mintmark.support.Party;
import io.mintmark.support.Pending;
import io.mintmark.support.limits.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A group of which nothing happened: run again in its order, in parts that become smaller, or refused without a trace. */
@Timeout(60)
class GroupReplayTest {
    private static final int PIECES = 40;

    private final CountDownLatch queued = new CountDownLatch(1);
    private final Numbers store = new Numbers();
    /** How much time has passed beside that of the system. */
    private final AtomicLong nanos = new AtomicLong();

    private final GroupCommitWriter writer =
            new GroupCommitWriter("test", store, Limits.DEFAULT, () -> Ticker.SYSTEM.nanos() + nanos.get());

    /** Decides what becomes of a group. */
    @FunctionalInterface
    private interface Fate {
        void judge(List<Integer> group);
    }

    /** Keeps numbers; its rows are never asked for. */
    private final class Numbers implements GroupStore {
        private final List<Integer> committed = new ArrayList<>();
        private final List<Integer> underWay = new ArrayList<>();
        private final List<Integer> sizes = new ArrayList<>();
        private Fate fate = group -> {};

        @Override
        @SuppressWarnings("NullAway")
        public GroupRows rows() {
            return null;
        }

        @Override
        public void begin() {
            Uninterruptibly.run(queued::await);
            underWay.clear();
        }

        @Override
        public boolean fetchesGroups() {
            return true;
        }

        @Override
        public void tidyIfOverdue() {}

        @Override
        public void commit() {
            sizes.add(underWay.size());
            fate.judge(underWay);
            committed.addAll(underWay);
        }

        @Override
        public void afterCommit() {}

        @Override
        public void tidyWhileIdle() {}

        @Override
        public void abandon() {}

        @Override
        public void leaveInOrder() {}

        @Override
        public void close() {}
    }

    @AfterEach
    void close() {
        queued.countDown();
        writer.close();
    }

    private Pending<Integer> submit(int number) {
        return submit(number, 0);
    }

    private Pending<Integer> submit(int number, long bytes) {
        return writer.submit(Party.NOBODY, bytes, () -> {
            store.underWay.add(number);
            return number;
        });
    }

    /** Lets all pieces come into one group, which {@code fate} judges. */
    private List<Pending<Integer>> inOneGroup(Fate fate) {
        store.fate = fate;
        writer.start();
        List<Pending<Integer>> pieces =
                IntStream.range(0, PIECES).mapToObj(this::submit).toList();
        queued.countDown();
        return pieces;
    }

    private static List<Integer> all() {
        return IntStream.range(0, PIECES).boxed().toList();
    }

    private static GroupUndoneException undone(Reason reason) {
        return new GroupUndoneException(reason, new IllegalStateException("on purpose"));
    }

    /** A small write waits for the group before it, however much that holds. */
    @Test
    void shouldNotFetchMoreAtOnceThanAFewMegabytes() {
        writer.start();
        List<Pending<Integer>> pieces =
                IntStream.range(0, PIECES).mapToObj(i -> submit(i, 1 << 19)).toList();
        queued.countDown();
        pieces.forEach(Pending::await);

        assertThat(store.committed).isEqualTo(all());
        assertThat(store.sizes).allMatch(size -> size <= 8);
    }

    @Test
    void shouldRunAGroupAgainAsAWholeAndThenInHalves() {
        List<Pending<Integer>> pieces = inOneGroup(group -> {
            if (store.sizes.size() <= 3) {
                throw undone(Reason.CONFLICT);
            }
        });

        for (int i = 0; i < PIECES; i++) {
            assertThat(pieces.get(i).await()).isEqualTo(i);
        }
        assertThat(store.committed).isEqualTo(all());
        assertThat(store.sizes).startsWith(PIECES, PIECES, PIECES / 2, PIECES / 4);
    }

    @Test
    void shouldRefuseAloneWhatTheStoreRefuses() {
        List<Pending<Integer>> pieces = inOneGroup(group -> {
            if (group.contains(7)) {
                throw undone(Reason.ROW);
            }
        });

        for (int i = 0; i < PIECES; i++) {
            Pending<Integer> piece = pieces.get(i);
            if (i == 7) {
                assertThatThrownBy(piece::await)
                        .isInstanceOf(MintmarkException.class)
                        .hasMessageContaining("refused a row: on purpose");
            } else {
                assertThat(piece.await()).isEqualTo(i);
            }
        }
        assertThat(store.committed).hasSize(PIECES - 1).isSorted();
    }

    @Test
    void shouldGiveUpOnWhatMeetsOthersAllTheTime() {
        List<Pending<Integer>> pieces = inOneGroup(group -> {
            if (group.contains(3)) {
                throw undone(Reason.CONFLICT);
            }
        });

        for (Pending<Integer> piece : pieces.subList(4, PIECES)) {
            assertThat(piece.await()).isPositive();
        }
        assertThatThrownBy(() -> pieces.get(3).await()).isInstanceOf(StorageBusyException.class);
        assertThat(store.committed).doesNotContain(3).isSorted();
    }

    @Test
    void shouldRefuseAllAtOnceWhenTheEngineIsGoneAndTakeTheNextGroup() {
        boolean[] gone = {true};
        List<Pending<Integer>> pieces = inOneGroup(group -> {
            if (gone[0]) {
                throw undone(Reason.UNREACHABLE);
            }
        });

        for (Pending<Integer> piece : pieces) {
            assertThatThrownBy(piece::await).isInstanceOf(StorageUnreachableException.class);
        }
        assertThat(store.sizes).containsExactly(PIECES);
        gone[0] = false;
        assertThat(submit(99).await()).isEqualTo(99);
        assertThat(store.committed).containsExactly(99);
    }

    @Test
    void shouldTryAnotherConnectionUntilOneIsWhole() {
        List<Pending<Integer>> pieces = inOneGroup(group -> {
            if (store.sizes.size() <= 12) {
                throw undone(Reason.CONNECTION);
            }
        });

        for (Pending<Integer> piece : pieces) {
            assertThat(piece.await()).isNotNegative();
        }
        assertThat(store.sizes).hasSize(13).allMatch(size -> size == PIECES);
    }

    @Test
    void shouldTryTwiceAtMostWhereAConnectionBreaksAfterASilence() {
        List<Pending<Integer>> pieces = inOneGroup(group -> {
            nanos.addAndGet(2_000_000_000L);
            throw undone(Reason.CONNECTION);
        });

        for (Pending<Integer> piece : pieces) {
            assertThatThrownBy(piece::await).isInstanceOf(StorageUnreachableException.class);
        }
        assertThat(store.sizes).containsExactly(PIECES, PIECES);
    }

    @Test
    void shouldNotTakeAnAnswerBackWhenALaterPartDoomsTheWriter() {
        List<Pending<Integer>> pieces = inOneGroup(group -> {
            if (store.sizes.size() <= 2) {
                throw undone(Reason.CONFLICT);
            }
            if (group.contains(PIECES - 1)) {
                throw new EngineException(new IllegalStateException("on purpose"), false);
            }
        });

        assertThatThrownBy(pieces.get(PIECES - 1)::await).isInstanceOf(StorageFailedException.class);
        for (int i = 0; i < PIECES; i++) {
            Pending<Integer> piece = pieces.get(i);
            if (i < PIECES / 2) {
                assertThat(piece.await()).isEqualTo(i);
            } else {
                assertThatThrownBy(piece::await).isInstanceOf(StorageFailedException.class);
            }
        }
        assertThat(store.committed).hasSize(PIECES / 2);
    }
}
