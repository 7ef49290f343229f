package io.mintmark.uuid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.encoding.InvalidTextException;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The valid and the invalid examples of the specification's version 0.3.0, and what follows from it. */
class TypeIdTest {
    @ParameterizedTest
    @CsvSource({
        "'', 00000000-0000-0000-0000-000000000000, 00000000000000000000000000",
        "'', 00000000-0000-0000-0000-000000000001, 00000000000000000000000001",
        "'', 00000000-0000-0000-0000-00000000000a, 0000000000000000000000000a",
        "'', 00000000-0000-0000-0000-000000000010, 0000000000000000000000000g",
        "'', 00000000-0000-0000-0000-000000000020, 00000000000000000000000010",
        "'', ffffffff-ffff-ffff-ffff-ffffffffffff, 7zzzzzzzzzzzzzzzzzzzzzzzzz",
        "prefix, 0110c853-1d09-52d8-d73e-1194e95b5f19, prefix_0123456789abcdefghjkmnpqrs",
        "prefix, 01890a5d-ac96-774b-bcce-b302099a8057, prefix_01h455vb4pex5vsknk084sn02q",
        "pre_fix, 00000000-0000-0000-0000-000000000000, pre_fix_00000000000000000000000000",
    })
    void shouldWriteAndReadTheValidExamples(String prefix, UUID uuid, String text) {
        TypeId id = new TypeId(prefix, uuid);

        assertThat(id).hasToString(text);
        assertThat(TypeId.parse(text)).isEqualTo(id);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "PREFIX_00000000000000000000000000",
                "12345_00000000000000000000000000",
                "pre.fix_00000000000000000000000000",
                "préfix_00000000000000000000000000",
                "  prefix_00000000000000000000000000",
                "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijkl_00000000000000000000000000",
                "_00000000000000000000000000",
                "_",
                "",
                "prefix_1234567890123456789012345",
                "prefix_123456789012345678901234567",
                "prefix_1234567890123456789012345 ",
                "prefix_0123456789ABCDEFGHJKMNPQRS",
                "prefix_123456789-123456789-123456",
                "prefix_ooooooooooooooooooooooiiii",
                "prefix_i23456789ol23456789oi23456",
                "prefix_123456789-0123456789-0123456",
                "prefix_8zzzzzzzzzzzzzzzzzzzzzzzzz",
                "_prefix_00000000000000000000000000",
                "prefix__00000000000000000000000000",
                "prefix_",
                "prefix"
            })
    void shouldRefuseTheInvalidExamples(String text) {
        assertThatThrownBy(() -> TypeId.parse(text)).isInstanceOf(InvalidTextException.class);
    }

    @Property
    void shouldReadBackWhatItWrote(@ForAll("prefixes") String prefix, @ForAll long high, @ForAll long low) {
        TypeId id = new TypeId(prefix, new UUID(high, low));

        assertThat(TypeId.parse(id.toString())).isEqualTo(id);
        assertThat(TypeId.parse(prefix, id.toString())).isEqualTo(id);
    }

    @Property
    void shouldReadOnlyWhatItWouldWrite(@ForAll String text) {
        try {
            assertThat(TypeId.parse(text)).hasToString(text);
        } catch (InvalidTextException refusal) {
            assertThat(refusal.getMessage()).hasSizeLessThan(1_000);
        }
    }

    @Example
    void shouldRefuseAnotherTypeThanExpected() {
        assertThatThrownBy(() -> TypeId.parse("user", "order_01h455vb4pex5vsknk084sn02q"))
                .isInstanceOf(InvalidTextException.class)
                .hasMessageContaining("user_");
        assertThatThrownBy(() -> TypeId.parse("", "order_01h455vb4pex5vsknk084sn02q"))
                .isInstanceOf(InvalidTextException.class)
                .hasMessageContaining("no prefix");
    }

    @Example
    void shouldSortByTimeWithinAPrefix() {
        UuidV7 source = UuidV7.create();
        String last = TypeId.next("user", source).toString();
        for (int count = 0; count < 1_000; count++) {
            String next = TypeId.next("user", source).toString();
            assertThat(next).isGreaterThan(last);
            last = next;
        }
    }

    @Provide
    Arbitrary<String> prefixes() {
        Arbitrary<String> letters =
                Arbitraries.strings().withCharRange('a', 'z').ofMinLength(1).ofMaxLength(20);
        return Arbitraries.oneOf(
                Arbitraries.just(""),
                letters,
                letters.map(text -> text + "__" + text),
                Arbitraries.strings().withCharRange('a', 'z').ofLength(TypeId.PREFIX_MAX));
    }
}
