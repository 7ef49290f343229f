package io.mintmark.storage.postgresql.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.testkit.Effort;
import io.mintmark.testkit.Seed;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** No etag of a tag is drawn twice: by lanes, by a node that is cut off, or by the claims that follow each other. */
class NodeEtagsProperties {
    private static final int SCHEDULES = Effort.of("schedules of etags", 100, 1_000, 20_000);
    private static final int STEPS = 400;
    private static final long SEED = Seed.fresh("NodeEtagsProperties");

    /** What a claim finds in the row, and leaves there: the end of a block counts, or it does not. */
    private static final class Row {
        private final boolean reserves;
        private long etag;
        private long reserved;

        Row(boolean reserves) {
            this.reserves = reserves;
        }

        NodeEtags takenOver() {
            etag = reserves ? Math.max(etag, reserved) : etag;
            NodeEtags etags = new NodeEtags(etag);
            reserved = etags.toReserve();
            return etags;
        }

        void committed(NodeEtags etags) {
            long end = etags.toReserve();
            reserved = Math.max(reserved, end);
            etags.reserved(end);
        }

        void closed(NodeEtags etags) {
            reserved = etags.last();
        }
    }

    /** Returns whether no number came twice. */
    private static boolean isUnique(SplittableRandom random, boolean reserves) {
        Row row = new Row(reserves);
        Set<Long> drawn = new HashSet<>();
        boolean unique = true;
        NodeEtags etags = row.takenOver();
        // The claim before, which does not know that it ended, and goes on while it is cut off.
        NodeEtags former = etags;
        // What was drawn for groups counts once one of them is committed.
        List<Long> pending = new ArrayList<>();
        long highest = 0;
        for (int step = 0; step < STEPS; step++) {
            switch (random.nextInt(8)) {
                case 0, 1 -> {
                    highest = etags.next();
                    pending.add(highest);
                }
                case 2 -> {
                    OptionalLong number = (random.nextBoolean() ? etags : former).nextAhead();
                    unique &= number.isEmpty() || drawn.add(number.getAsLong());
                }
                case 3, 4 -> {
                    for (long number : pending) {
                        unique &= drawn.add(number);
                        row.etag = Math.max(row.etag, number);
                    }
                    pending.clear();
                    row.committed(etags);
                }
                case 5 -> etags.lift(highest + random.nextLong(2 * NodeEtags.BLOCK));
                case 6 -> {
                    if (random.nextInt(10) == 0) {
                        former = etags;
                        pending.clear();
                        etags = row.takenOver();
                    }
                }
                default -> {
                    if (random.nextInt(10) == 0) {
                        // One that left in order draws nothing more.
                        pending.clear();
                        row.closed(etags);
                        etags = row.takenOver();
                        former = etags;
                    }
                }
            }
        }
        return unique;
    }

    @Test
    void shouldDrawNoNumberTwice() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int schedule = 0; schedule < SCHEDULES; schedule++) {
            assertThat(isUnique(random, true)).as("schedule %d", schedule).isTrue();
        }
    }

    /** The broken twin: what a node draws that is cut off was not reserved. */
    @Test
    void shouldFindATwinWhoseBlockIsNotReserved() {
        SplittableRandom random = new SplittableRandom(SEED);
        boolean unique = true;
        for (int schedule = 0; schedule < SCHEDULES; schedule++) {
            unique &= isUnique(random, false);
        }
        assertThat(unique).isFalse();
    }

    @Test
    void shouldLoseNoNumberToABlockThatIsNotUsed() {
        NodeEtags etags = new NodeEtags(0);

        assertThat(etags.next()).isEqualTo(1);
        assertThat(etags.nextAhead()).hasValue(NodeEtags.BLOCK + 1);
        assertThat(etags.next()).as("above the whole block").isEqualTo(2 * NodeEtags.BLOCK + 1);
    }

    @Test
    void shouldGiveOutABlockOnceItIsReservedAndNotBefore() {
        NodeEtags etags = new NodeEtags(0);
        for (long i = 0; i < NodeEtags.BLOCK; i++) {
            assertThat(etags.nextAhead()).isPresent();
        }
        assertThat(etags.nextAhead()).as("used up").isEmpty();
        long planned = etags.toReserve();
        assertThat(etags.nextAhead()).as("planned").isEmpty();

        etags.reserved(planned);

        assertThat(etags.nextAhead()).isPresent();
    }
}
