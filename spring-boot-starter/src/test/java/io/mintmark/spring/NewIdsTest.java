package io.mintmark.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.mintmark.range.InMemoryRanges;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.data.annotation.Id;
import org.springframework.data.relational.core.mapping.Embedded;
import org.springframework.data.relational.core.mapping.RelationalMappingContext;

/** An annotation that could have no effect on a new aggregate is refused when it is saved. */
final class NewIdsTest {
    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(MintmarkAutoConfiguration.class))
            .withBean(RelationalMappingContext.class)
            .withBean(RangeSources.class, () -> counter -> new InMemoryRanges());

    record Right(
            @Id @FromCounter(value = "rights", prefix = "r-") @Nullable String id) {}

    record PrefixOfANumber(
            @Id @FromCounter(value = "visits", prefix = "visits/") @Nullable Long id) {}

    record NotTheId(
            @Id @Nullable Long id,
            @FromCounter("visits") @Nullable Long number) {}

    record Place(@FromCounter("places") @Nullable Long number) {}

    record WithAPlace(
            @Id @FromCounter("visits") @Nullable Long id,
            @Embedded.Nullable @Nullable Place place) {}

    record Below(
            @Id @Nullable Long id,
            @FromCounter("visits") @Nullable Long number) {}

    record WithOneBelow(@Id @FromCounter("visits") @Nullable Long id, List<Below> below) {}

    @Test
    void shouldBeginAStringIdWithItsPrefix() {
        application.run(
                context -> assertThat(context.getBean(IdFillingCallback.class).onBeforeConvert(new Right(null)))
                        .isEqualTo(new Right("r-1")));
    }

    static Stream<Arguments> mistakes() {
        return Stream.of(
                arguments(new PrefixOfANumber(null), "PrefixOfANumber.id is a java.lang.Long", "visits/"),
                arguments(new NotTheId(null, null), "NotTheId.number", ""),
                arguments(new WithAPlace(null, null), "Place.number", ""),
                arguments(new WithOneBelow(null, List.of(new Below(null, null))), "Below.number", ""));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void shouldRefuseAnAnnotationThatCouldHaveNoEffect(Object aggregate, String member, String more) {
        application.run(context -> assertThatThrownBy(
                        () -> context.getBean(IdFillingCallback.class).onBeforeConvert(aggregate))
                .isInstanceOf(MintmarkConfigurationException.class)
                .hasMessageContainingAll(member, more));
    }
}
