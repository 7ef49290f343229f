package io.mintmark.number;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class BitLayoutTest {
    private static final Duration MILLISECOND = Duration.ofMillis(1);

    @Test
    void shouldReadASnowflakeOfTwitter() {
        BitParts parts = BitLayouts.TWITTER.decode(1541815603606036480L);

        assertThat(parts.time()).isEqualTo(Instant.ofEpochMilli(1656432460105L));
        assertThat(parts.worker()).isEqualTo(378);
        assertThat(parts.sequence()).isZero();
        assertThat(BitLayouts.TWITTER.encode(parts.tick(), 378, 0)).isEqualTo(1541815603606036480L);
    }

    @Test
    void shouldReadASnowflakeOfDiscord() {
        long id = 175928847299117063L;
        BitParts parts = BitLayouts.DISCORD.decode(id);

        assertThat(parts.time()).isEqualTo(Instant.ofEpochMilli(1462015105796L));
        assertThat(BitLayouts.DISCORD.part(id, "worker")).isEqualTo(1);
        assertThat(BitLayouts.DISCORD.part(id, "process")).isZero();
        assertThat(parts.worker()).as("both in one").isEqualTo(32);
        assertThat(parts.sequence()).isEqualTo(7);
        assertThat(BitLayouts.DISCORD.encode(parts.tick(), 32, 7)).isEqualTo(id);
    }

    @Test
    void shouldMakeTheIdOfInstagramsExample() {
        long id = BitLayouts.INSTAGRAM.encode(1387263000L, 1341, 5001 % 1024);

        assertThat(id).isEqualTo(11637205501278089L);
        assertThat(BitLayouts.INSTAGRAM.decode(id).worker()).isEqualTo(1341);
    }

    @Test
    void shouldReadATsid() {
        BitParts parts = BitLayouts.tsid(10).decode(38352658567418872L);

        assertThat(parts.tick()).isEqualTo(38352658567418872L >>> 22);
        assertThat(parts.worker() << 12 | parts.sequence()).isEqualTo(38352658567418872L & 0x3fffff);
        assertThat(BitLayouts.tsid(0).decode(38352658567418872L).sequence()).isEqualTo(38352658567418872L & 0x3fffff);
    }

    @Test
    void shouldPutTheSequenceBeforeTheMachineInASonyflake() {
        long id = BitLayouts.SONYFLAKE_1.encode(5, 0x1234, 0xAB);

        assertThat(id).isEqualTo(5L << 24 | 0xABL << 16 | 0x1234);
        assertThat(BitLayouts.SONYFLAKE_1.decode(id).time()).isEqualTo(Instant.parse("2014-09-01T00:00:00.050Z"));
        assertThat(BitLayouts.SONYFLAKE_1.idsPerSecond()).isEqualTo(25_600);
    }

    @Test
    void shouldRefuseToEndAfterTheCalendar() {
        BitField[] fields = {BitField.time(48), BitField.sequence(12)};
        Instant epoch = Instant.parse("2020-01-01T00:00:00Z");

        assertThatThrownBy(() -> BitLayout.of(epoch, Duration.ofMinutes(1), fields))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ticks of 60000 ms from 2020-01-01T00:00:00Z end later")
                .hasMessageContaining("fewer bits of time");
        assertThatThrownBy(() -> BitLayout.of(Instant.MAX, MILLISECOND, fields))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("earlier epoch");
        assertThatThrownBy(() -> BitLayouts.TWITTER.withEpoch(Instant.ofEpochMilli(Long.MAX_VALUE)))
                .isInstanceOf(IllegalArgumentException.class);
        BitLayout longest = BitLayout.of(epoch, Duration.ofSeconds(32), fields);
        assertThat(longest.runsOut()).isAfter(epoch);
        assertThat(longest.decode(longest.encode(longest.tickMax(), 0, 0)).time())
                .isBetween(epoch, longest.runsOut());
    }

    @Test
    void shouldSayWhenItRunsOut() {
        assertThat(BitLayouts.TWITTER.runsOut()).isEqualTo(Instant.ofEpochMilli(1288834974657L + (1L << 41)));
        assertThat(BitLayouts.DISCORD.runsOut())
                .as("half of 42 bits: the other half is negative")
                .isEqualTo(Instant.ofEpochMilli(1420070400000L + (1L << 41)));
        assertThat(BitLayouts.INSTAGRAM.runsOut()).isEqualTo(Instant.ofEpochMilli(1314220021721L + (1L << 40)));
        assertThat(BitLayouts.SONYFLAKE_2.runsOut())
                .isEqualTo(Instant.parse("2025-01-01T00:00:00Z").plusMillis(10 * (1L << 39)));
    }

    @Test
    void shouldRefuseWhatIsNoLayout() {
        assertRefused("time in front", BitField.sequence(12), BitField.time(41));
        assertRefused("one sequence", BitField.time(41));
        assertRefused(
                "one sequence", BitField.time(30), BitField.sequence(8), new BitField(BitField.Kind.SEQUENCE, "x", 8));
        assertRefused("name of its own", BitField.time(30), BitField.worker("time", 8), BitField.sequence(8));
        assertRefused("64 bits", BitField.time(48), BitField.worker("w", 10), BitField.sequence(12));
        assertRefused("31 bits of sequence", BitField.time(30), BitField.sequence(32));
        assertRefused("30 of workers", BitField.time(20), BitField.worker("w", 31), BitField.sequence(12));
        assertThatThrownBy(() -> BitField.time(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> BitField.time(49)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> BitField.worker(" ", 4)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> BitLayouts.tsid(21)).isInstanceOf(IllegalArgumentException.class);
        for (Duration tick : new Duration[] {Duration.ZERO, Duration.ofNanos(1_500_000), Duration.ofMinutes(2)}) {
            assertThatThrownBy(() -> BitLayout.of(Instant.EPOCH, tick, BitField.time(30), BitField.sequence(8)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("tick=" + tick);
        }
    }

    private static void assertRefused(String rule, BitField... fields) {
        assertThatThrownBy(() -> BitLayout.of(Instant.EPOCH, MILLISECOND, fields))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(rule);
    }

    @Test
    void shouldRefuseEveryPartBeyondItsLimit() {
        BitLayout layout = BitLayouts.TWITTER;

        assertThat(layout.encode(layout.tickMax(), layout.workerMax(), layout.sequenceMax()))
                .isEqualTo(Long.MAX_VALUE);
        assertThatThrownBy(() -> layout.encode(layout.tickMax() + 1, 0, 0)).isInstanceOf(InvalidIdException.class);
        assertThatThrownBy(() -> layout.encode(1, 1024, 0))
                .hasMessageContaining("the worker")
                .hasMessageContaining("1024");
        assertThatThrownBy(() -> layout.encode(1, 0, 4096)).hasMessageContaining("the sequence");
        assertThatThrownBy(() -> layout.encode(-1, 0, 0)).hasMessageContaining("the tick");
        assertThatThrownBy(() -> layout.encode(0, 0, 0)).hasMessageContaining("0 is not an id");
        assertThatThrownBy(() -> layout.decode(0)).isInstanceOf(InvalidIdException.class);
        assertThatThrownBy(() -> layout.decode(-1)).hasMessageContaining("unsigned");
        assertThatThrownBy(() -> layout.part(1, "shard")).hasMessageContaining("no field 'shard'");
        BitLayout narrow = BitLayout.of(Instant.EPOCH, MILLISECOND, BitField.time(10), BitField.sequence(5));
        assertThat(narrow.decode((1 << 15) - 1).tick()).isEqualTo(1023);
        assertThatThrownBy(() -> narrow.decode(1 << 15)).hasMessageContaining("1 to 32767");
    }

    @Test
    void shouldNameItselfAndEqualItsLikes() {
        assertThat(BitLayouts.TWITTER.toString())
                .isEqualTo("time 41 | datacenter 5 | worker 5 | sequence 12, ticks of 1 ms from"
                        + " 2010-11-04T01:42:54.657Z, runs out 2080-07-10T17:30:30.209Z");
        assertThat(BitLayouts.SONYFLAKE_1.withEpoch(Instant.parse("2025-01-01T00:00:00Z")))
                .isEqualTo(BitLayouts.SONYFLAKE_2)
                .hasSameHashCodeAs(BitLayouts.SONYFLAKE_2);
        assertThat(BitLayouts.TWITTER).isNotEqualTo(BitLayouts.DISCORD);
    }
}
