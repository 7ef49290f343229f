package io.mintmark.decimal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.number.InvalidIdException;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class DecimalIdProperties {

    @Property
    void shouldGiveBackThePartsOfEveryId(
            @ForAll @LongRange(min = 1, max = DecimalId.COUNTER_MAX) long counter,
            @ForAll @IntRange(max = DecimalId.GENERATOR_MAX) int generator,
            @ForAll @IntRange(max = DecimalId.LAUNCH_MAX) int launch) {
        DecimalId parts = new DecimalId(counter, generator, launch);

        assertThat(parts.value()).isEqualTo(counter * 10_000_000_000L + generator * 100_000L + launch);
        assertThat(DecimalId.of(parts.value())).isEqualTo(parts);
        assertThat(DecimalId.parse(parts.toString())).isEqualTo(parts);
        assertThat(DecimalId.parse(Long.toString(parts.value()))).isEqualTo(parts);
    }

    @Property
    void shouldTakeANumberApartOrRefuseIt(@ForAll long id) {
        if (id >= 10_000_000_000L && id <= 9_223_372_029_999_999_999L) {
            assertThat(DecimalId.of(id).value()).isEqualTo(id);
        } else {
            assertThatThrownBy(() -> DecimalId.of(id)).isInstanceOf(InvalidIdException.class);
        }
    }

    @Property
    void shouldHaveTwoSpellingsForAnIdAndNoThird(@ForAll String text) {
        try {
            DecimalId id = DecimalId.parse(text);
            assertThat(text).isIn(id.toString(), Long.toString(id.value()));
        } catch (InvalidIdException refused) {
            assertThat(refused.getMessage()).isNotEmpty();
        }
    }
}
