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

/**
 * No etag of a tag is drawn twice where a node keeps its block on disk: by its process while it is cut off, by later
 * ones that start without the engine, or by claims that follow, at this node or another.
 */
class KeptEtagsProperties {
    private static final int SCHEDULES = Effort.of("schedules of kept etags", 100, 1_000, 20_000);
    private static final int STEPS = 400;
    private static final long SEED = Seed.fresh("KeptEtagsProperties");

    /** What a node does; the broken twins differ in one of them. */
    private enum Rule {
        SOUND,
        /** A start without the engine draws the block from its beginning. */
        FROM_THE_BEGINNING,
        /** A claim that leaves in order gives the block back, as one does that keeps none. */
        GIVEN_BACK,
        /** The next block is used before it is on disk. */
        KEPT_TOO_LATE
    }

    /** A tag: its row in the engine, and the disk of its node. */
    private static final class Tag {
        private final SplittableRandom random;
        private final Rule rule;
        private final Set<Long> drawn = new HashSet<>();
        private boolean unique = true;
        private long etag;
        private long reserved;
        private long after;
        private long spent;
        private long end;
        private NodeEtags etags;
        private boolean isFirst;

        Tag(SplittableRandom random, Rule rule) {
            this.random = random;
            this.rule = rule;
            this.etags = claimed(true);
        }

        private NodeEtags claimed(boolean keeps) {
            etag = Math.max(etag, reserved);
            isFirst = true;
            NodeEtags claimed = keeps ? new NodeEtags(etag, rule != Rule.GIVEN_BACK, this::keep) : new NodeEtags(etag);
            reserved = claimed.toReserve();
            claimed.begin();
            return claimed;
        }

        private boolean keep(long from, long to) {
            if (isFirst || rule != Rule.KEPT_TOO_LATE) {
                after = from;
                spent = from;
                end = to;
            }
            isFirst = false;
            return true;
        }

        private void draw(long number) {
            unique &= drawn.add(number);
        }

        /** Groups of writes: what they drew counts once they are committed. */
        void write(NodeEtags by) {
            List<Long> group = new ArrayList<>();
            for (int i = random.nextInt(3); i >= 0; i--) {
                group.add(by.next());
            }
            if (random.nextInt(4) > 0) {
                group.forEach(this::draw);
                etag = Math.max(etag, group.get(group.size() - 1));
                long to = by.toReserve();
                reserved = Math.max(reserved, to);
                by.reserved(to);
            }
        }

        /** Other nodes are further, or just so far that this one comes to the block that is kept. */
        void lift() {
            etags.lift(random.nextBoolean() ? after - random.nextInt(3) : etag + random.nextLong(NodeEtags.BLOCK));
        }

        /** The process takes something while it is cut off; the commit of the journal raises what is spent. */
        void takeCutOff() {
            OptionalLong number = etags.nextAhead();
            if (number.isPresent() && random.nextInt(4) > 0) {
                draw(number.getAsLong());
                if (spent < number.getAsLong() && number.getAsLong() <= end) {
                    spent = number.getAsLong();
                }
            }
        }

        /** The process ended, in order or not, and others begin without the engine before one finds it. */
        void restart() {
            if (random.nextBoolean()) {
                reserved = etags.last();
            }
            for (int process = random.nextInt(3); process > 0; process--) {
                long next = rule == Rule.FROM_THE_BEGINNING ? after : spent;
                for (int i = random.nextInt(4); i > 0 && next < end; i--) {
                    draw(++next);
                    spent = Math.max(spent, next);
                }
            }
            if (random.nextInt(3) == 0) {
                successor();
            } else {
                etags = claimed(true);
            }
        }

        /** Another node has the tag for a while, and keeps nothing; then this one starts without the engine. */
        private void successor() {
            NodeEtags others = claimed(false);
            for (int i = random.nextInt(20); i > 0; i--) {
                write(others);
                others.lift(etag + random.nextLong(NodeEtags.BLOCK));
            }
            if (random.nextBoolean()) {
                reserved = others.last();
            }
            if (spent < end) {
                draw(++spent);
            }
            etags = claimed(true);
        }
    }

    private static boolean isUnique(SplittableRandom random, Rule rule) {
        Tag tag = new Tag(random, rule);
        for (int step = 0; step < STEPS; step++) {
            switch (random.nextInt(8)) {
                case 0, 1, 2 -> tag.write(tag.etags);
                case 3, 4 -> tag.takeCutOff();
                case 5, 6 -> tag.lift();
                default -> {
                    if (random.nextInt(3) == 0) {
                        tag.restart();
                    }
                }
            }
        }
        return tag.unique;
    }

    private static boolean areUnique(Rule rule) {
        SplittableRandom random = new SplittableRandom(SEED);
        boolean unique = true;
        for (int schedule = 0; schedule < SCHEDULES; schedule++) {
            unique &= isUnique(random, rule);
        }
        return unique;
    }

    @Test
    void shouldDrawNoNumberTwice() {
        assertThat(areUnique(Rule.SOUND)).isTrue();
    }

    @Test
    void shouldFindATwinThatDrawsTheBlockFromItsBeginning() {
        assertThat(areUnique(Rule.FROM_THE_BEGINNING)).isFalse();
    }

    @Test
    void shouldFindATwinThatGivesTheBlockBack() {
        assertThat(areUnique(Rule.GIVEN_BACK)).isFalse();
    }

    @Test
    void shouldFindATwinThatUsesABlockBeforeItIsKept() {
        assertThat(areUnique(Rule.KEPT_TOO_LATE)).isFalse();
    }
}
