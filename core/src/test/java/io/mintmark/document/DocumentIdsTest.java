package io.mintmark.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.hilo.HiLo;
import io.mintmark.hilo.PerHandleHiLo;
import io.mintmark.hilo.PerThreadHiLo;
import io.mintmark.hilo.StrictHiLo;
import io.mintmark.range.Range;
import io.mintmark.range.RangeSource;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DocumentIdsTest {

    /** Grants what is asked for, and changes its node tag with every range, as a failover would. */
    private static final class AlternatingNodes implements RangeSource {
        private final String prefix;
        private long max;
        private int ranges;

        AlternatingNodes(String prefix, long max) {
            this.prefix = prefix;
            this.max = max;
        }

        @Override
        public synchronized Range reserve(long size) {
            Range range = new Range(max + 1, max + size, prefix, ranges++ % 2 == 0 ? "A" : "B", Range.NO_TOKEN);
            max += size;
            return range;
        }

        @Override
        public boolean giveBack(Range range, long lastIssued) {
            return false;
        }

        @Override
        public long raise(long atLeast) {
            return max;
        }
    }

    @Test
    void shouldPairEachNumberWithTheTagOfItsOwnRange() {
        try (StrictHiLo generator = HiLo.over(new AlternatingNodes("orders/", 9))
                .rangeSize(2)
                .rangeSizeMax(2)
                .strict()) {
            DocumentIds ids = DocumentIds.of(generator);

            assertThat(ids.next()).isEqualTo("orders/10-A");
            assertThat(ids.next()).isEqualTo("orders/11-A");
            assertThat(ids.next()).isEqualTo("orders/12-B");
            assertThat(ids.nextId()).isEqualTo(DocumentId.of("ORDERS/13-b"));
            assertThat(ids.next()).isEqualTo("orders/14-A");
        }
    }

    @Test
    void shouldSpellEachNumberAcrossHundredsAndRanges() {
        int size = 130;
        try (StrictHiLo generator = HiLo.over(new AlternatingNodes("orders/", 0))
                .rangeSize(size)
                .rangeSizeMax(size)
                .strict()) {
            DocumentIds ids = DocumentIds.of(generator);

            for (int number = 1; number <= 10_300; number++) {
                String tag = (number - 1) / size % 2 == 0 ? "A" : "B";
                assertThat(ids.next()).isEqualTo("orders/" + number + "-" + tag);
            }
        }
    }

    @Test
    void shouldSpellTheLastNumberThereIs() {
        try (StrictHiLo generator = HiLo.over(new AlternatingNodes("orders/", Long.MAX_VALUE - 3))
                .rangeSize(3)
                .strict()) {
            DocumentIds ids = DocumentIds.of(generator);

            assertThat(ids.next()).isEqualTo("orders/9223372036854775805-A");
            assertThat(ids.next()).isEqualTo("orders/9223372036854775806-A");
            assertThat(ids.next()).isEqualTo("orders/9223372036854775807-A");
        }
    }

    @Test
    void shouldSpellTheNumbersOfEachThreadInItsOrder() {
        try (PerThreadHiLo generator =
                HiLo.over(new AlternatingNodes("orders/", 0)).rangeSize(256).perThread()) {
            DocumentIds ids = DocumentIds.of(generator);

            assertThat(ids.next()).isEqualTo("orders/1-A");
            assertThat(CompletableFuture.supplyAsync(ids::next, task -> new Thread(task).start())
                            .join())
                    .isEqualTo("orders/33-A");
            assertThat(ids.next()).isEqualTo("orders/2-A");
            assertThat(generator.next()).isEqualTo(3);
        }
    }

    @Test
    void shouldSpellIdsOnceWhenManyThreadsAsk() throws Exception {
        int perThread = 20_000;
        Set<String> seen = ConcurrentHashMap.newKeySet();
        try (StrictHiLo generator = HiLo.over(new AlternatingNodes("orders/", 0))
                .rangeSize(1_000)
                .rangeSizeMax(1_000)
                .strict()) {
            DocumentIds ids = DocumentIds.of(generator);
            List<Thread> threads = Stream.generate(() -> new Thread(() -> {
                        for (int i = 0; i < perThread; i++) {
                            seen.add(ids.next());
                        }
                    }))
                    .limit(4)
                    .toList();
            threads.forEach(Thread::start);
            for (Thread thread : threads) {
                thread.join();
            }
        }

        assertThat(seen).hasSize(4 * perThread).allMatch(DocumentIdsTest::isOfItsOwnRange);
    }

    private static boolean isOfItsOwnRange(String id) {
        long number = Long.parseLong(id.substring("orders/".length(), id.length() - 2));
        return id.endsWith((number - 1) / 1_000 % 2 == 0 ? "-A" : "-B");
    }

    @Test
    void shouldWriteWhatItWouldSpellAcrossNinesAndRanges() {
        int share = 256;
        try (PerHandleHiLo generator = HiLo.over(new AlternatingNodes("orders/", 0))
                .rangeSize(share)
                .rangeSizeMax(share)
                .perHandle()) {
            byte[] buffer = new byte[40];
            DocumentIdWriter writer = DocumentIds.writer(generator, buffer, 3);

            for (int number = 1; number <= 10_300; number++) {
                int length = writer.next();

                String tag = (number - 1) / share % 2 == 0 ? "A" : "B";
                assertThat(new String(buffer, 3, length, StandardCharsets.UTF_8))
                        .isEqualTo("orders/" + number + "-" + tag);
            }
        }
    }

    @Test
    void shouldSpellPrefixesBeyondLatin1() {
        try (PerHandleHiLo generator =
                HiLo.over(new AlternatingNodes("ΟΔΟΣ/", 98)).rangeSize(256).perHandle()) {
            DocumentIdWriter writer = DocumentIds.writer(generator, new byte[40], 0);

            assertThat(writer.nextString()).isEqualTo("ΟΔΟΣ/99-A");
            assertThat(writer.nextString()).isEqualTo("ΟΔΟΣ/100-A");
        }
    }

    @Test
    void shouldSayHowLargeTheBufferMustBe() {
        try (PerHandleHiLo generator =
                HiLo.over(new AlternatingNodes("orders/", 0)).rangeSize(256).perHandle()) {
            DocumentIdWriter writer = DocumentIds.writer(generator, new byte[9], 0);

            assertThatThrownBy(writer::next)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("the buffer must hold the id orders/1-A: 10 bytes are needed, 9 are there;"
                            + " give a larger one");
        }
    }
}
