package io.mintmark.number;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class TraceIdProperties {

    @Property
    void shouldGiveBackTheIdOfItsParts(@ForAll @LongRange(min = 1) long id) {
        assertThat(TraceId.of(id).value()).isEqualTo(id);
    }

    @Property
    void shouldGiveBackThePartsOfEveryId(
            @ForAll @IntRange(max = (1 << 25) - 1) int timestamp,
            @ForAll @IntRange(max = 65_535) int node,
            @ForAll @IntRange(max = 4_095) int chunk,
            @ForAll @IntRange(min = 1, max = 1_023) int counter) {
        TraceId parts = new TraceId(timestamp, node, chunk, counter);

        assertThat(TraceId.of(parts.value())).isEqualTo(parts);
        assertThat(TraceId.LAYOUT.decode(parts.value()).worker()).isEqualTo(node);
        assertThat(TraceId.LAYOUT.decode(parts.value()).sequence()).isEqualTo(parts.bottom());
    }

    @Property
    void shouldBeSymmetricAndNeverMoreThanHalfTheCircleApart(
            @ForAll @LongRange(min = 0) long one, @ForAll @LongRange(min = 0) long other) {
        long a = one % TraceId.PERIOD_SECONDS;
        long b = other % TraceId.PERIOD_SECONDS;

        assertThat(TraceId.apart(a, b))
                .isBetween(0L, TraceId.PERIOD_SECONDS / 2)
                .isEqualTo(TraceId.apart(b, a));
        assertThat((a + TraceId.apart(a, b)) % TraceId.PERIOD_SECONDS == b
                        || (b + TraceId.apart(a, b)) % TraceId.PERIOD_SECONDS == a)
                .isTrue();
    }
}
