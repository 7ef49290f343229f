package io.mintmark.scramble;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.hash.Hashing;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;

class SipHashTest {
    /** Answers of the authors' reference for the key 0 to 15 and messages of 0 to 8 counting bytes. */
    private static final long[] REFERENCE = {
        0x726fdb47dd0e0e31L,
        0x74f839c593dc67fdL,
        0x0d6c8009d9a94f5aL,
        0x85676696d7fb7e2dL,
        0xcf2794e0277187b7L,
        0x18765564cd99a68dL,
        0xcbc9466e58fee3ceL,
        0xab0200f58b01d137L,
        0x93f5f5799a932462L
    };

    private static final byte[] COUNTING = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

    @Example
    void shouldAnswerTheVectorsOfItsAuthors() {
        SipHash function = SipHash.of(COUNTING);

        for (int length = 0; length < REFERENCE.length; length++) {
            assertThat(function.hash(Arrays.copyOf(COUNTING, length))).isEqualTo(REFERENCE[length]);
        }
        assertThat(function.hash(Arrays.copyOf(COUNTING, 15))).isEqualTo(0xa129ca6149be45e5L);
    }

    @Property
    void shouldAnswerLikeGuava(@ForAll long k0, @ForAll long k1, @ForAll @Size(max = 300) byte[] message) {
        assertThat(new SipHash(k0, k1).hash(message))
                .isEqualTo(Hashing.sipHash24(k0, k1).hashBytes(message).asLong());
    }

    @Property
    void shouldTakeAWordForItsEightBytes(@ForAll long k0, @ForAll long k1, @ForAll long word) {
        byte[] bytes = ByteBuffer.allocate(8)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(word)
                .array();

        assertThat(new SipHash(k0, k1).hash(word)).isEqualTo(new SipHash(k0, k1).hash(bytes));
    }

    @Example
    void shouldRefuseAKeyOfAnotherLengthAndShowNone() {
        assertThatThrownBy(() -> SipHash.of(new byte[15]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("length=15");
        assertThat(new SipHash(0x1234_5678L, 99).toString())
                .doesNotContain("1234")
                .doesNotContain("99");
    }
}
