package io.mintmark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RandomBytesTest {
    @ParameterizedTest
    @CsvSource({"0, 00000000-0000-4000-8000-000000000000", "-1, ffffffff-ffff-4fff-bfff-ffffffffffff"})
    void shouldTakeEachBitOfAUuidButVersionAndVariant(byte each, UUID expected) {
        RandomBytes bytes = array -> Arrays.fill(array, each);

        assertThat(bytes.uuid()).isEqualTo(expected);
        assertThat(bytes.uuid().version()).isEqualTo(4);
        assertThat(bytes.uuid().variant()).isEqualTo(2);
    }

    @Test
    void shouldDrawAnewForEachUuid() {
        RandomBytes bytes = RandomBytes.secure();
        Set<UUID> seen = new HashSet<>();

        for (int i = 0; i < 1_000; i++) {
            assertThat(seen.add(bytes.uuid())).isTrue();
        }
    }
}
