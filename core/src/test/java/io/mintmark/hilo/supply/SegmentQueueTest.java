package io.mintmark.hilo.supply;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.range.Range;
import org.junit.jupiter.api.Test;

class SegmentQueueTest {
    private static final int SIZE = 10;

    private final SegmentQueue queue = new SegmentQueue();

    @Test
    void shouldFollowCallersOverSeveralSegmentsAtOnce() {
        Segment first = append();
        Segment second = append();
        Segment third = append();
        first.take(SIZE);
        second.take(SIZE + 5); // callers that come too late add as well
        third.take(3);

        assertThat(queue.catchUp()).isTrue();

        assertThat(queue.current()).isSameAs(third);
        assertThat(queue.issued()).isEqualTo(2 * SIZE + 3);
        assertThat(queue.left()).isEqualTo(SIZE - 3);
        assertThat(queue.catchUp()).as("nobody went further").isFalse();
    }

    @Test
    void shouldStayWithTheLastSegmentWhenItIsUsedUp() {
        Segment only = append();
        only.take(SIZE);

        queue.catchUp();

        assertThat(queue.current()).isSameAs(only);
        assertThat(queue.left()).isZero();
    }

    @Test
    void shouldPassSegmentsThatWentBackOnlyWhenCallersDo() {
        Segment used = append();
        append();
        used.take(1);
        queue.catchUp();

        assertThat(queue.sealSurplus()).hasSize(1);
        Segment later = append();
        queue.catchUp();
        assertThat(queue.current()).isSameAs(used);
        assertThat(queue.left()).isEqualTo(2 * SIZE - 1);

        used.take(SIZE);
        queue.catchUp();
        assertThat(queue.current()).isSameAs(later);
        assertThat(queue.left()).isEqualTo(SIZE);
    }

    private Segment append() {
        long low = queue.reserved() + 1;
        Range range = new Range(low, low + SIZE - 1, "", "", 7);
        Segment segment = new Segment(range, low, SIZE, queue.reserved());
        queue.append(segment);
        return segment;
    }
}
