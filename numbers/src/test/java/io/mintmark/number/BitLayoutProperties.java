package io.mintmark.number;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;

class BitLayoutProperties {

    @Provide
    Arbitrary<BitLayout> layouts() {
        return Arbitraries.of(
                BitLayouts.TWITTER,
                BitLayouts.DISCORD,
                BitLayouts.INSTAGRAM,
                BitLayouts.SONYFLAKE_1,
                BitLayouts.SONYFLAKE_2,
                BitLayouts.tsid(0),
                BitLayouts.tsid(10),
                BitLayouts.tsid(20));
    }

    @Property
    void shouldGiveBackThePartsOfEveryId(
            @ForAll("layouts") BitLayout layout,
            @ForAll @LongRange(min = 0) long tick,
            @ForAll @LongRange(min = 0) long worker,
            @ForAll @LongRange(min = 0) long sequence) {
        long t = tick % (layout.tickMax() + 1);
        long w = worker % (layout.workerMax() + 1);
        long s = sequence % (layout.sequenceMax() + 1);
        Assume.that(t + w + s > 0);

        BitParts parts = layout.decode(layout.encode(t, w, s));

        assertThat(parts.tick()).isEqualTo(t);
        assertThat(parts.worker()).isEqualTo(w);
        assertThat(parts.sequence()).isEqualTo(s);
        assertThat(layout.tickOf(parts.time().toEpochMilli())).isEqualTo(t);
    }

    @Property
    void shouldGiveBackTheIdOfItsParts(@ForAll("layouts") BitLayout layout, @ForAll @LongRange(min = 1) long id) {
        BitParts parts = layout.decode(id);

        assertThat(layout.encode(parts.tick(), parts.worker(), parts.sequence()))
                .isEqualTo(id);
    }
}
