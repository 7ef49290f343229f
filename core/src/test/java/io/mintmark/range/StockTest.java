package io.mintmark.range;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StockTest {
    private static final int SIZE = 10;

    private final Stock stock = new Stock();

    @Test
    void shouldFollowCallersOverSeveralSegmentsAtOnce() {
        Segment first = append();
        Segment second = append();
        Segment third = append();
        first.take(SIZE);
        second.take(SIZE + 5); // callers that come too late add as well
        third.take(3);

        assertThat(stock.catchUp()).isTrue();

        assertThat(stock.current()).isSameAs(third);
        assertThat(stock.issued()).isEqualTo(2 * SIZE + 3);
        assertThat(stock.left()).isEqualTo(SIZE - 3);
        assertThat(stock.catchUp()).as("nobody went further").isFalse();
    }

    @Test
    void shouldStayWithTheLastSegmentWhenItIsUsedUp() {
        Segment only = append();
        only.take(SIZE);

        stock.catchUp();

        assertThat(stock.current()).isSameAs(only);
        assertThat(stock.left()).isZero();
    }

    @Test
    void shouldPassSegmentsThatWentBackOnlyWhenCallersDo() {
        Segment used = append();
        append();
        used.take(1);
        stock.catchUp();

        assertThat(stock.sealSurplus()).hasSize(1);
        Segment later = append();
        stock.catchUp();
        assertThat(stock.current()).isSameAs(used);
        assertThat(stock.left()).isEqualTo(2 * SIZE - 1);

        used.take(SIZE);
        stock.catchUp();
        assertThat(stock.current()).isSameAs(later);
        assertThat(stock.left()).isEqualTo(SIZE);
    }

    private Segment append() {
        long low = stock.reserved() + 1;
        Range range = new Range(low, low + SIZE - 1, "", "", 7);
        Segment segment = new Segment(range, low, SIZE, stock.reserved());
        stock.append(segment);
        return segment;
    }
}
