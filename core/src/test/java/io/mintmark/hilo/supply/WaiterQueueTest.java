package io.mintmark.hilo.supply;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.range.Range;
import java.util.List;
import org.junit.jupiter.api.Test;

class WaiterQueueTest {
    private final WaiterQueue queue = new WaiterQueue();

    private Waiter join(Waiter waiter) {
        queue.join(waiter, 0);
        return waiter;
    }

    private Waiter join(int count) {
        return join(new Waiter(count));
    }

    private static Segment segment(int size) {
        return new Segment(Range.of(1, Math.max(1, size)), 1, size, 0);
    }

    @Test
    void shouldDealInTheOrderOfArrivalAndLeaveTheRestToOthers() {
        List<Waiter> waiters = List.of(join(1), join(3), join(1));
        Segment segment = segment(10);

        WaiterQueue.Dealt dealt = queue.deal(segment, 10, 0);

        assertThat(waiters).extracting(Waiter::first).containsExactly(1L, 2L, 5L);
        assertThat(dealt.woken()).hasSize(3);
        assertThat(dealt.skipped()).isZero();
        assertThat(queue.isEmpty()).isTrue();
        assertThat(segment.take(1)).as("the first of the rest").isEqualTo(6);
    }

    @Test
    void shouldWakeOnlyThoseThatARangeServes() {
        Waiter served = join(1);
        Waiter waits = join(1);

        WaiterQueue.Dealt dealt = queue.deal(segment(1), 1, 0);

        assertThat(dealt.woken()).containsExactly(served.woken());
        assertThat(waits.isSettled()).isFalse();
    }

    @Test
    void shouldLeaveNoNumberToThoseThatComeLaterWhileABlockWaits() {
        Waiter block = join(8);
        Segment segment = segment(5);

        WaiterQueue.Dealt dealt = queue.deal(segment, 5, 0);

        assertThat(dealt.skipped()).isEqualTo(5);
        assertThat(segment.isUsedUp()).isTrue();
        assertThat(dealt.woken()).as("to ask again").containsExactly(block.woken());
        assertThat(queue.largestBlock()).isEqualTo(8);
    }

    @Test
    void shouldRefuseABlockThatTheSourceWasAskedForAndGrantedTooFewNumbers() {
        Waiter block = join(8);
        Waiter single = join(1);

        queue.deal(segment(5), 8, 0);

        assertThat(block.isSettled()).isTrue();
        assertThat(block.isServed()).isFalse();
        assertThat(single.first()).isEqualTo(1);
        assertThat(queue.largestBlock()).isEqualTo(1);
    }

    @Test
    void shouldFindABlockBehindThoseThatUseARangeUp() {
        join(1);
        join(1);
        Waiter block = join(3);

        queue.deal(segment(2), 3, 0);

        assertThat(block.isSettled()).as("refused at once").isTrue();
    }

    @Test
    void shouldDealAPartToEachThatCanUseSeveral() {
        List<Waiter> handles = List.of(
                join(Waiter.forSeveral(size -> 32)),
                join(Waiter.forSeveral(size -> 2)),
                join(Waiter.forSeveral(size -> 32)));

        queue.deal(segment(10), 10, 0);

        assertThat(handles).extracting(Waiter::dealt).containsExactly(3L, 2L, 3L);
    }

    @Test
    void shouldDealNothingToOneThatLeftAndLetNobodyLeaveThatHasNumbers() {
        Waiter left = join(1);
        Waiter served = join(1);
        assertThat(queue.leave(left)).isTrue();

        queue.deal(segment(2), 2, 0);

        assertThat(left.isSettled()).isFalse();
        assertThat(served.first()).isEqualTo(1);
        assertThat(queue.leave(served)).isFalse();
        assertThat(queue.leave(left)).isFalse();
    }

    @Test
    void shouldNotWaitForAWakeUpThatAlreadyWas() {
        Waiter waiter = join(1);
        WaiterQueue.wake(queue.deal(segment(0), 1, 0).woken());
        Segment late = segment(1);
        queue.deal(late, 1, 0); // before it looked what it was woken for

        assertThat(waiter.waitOn().getCount()).as("goes on at once").isZero();
        assertThat(waiter.dealtFrom()).isSameAs(late);
    }

    @Test
    void shouldRefuseAllAndLetNobodyJoinOnceClosed() {
        Waiter waiter = join(1);

        assertThat(queue.close()).containsExactly(waiter.woken());

        assertThat(waiter.isSettled()).isTrue();
        assertThat(waiter.dealtFrom()).isNull();
        assertThat(queue.isClosed()).isTrue();
    }
}
