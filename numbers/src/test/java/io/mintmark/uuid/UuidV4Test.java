package io.mintmark.uuid;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class UuidV4Test {
    private static final int COUNT = 100_000;

    @Test
    void shouldMakeRandomUuids() {
        UuidV4 source = UuidV4.from(new FixedBytes(1));
        Set<UUID> seen = new HashSet<>();
        int[] ones = new int[128];
        for (int count = 0; count < COUNT; count++) {
            UUID id = source.next();
            assertThat(id.version()).isEqualTo(4);
            assertThat(id.variant()).isEqualTo(2);
            assertThat(seen.add(id)).isTrue();
            for (int bit = 0; bit < 64; bit++) {
                ones[bit] += (int) (id.getLeastSignificantBits() >>> bit & 1);
                ones[64 + bit] += (int) (id.getMostSignificantBits() >>> bit & 1);
            }
        }
        // Half of them, within five standard deviations of 158; version and variant stand still.
        for (int bit = 0; bit < 128; bit++) {
            boolean fixed = bit == 62 || bit == 63 || (bit >= 76 && bit <= 79);
            if (!fixed) {
                assertThat(ones[bit]).as("bit %d", bit).isBetween(COUNT / 2 - 790, COUNT / 2 + 790);
            }
        }
    }

    @Test
    void shouldFollowFromItsKeyAlone() {
        assertThat(UuidV4.from(new FixedBytes(2)).next())
                .isEqualTo(UuidV4.from(new FixedBytes(2)).next())
                .isNotEqualTo(UuidV4.from(new FixedBytes(3)).next());
    }

    @Test
    void shouldDrawItsKeyFromTheSystem() {
        assertThat(UuidV4.create().next()).isNotEqualTo(UuidV4.create().next());
    }
}
