package io.mintmark.lab.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EmitTest {
    private static final int COUNT = 20_000;

    @Test
    void shouldWriteTheNumbersThemselvesForTheCounter() throws IOException {
        assertThat(ints(Mapping.COUNTER, View.LOW, Inputs.COUNTING))
                .startsWith(1, 2, 3)
                .hasSize(COUNT);
        assertThat(ints(Mapping.COUNTER, View.REVERSED, Inputs.COUNTING)).startsWith(1 << 31, 1 << 30, 3 << 30);
        assertThat(ints(Mapping.COUNTER, View.NEIGHBOURS, Inputs.COUNTING)).startsWith(3, 1, 7);
        assertThat(ints(Mapping.COUNTER, View.HIGH, Inputs.STRIDES)).startsWith(2, 4, 6);
        assertThat(ints(Mapping.COUNTER, View.LOW, Inputs.GRAY)).startsWith(1, 3, 2);
        assertThat(ints(Mapping.COUNTER, View.LOW, Inputs.TOP)).startsWith(-1, -2, -3);
    }

    @ParameterizedTest
    @EnumSource(Inputs.class)
    void shouldMapEachNumberOnceAndInsideTheDomain(Inputs inputs) {
        for (Mapping mapping : Mapping.values()) {
            boolean one = inputs == Inputs.KEYS;
            Set<Long> numbers = new HashSet<>();
            for (long index = 0; index < COUNT && fits(inputs, mapping); index++) {
                assertThat(numbers.add(inputs.at(index, mapping)) || one).isTrue();
            }
            assertThat(numbers).allSatisfy(number -> assertThat(number).isBetween(1L, mapping.size));
        }
    }

    /** A stride of 2^32 needs a domain above that. */
    private static boolean fits(Inputs inputs, Mapping mapping) {
        return inputs != Inputs.STRIDES || mapping.bits() > 32;
    }

    @Test
    void shouldShowAnotherStreamUnderAnotherKey() throws IOException {
        ByteArrayOutputStream one = new ByteArrayOutputStream();
        ByteArrayOutputStream two = new ByteArrayOutputStream();
        Emit.write(one, Mapping.PERMUTATION_BILLION, View.LOW, Inputs.KEYS, 1, 100);
        Emit.write(two, Mapping.PERMUTATION_BILLION, View.LOW, Inputs.KEYS, 2, 100);

        assertThat(one.toByteArray()).isNotEqualTo(two.toByteArray());
    }

    private static int[] ints(Mapping mapping, View view, Inputs inputs) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Emit.write(bytes, mapping, view, inputs, 1, COUNT);
        int[] ints = new int[bytes.size() / 4];
        ByteBuffer.wrap(bytes.toByteArray())
                .order(ByteOrder.LITTLE_ENDIAN)
                .asIntBuffer()
                .get(ints);
        return ints;
    }
}
