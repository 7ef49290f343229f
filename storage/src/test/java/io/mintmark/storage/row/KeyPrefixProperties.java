package io.mintmark.storage.row;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class KeyPrefixProperties {
    private static final Integer[] EDGES = {
        (int) 'a', (int) 'b', 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x10FFFE, 0x10FFFF
    };

    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.of(EDGES)
                .list()
                .ofMaxSize(4)
                .map(points -> points.stream().map(Character::toString).reduce("", String::concat));
    }

    @Property(tries = 5_000)
    void shouldEncloseExactlyTheTextsThatBeginWithThePrefix(
            @ForAll("texts") String prefix, @ForAll("texts") String text) {
        boolean within = compare(text, prefix) >= 0 && compare(text, KeyPrefix.upperBound(prefix)) < 0;

        assertThat(within).isEqualTo(text.startsWith(prefix));
    }

    private static int compare(String a, String b) {
        return Arrays.compareUnsigned(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
    }
}
