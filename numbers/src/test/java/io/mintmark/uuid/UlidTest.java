package io.mintmark.uuid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.encoding.InvalidTextException;
import java.time.Instant;
import java.util.Locale;
import java.util.UUID;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class UlidTest {
    private static final Ulid MAX = new Ulid(-1, -1);

    @Example
    void shouldWriteTheExamplesOfItsSpecification() {
        assertThat(new Ulid(1469918176385L << 16, 0).toString()).startsWith("01ARYZ6S41");
        assertThat(MAX).hasToString("7ZZZZZZZZZZZZZZZZZZZZZZZZZ");
        assertThat(new Ulid(0, 0)).hasToString("00000000000000000000000000");
        assertThat(Ulid.parse("01ARYZ6S410000000000000000").time()).isEqualTo(Instant.ofEpochMilli(1469918176385L));
    }

    @Property
    void shouldWriteAndReadLikeUlidCreator(@ForAll long high, @ForAll long low) {
        Ulid ours = new Ulid(high, low);
        com.github.f4b6a3.ulid.Ulid theirs = new com.github.f4b6a3.ulid.Ulid(high, low);

        assertThat(ours).hasToString(theirs.toString());
        assertThat(Ulid.parse(theirs.toString())).isEqualTo(ours);
        assertThat(Ulid.parse(theirs.toString().toLowerCase(Locale.ROOT))).isEqualTo(ours);
        assertThat(ours.time()).isEqualTo(theirs.getInstant());
    }

    @Property
    void shouldCompareAsTheTextsDo(@ForAll long high, @ForAll long low, @ForAll long otherHigh, @ForAll long otherLow) {
        Ulid one = new Ulid(high, low);
        for (Ulid two : new Ulid[] {new Ulid(otherHigh, otherLow), new Ulid(high, otherLow), one}) {
            assertThat(Integer.signum(one.compareTo(two)))
                    .isEqualTo(Integer.signum(one.toString().compareTo(two.toString())));
        }
    }

    @Property
    void shouldBeAUuidWithTheSameBits(@ForAll long high, @ForAll long low) {
        assertThat(new Ulid(high, low).toUuid()).isEqualTo(new UUID(high, low));
        assertThat(Ulid.of(new UUID(high, low))).isEqualTo(new Ulid(high, low));
    }

    @Example
    void shouldRefuseOtherSpellings() {
        for (String text : new String[] {
            "",
            "01ARYZ6S41000000000000000",
            "01ARYZ6S4100000000000000000",
            "80000000000000000000000000",
            "01ARYZ6S41000000000000000I",
            "01ARYZ6S41000000000000000O",
            "01ARYZ6S41000000000000000U",
            "01ARYZ6S4-0000000000000000",
            "01ARYZ6S41000000000000000１"
        }) {
            assertThatThrownBy(() -> Ulid.parse(text))
                    .isInstanceOf(InvalidTextException.class)
                    .hasMessageStartingWith("a ULID ");
        }
    }
}
