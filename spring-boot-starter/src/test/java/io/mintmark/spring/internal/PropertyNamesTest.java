package io.mintmark.spring.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.spring.MintmarkProperties;
import io.mintmark.spring.MintmarkProperties.Counter;
import io.mintmark.spring.MintmarkProperties.Json;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/** The names that are written down are those of the records. */
final class PropertyNamesTest {

    @Test
    void shouldNameEachMemberOfACounter() {
        assertThat(PropertyNames.MEMBERS).containsExactlyElementsOf(components(Counter.class));
    }

    @Test
    void shouldNameEachPropertyWithoutACounter() {
        List<String> expected = Stream.concat(
                        components(MintmarkProperties.class).stream()
                                .filter(name -> !name.equals("counters") && !name.equals("json")),
                        components(Json.class).stream().map(name -> "json." + name))
                .map(name -> "mintmark." + name)
                .toList();

        assertThat(PropertyNames.FIXED)
                .map(ConfigurationPropertyName::toString)
                .containsExactlyInAnyOrderElementsOf(expected);
    }

    private static List<String> components(Class<? extends Record> type) {
        return Stream.of(type.getRecordComponents())
                .map(RecordComponent::getName)
                .map(name -> name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT))
                .toList();
    }
}
