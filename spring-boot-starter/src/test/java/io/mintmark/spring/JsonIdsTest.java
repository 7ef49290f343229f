package io.mintmark.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.Module;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.mintmark.range.InMemoryRanges;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.json.JsonMapper;

/** Numeric ids can be strings in JSON, by Jackson 2 and by Jackson 3. */
final class JsonIdsTest {
    private static final Order ORDER = new Order(9_007_199_254_740_993L, 7, 3);
    private static final String AS_STRINGS = "{\"id\":\"9007199254740993\",\"cents\":7,\"lines\":3}";

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(MintmarkAutoConfiguration.class))
            .withBean(RangeSources.class, () -> counter -> new InMemoryRanges());

    /** An id, another long, and an int. */
    record Order(@FromCounter("orders") long id, long cents, int lines) {}

    @Test
    void shouldWriteAndReadIdsAsStringsByJackson2() {
        application.withPropertyValues("mintmark.json.ids=strings").run(context -> {
            ObjectMapper json = new ObjectMapper().registerModule(context.getBean(Module.class));

            assertThat(json.writeValueAsString(ORDER)).isEqualTo(AS_STRINGS);
            assertThat(json.readValue(AS_STRINGS, Order.class)).isEqualTo(ORDER);
        });
    }

    @Test
    void shouldWriteAndReadIdsAsStringsByJackson3() {
        application.withPropertyValues("mintmark.json.ids=strings").run(context -> {
            JsonMapper json = JsonMapper.builder()
                    .addModule(context.getBean(JacksonModule.class))
                    .build();

            assertThat(json.readTree(json.writeValueAsString(ORDER))).isEqualTo(json.readTree(AS_STRINGS));
            assertThat(json.readValue(AS_STRINGS, Order.class)).isEqualTo(ORDER);
        });
    }

    @Test
    void shouldWriteEveryLongAsAStringWhereThatIsWanted() {
        application.withPropertyValues("mintmark.json.ids=all-longs-as-strings").run(context -> {
            ObjectMapper two = new ObjectMapper().registerModule(context.getBean(Module.class));
            JsonMapper three = JsonMapper.builder()
                    .addModule(context.getBean(JacksonModule.class))
                    .build();

            assertThat(two.writeValueAsString(ORDER)).contains("\"cents\":\"7\"", "\"lines\":3");
            assertThat(three.writeValueAsString(ORDER)).contains("\"cents\":\"7\"", "\"lines\":3");
        });
    }

    @Test
    void shouldLeaveNumbersAloneUnlessAsked() {
        application.run(context -> {
            assertThat(context).doesNotHaveBean(Module.class).doesNotHaveBean(JacksonModule.class);
            assertThat(new ObjectMapper().writeValueAsString(ORDER)).contains("\"id\":9007199254740993");
        });
    }
}
