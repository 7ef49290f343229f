package io.mintmark.storage.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.MintmarkException;
import io.mintmark.counter.OpenLease;
import io.mintmark.document.NodeTag;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.Cut;
import io.mintmark.storage.write.CutLog;
import io.mintmark.storage.write.Holder;
import io.mintmark.testkit.Seed;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What was logged is found again number by number, and nothing else is. */
class CutLogProperties {
    private static final NodeTag NODE = NodeTag.of("B");
    private static final int CHUNKS = 300;

    private final Random random = new Random(Seed.fresh("CutLogProperties"));
    private final CutWriter writer = new CutWriter();
    private final Map<Long, CutFact> model = new HashMap<>();
    private long end = 1 + random.nextInt(100);
    private long serial = random.nextInt(1_000);
    private long millis = 1_790_000_000_000L;

    private Holder holder() {
        return switch (random.nextInt(4)) {
            case 0 -> Holder.UNKNOWN;
            case 1 -> new Holder("192.0.2." + random.nextInt(20), null);
            case 2 -> new Holder(null, "grüße".repeat(random.nextInt(30)));
            default -> new Holder("2001:db8::1", "ada");
        };
    }

    private void add() {
        if (random.nextInt(20) == 0) {
            end += random.nextInt(1_000) - (long) (random.nextInt(3) == 0 ? 0 : end / 2);
            end = Math.max(
                    end,
                    model.keySet().stream().mapToLong(Long::longValue).max().orElse(0));
        }
        if (random.nextInt(15) == 0) {
            long to = end + 1 + random.nextInt(20);
            writer.addLeft(end + 1, to, Instant.ofEpochMilli(millis));
            put(end + 1, to, new CutFact.Left());
            end = to;
            return;
        }
        serial += random.nextInt(5) == 0 ? 1 + random.nextInt(9) : 1;
        millis += random.nextInt(3) == 0 ? random.nextInt(5) - 2 : 0;
        long passed = random.nextInt(8) == 0 ? random.nextInt(30) : 0;
        long low = end + 1 + passed;
        long high = low + (random.nextInt(3) == 0 ? random.nextInt(50) : 31);
        long last = random.nextInt(6) == 0 ? low - 1 + random.nextInt((int) (high - low + 2)) : high;
        Cut cut = new Cut(new OpenLease(serial, low, high), passed, Instant.ofEpochMilli(millis), holder());
        writer.add(cut, last);
        put(end + 1, low - 1, new CutFact.Passed(cut));
        put(low, last, new CutFact.Held(NODE, cut, last));
        end = last;
    }

    private void put(long from, long to, CutFact fact) {
        for (long number = from; number <= to; number++) {
            model.put(number, fact);
        }
    }

    @Test
    void shouldFindWhatWasLogged() {
        for (int i = 0; i < CHUNKS; i++) {
            add();
        }
        CutLog.Chunk chunk = writer.chunk(CounterName.ofTag("orders"));

        for (long number = 0; number < end + 2_000; number++) {
            Optional<CutFact> found = CutReader.find(NODE, chunk.content(), number);
            assertThat(found).as("number " + number).isEqualTo(Optional.ofNullable(model.get(number)));
            if (found.isPresent()) {
                assertThat(number).isBetween(chunk.low(), chunk.high());
            }
        }
    }

    @Test
    void shouldTakeTwoBytesForAUsualRange() {
        Holder ada = new Holder("192.0.2.7", "ada");
        for (int i = 0; i < 1_000; i++) {
            long low = 1 + 32L * i;
            Instant at = Instant.ofEpochMilli(millis + i);
            writer.add(new Cut(new OpenLease(7 + i, low, low + 31), 0, at, ada), low + 31);
        }

        assertThat(writer.length()).isLessThan(2_100);
    }

    /** The twin: a log that is cut off, or has another byte, does not name somebody in silence who was never logged. */
    @Test
    void shouldSayThatAChunkIsDamaged() {
        Holder ada = new Holder("192.0.2.7", "ada");
        writer.add(new Cut(new OpenLease(7, 1, 32), 0, Instant.ofEpochMilli(millis), ada), 32);
        byte[] content = writer.content();

        for (int length = 1; length < content.length; length++) {
            byte[] cut = Arrays.copyOf(content, length);
            assertThatThrownBy(() -> CutReader.find(NODE, cut, 33))
                    .as("of " + length + " bytes")
                    .isInstanceOf(MintmarkException.class)
                    .hasMessageContaining("damaged");
        }
    }
}
