package io.mintmark.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.Module;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import io.mintmark.range.InMemoryRanges;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.LongStream;
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
            .withConfiguration(
                    AutoConfigurations.of(MintmarkAutoConfiguration.class, MintmarkJsonAutoConfiguration.class))
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

    /** A long in each place where a class may have one, all of them beyond what JavaScript reads exactly. */
    record Everywhere(
            long plain,
            Long boxed,
            long[] array,
            Long[] boxes,
            List<Long> list,
            Map<Long, Long> map,
            OptionalLong optional,
            OptionalLong nothing,
            Optional<Long> reference,
            AtomicLong atomic,
            BigInteger big,
            Number number,
            Object object) {
        static Everywhere of(long wide) {
            return new Everywhere(
                    wide,
                    wide,
                    new long[] {wide, wide},
                    new Long[] {wide},
                    List.of(wide),
                    Map.of(wide, wide),
                    OptionalLong.of(wide),
                    OptionalLong.empty(),
                    Optional.of(wide),
                    new AtomicLong(wide),
                    BigInteger.valueOf(wide),
                    wide,
                    wide);
        }
    }

    private static final long WIDE = 9_007_199_254_740_993L;
    private static final String EVERYWHERE = """
            {"plain":"W","boxed":"W","array":["W","W"],"boxes":["W"],"list":["W"],"map":{"W":"W"},"optional":"W",
            "nothing":null,"reference":"W","atomic":"W","big":"W","number":"W","object":"W"}""".replace("W", "" + WIDE);

    @Test
    void shouldWriteALongInEveryPlaceAsAStringByJackson2() {
        application.withPropertyValues("mintmark.json.ids=all-longs-as-strings").run(context -> {
            ObjectMapper json =
                    new ObjectMapper().registerModule(new Jdk8Module()).registerModule(context.getBean(Module.class));

            assertThat(json.readTree(json.writeValueAsString(Everywhere.of(WIDE))))
                    .isEqualTo(json.readTree(EVERYWHERE));
            assertRead(json.readValue(EVERYWHERE, Everywhere.class));
            assertRead(json.readValue(
                    new ObjectMapper().registerModule(new Jdk8Module()).writeValueAsString(Everywhere.of(WIDE)),
                    Everywhere.class));
            assertThat(json.writeValueAsString(new Object[] {sum(), LongStream.of(WIDE, 1)}))
                    .isEqualTo("[\"" + WIDE + "\",[\"" + WIDE + "\",\"1\"]]");
        });
    }

    @Test
    void shouldWriteALongInEveryPlaceAsAStringByJackson3() {
        application.withPropertyValues("mintmark.json.ids=all-longs-as-strings").run(context -> {
            JsonMapper json = JsonMapper.builder()
                    .addModule(context.getBean(JacksonModule.class))
                    .build();

            assertThat(json.readTree(json.writeValueAsString(Everywhere.of(WIDE))))
                    .isEqualTo(json.readTree(EVERYWHERE));
            assertRead(json.readValue(EVERYWHERE, Everywhere.class));
            assertThat(json.writeValueAsString(new Object[] {sum(), LongStream.of(WIDE, 1)}))
                    .isEqualTo("[\"" + WIDE + "\",[\"" + WIDE + "\",\"1\"]]");
        });
    }

    /** Values of unknown type are read as they stand. */
    private static void assertRead(Everywhere read) {
        Everywhere expected = Everywhere.of(WIDE);
        assertThat(read)
                .usingRecursiveComparison()
                .ignoringFields("atomic", "number", "object")
                .isEqualTo(expected);
        assertThat(read.atomic.get()).isEqualTo(WIDE);
    }

    private static LongAdder sum() {
        LongAdder sum = new LongAdder();
        sum.add(WIDE);
        return sum;
    }

    /** An annotation of the application's own, made of ours. */
    @FromCounter("bills")
    @Retention(RetentionPolicy.RUNTIME)
    @interface BillId {}

    record Bill(@BillId Long id, long cents) {}

    record Account(@FromCounter("accounts") BigInteger id) {}

    /** An entity as JPA's users write it: the mark on a field that nobody sees. */
    static final class Customer {
        @jakarta.persistence.Id
        private final Long id = WIDE;

        public Long getId() {
            return id;
        }
    }

    @Test
    void shouldFindTheMarkOfEachKindOfId() {
        application.withPropertyValues("mintmark.json.ids=strings").run(context -> {
            ObjectMapper two = new ObjectMapper().registerModule(context.getBean(Module.class));
            JsonMapper three = JsonMapper.builder()
                    .addModule(context.getBean(JacksonModule.class))
                    .build();

            for (Object marked : List.of(new Bill(WIDE, 7), new Account(BigInteger.valueOf(WIDE)), new Customer())) {
                assertThat(two.writeValueAsString(marked)).contains("\"id\":\"" + WIDE + "\"");
                assertThat(three.writeValueAsString(marked)).contains("\"id\":\"" + WIDE + "\"");
            }
            assertThat(two.writeValueAsString(new Bill(WIDE, 7))).contains("\"cents\":7");
            assertThat(two.readValue("{\"id\":\"" + WIDE + "\"}", Account.class))
                    .isEqualTo(new Account(BigInteger.valueOf(WIDE)));
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
