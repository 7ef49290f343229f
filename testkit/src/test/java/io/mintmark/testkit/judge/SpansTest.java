package io.mintmark.testkit.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.testkit.Seed;
import io.mintmark.testkit.judge.Spans.Piece;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SpansTest {
    private static final int NUMBERS = 40;
    private static final int ROUNDS = 20_000;

    @Test
    void shouldAgreeWithAnArray() {
        SplittableRandom random = new SplittableRandom(Seed.fresh("spans beside an array"));
        Spans spans = new Spans();
        int[] holders = new int[NUMBERS];
        for (int round = 0; round < ROUNDS; round++) {
            int low = random.nextInt(NUMBERS);
            int high = random.nextInt(low, NUMBERS);
            if (random.nextBoolean()) {
                int holder = random.nextInt(-1, 3);
                spans.put(low, high, holder);
                Arrays.fill(holders, low, high + 1, holder);
            }
            agree(spans.pieces(low, high), holders, low, high);
            assertThat(spans.size()).isEqualTo(runs(holders));
        }
    }

    private static void agree(List<Piece> pieces, int[] holders, int low, int high) {
        long next = low;
        for (Piece piece : pieces) {
            assertThat(piece.low()).isEqualTo(next);
            for (long number = piece.low(); number <= piece.high(); number++) {
                assertThat(piece.holder()).isEqualTo(holders[(int) number]);
            }
            next = piece.high() + 1;
        }
        assertThat(next).isEqualTo(high + 1);
    }

    /** Neighbours of one holder are one interval, however they came. */
    private static int runs(int[] holders) {
        int runs = 0;
        for (int i = 0; i < holders.length; i++) {
            boolean isNew = i == 0 || holders[i - 1] != holders[i];
            runs += holders[i] != Spans.FREE && isNew ? 1 : 0;
        }
        return runs;
    }

    @Test
    void shouldKeepBothEndsOfAllNumbers() {
        Spans spans = new Spans();
        spans.put(Long.MAX_VALUE - 1, Long.MAX_VALUE, 1);
        spans.put(Long.MIN_VALUE, Long.MIN_VALUE, 1);
        spans.put(Long.MIN_VALUE + 1, Long.MIN_VALUE + 1, 1);

        assertThat(spans.size()).isEqualTo(2);
        assertThat(spans.pieces(Long.MAX_VALUE, Long.MAX_VALUE))
                .containsExactly(new Piece(Long.MAX_VALUE, Long.MAX_VALUE, 1));
        assertThat(spans.gaps()).containsExactly(new Piece(Long.MIN_VALUE + 2, Long.MAX_VALUE - 2, Spans.FREE));
        assertThat(spans.pieces(Long.MIN_VALUE, Long.MAX_VALUE)).hasSize(3);
    }
}
