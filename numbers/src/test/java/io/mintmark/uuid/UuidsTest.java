package io.mintmark.uuid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.f4b6a3.uuid.codec.StandardStringCodec;
import com.github.f4b6a3.uuid.util.UuidUtil;
import io.mintmark.encoding.InvalidTextException;
import java.time.Instant;
import java.util.UUID;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class UuidsTest {
    /** RFC 9562, appendix A.6. */
    private static final UUID RFC_V7 = UUID.fromString("017F22E2-79B0-7CC3-98C4-DC0C0C07398F");

    /** RFC 9562, appendix A.3. */
    private static final UUID RFC_V4 = UUID.fromString("919108f7-52d1-4320-9bac-f847db4148a8");

    @Example
    void shouldLayOutTheExamplesOfTheRfc() {
        assertThat(Uuids.v7(1645557742000L, 0xCC3, 0x18C4DC0C0C07398FL)).isEqualTo(RFC_V7);
        assertThat(Uuids.v4(0x919108f752d10320L, 0x1bacf847db4148a8L)).isEqualTo(RFC_V4);
        assertThat(Uuids.timeOf(RFC_V7)).isEqualTo(Instant.parse("2022-02-22T19:22:22Z"));
    }

    @Property
    void shouldSetVersionAndVariantWhateverTheBits(@ForAll long high, @ForAll long low) {
        assertThat(UuidUtil.isRandomBased(Uuids.v4(high, low))).isTrue();
        assertThat(UuidUtil.isTimeOrderedEpoch(Uuids.v7(high, high, low))).isTrue();
        assertThat(UuidUtil.getInstant(Uuids.v7(high, low, low))).isEqualTo(Uuids.timeOf(Uuids.v7(high, low, low)));
        assertThat(Uuids.v4(high, low).version()).isEqualTo(4);
        assertThat(Uuids.v4(high, low).variant()).isEqualTo(2);
    }

    @Property
    void shouldReadWhatIsWrittenLikeUuidCreator(@ForAll long high, @ForAll long low) {
        UUID id = new UUID(high, low);

        assertThat(Uuids.parse(id.toString()))
                .isEqualTo(id)
                .isEqualTo(StandardStringCodec.INSTANCE.decode(id.toString()));
        assertThat(Uuids.parse(id.toString().toUpperCase(java.util.Locale.ROOT)))
                .isEqualTo(id);
    }

    @Property
    void shouldCompareAsTheTextsDo(@ForAll long high, @ForAll long low, @ForAll long otherHigh, @ForAll long otherLow) {
        UUID one = new UUID(high, low);
        for (UUID two : new UUID[] {new UUID(otherHigh, otherLow), new UUID(high, otherLow), one}) {
            assertThat(Integer.signum(Uuids.UNSIGNED.compare(one, two)))
                    .isEqualTo(Integer.signum(one.toString().compareTo(two.toString())));
        }
    }

    /** Why there is a comparator of ours. */
    @Example
    void shouldDifferFromTheJdksOrder() {
        UUID smaller = UUID.fromString("70000000-0000-4000-8000-000000000000");
        UUID larger = UUID.fromString("80000000-0000-4000-8000-000000000000");

        assertThat(Uuids.UNSIGNED.compare(smaller, larger)).isNegative();
        assertThat(smaller.compareTo(larger)).isPositive();
    }

    @Example
    void shouldRefuseOtherSpellings() {
        for (String text : new String[] {
            "",
            "1-1-1-1-1",
            "{017f22e2-79b0-7cc3-98c4-dc0c0c07398f}",
            "017f22e279b07cc398c4dc0c0c07398f",
            "017f22e2-79b0-7cc3-98c4-dc0c0c07398g",
            "017f22e2-79b0-7cc3-98c4-dc0c0c0739８f",
            "017f22e2-79b0-7cc398-c4-dc0c0c07398f",
            "+17f22e2-79b0-7cc3-98c4-dc0c0c07398f"
        }) {
            assertThatThrownBy(() -> Uuids.parse(text)).isInstanceOf(InvalidTextException.class);
        }
        assertThat(UUID.fromString("1-1-1-1-1")).as("what the JDK takes").isNotNull();
    }

    @Example
    void shouldReadNoTimeFromOtherVersions() {
        assertThatThrownBy(() -> Uuids.timeOf(RFC_V4)).hasMessageContaining("version 4");
        assertThatThrownBy(() -> Uuids.timeOf(new UUID(0x7000, 0))).hasMessageContaining("variant 0");
    }
}
