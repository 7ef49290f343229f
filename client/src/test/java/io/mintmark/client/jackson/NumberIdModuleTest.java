package io.mintmark.client.jackson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers in JSON stay exact for whoever reads them, and each has one spelling. */
class NumberIdModuleTest {
    private static final long EXACT_MAX = 9_007_199_254_740_991L;
    private static final ObjectMapper MAPPER =
            JsonMapper.builder().addModule(new NumberIdModule()).build();

    record Payment(
            long id,
            Long customerId,
            List<Long> orderIds,
            long[] lineIds,
            long cents,
            BigInteger large,
            Integer count) {}

    record Counter(long value) {}

    record Figures(AtomicLong accountId, AtomicLong total, long[] totals, List<Long> list, Map<String, Long> map) {}

    private static Payment payment(long number) {
        return new Payment(
                number, number, List.of(number, 7L), new long[] {number}, number, BigInteger.valueOf(number), 3);
    }

    @Test
    void shouldWriteNumbersThatAreIdsAsTexts() throws JsonProcessingException {
        assertThat(MAPPER.writeValueAsString(payment(42)))
                .isEqualTo("{\"id\":\"42\",\"customerId\":\"42\",\"orderIds\":[\"42\",\"7\"],\"lineIds\":[\"42\"],"
                        + "\"cents\":42,\"large\":42,\"count\":3}");
    }

    @Test
    void shouldWriteOtherNumbersAsTextsOnlyBeyondWhatJavaScriptHoldsExactly() throws JsonProcessingException {
        assertThat(MAPPER.writeValueAsString(new Counter(EXACT_MAX))).isEqualTo("{\"value\":9007199254740991}");
        assertThat(MAPPER.writeValueAsString(new Counter(-EXACT_MAX))).isEqualTo("{\"value\":-9007199254740991}");
        assertThat(MAPPER.writeValueAsString(new Counter(EXACT_MAX + 1))).isEqualTo("{\"value\":\"9007199254740992\"}");
        assertThat(MAPPER.writeValueAsString(new Counter(-EXACT_MAX - 1)))
                .isEqualTo("{\"value\":\"-9007199254740992\"}");
        assertThat(MAPPER.writeValueAsString(BigInteger.ONE.shiftLeft(64))).isEqualTo("\"18446744073709551616\"");
    }

    @Test
    void shouldWriteLongsOfEveryKindAsTextsBeyondWhatJavaScriptHoldsExactly() throws JsonProcessingException {
        long beyond = EXACT_MAX + 2;
        Figures figures = new Figures(
                new AtomicLong(7),
                new AtomicLong(beyond),
                new long[] {-beyond, 7, EXACT_MAX, beyond},
                List.of(beyond),
                Map.of("a", beyond));

        String json = MAPPER.writeValueAsString(figures);

        assertThat(json)
                .isEqualTo("{\"accountId\":\"7\",\"total\":\"9007199254740993\","
                        + "\"totals\":[\"-9007199254740993\",7,9007199254740991,\"9007199254740993\"],"
                        + "\"list\":[\"9007199254740993\"],\"map\":{\"a\":\"9007199254740993\"}}");
        assertThat(MAPPER.readValue(json, Figures.class))
                .usingRecursiveComparison()
                .isEqualTo(figures);
    }

    @Test
    void shouldReadArraysAsJacksonDoesButForSpelling() throws IOException {
        assertThat(MAPPER.readValue("[]", long[].class)).isEmpty();
        assertThat(MAPPER.readValue("[1,null,\"3\",4,5,6,7,8,9]", long[].class))
                .containsExactly(1, 0, 3, 4, 5, 6, 7, 8, 9);
        assertThat(MAPPER.reader()
                        .with(DeserializationFeature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
                        .readValue("7", long[].class))
                .containsExactly(7);
        assertThatThrownBy(() -> MAPPER.readValue("7", long[].class)).isInstanceOf(JsonMappingException.class);
        assertThatThrownBy(() -> MAPPER.reader()
                        .with(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                        .readValue("[null]", long[].class))
                .isInstanceOf(JsonMappingException.class);
    }

    @Test
    void shouldWriteAndReadNulls() throws JsonProcessingException {
        Payment none = new Payment(1, null, null, null, 0, null, null);

        assertThat(MAPPER.readValue(MAPPER.writeValueAsString(none), Payment.class))
                .isEqualTo(none);
        assertThat(MAPPER.readValue("{\"value\":null}", Counter.class)).isEqualTo(new Counter(0));
    }

    @Property
    void shouldReadWhatItWrote(@ForAll long number) throws JsonProcessingException {
        Payment read = MAPPER.readValue(MAPPER.writeValueAsString(payment(number)), Payment.class);

        assertThat(read).usingRecursiveComparison().isEqualTo(payment(number));
    }

    @Property
    void shouldReadNumbersFromNumbersToo(@ForAll long number) throws JsonProcessingException {
        assertThat(MAPPER.readValue("{\"value\":" + number + "}", Counter.class))
                .isEqualTo(new Counter(number));
        assertThat(MAPPER.readValue("{\"value\":\"" + number + "\"}", Counter.class))
                .isEqualTo(new Counter(number));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"\"",
                "\" 7\"",
                "\"7 \"",
                "\"+7\"",
                "\"007\"",
                "\"-0\"",
                "\"7.0\"",
                "\"0x7\"",
                "\"١٢\"",
                "\"1e3\"",
                "7.0",
                "true",
                "[7]",
                "{}",
                "9223372036854775808",
                "\"9223372036854775808\"",
                "-9223372036854775809"
            })
    void shouldRefuseEveryOtherSpelling(String json) {
        assertThatThrownBy(() -> MAPPER.readValue("{\"value\":" + json + "}", Counter.class))
                .isInstanceOf(JsonMappingException.class);
        assertThatThrownBy(() -> MAPPER.readValue("[" + json + "]", long[].class))
                .isInstanceOf(JsonMappingException.class);
        assertThatThrownBy(() -> MAPPER.readValue(json, AtomicLong.class)).isInstanceOf(JsonMappingException.class);
    }

    @Test
    void shouldRefuseATextOfEndlessDigitsQuickly() {
        String digits = "9".repeat(1_000_000);

        assertThatThrownBy(() -> MAPPER.readValue("\"" + digits + "\"", BigInteger.class))
                .isInstanceOf(JsonMappingException.class);
    }
}
