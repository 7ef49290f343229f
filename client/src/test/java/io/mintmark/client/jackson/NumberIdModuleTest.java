package io.mintmark.client.jackson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.math.BigInteger;
import java.util.List;
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
    }

    @Test
    void shouldRefuseATextOfEndlessDigitsQuickly() {
        String digits = "9".repeat(1_000_000);

        assertThatThrownBy(() -> MAPPER.readValue("\"" + digits + "\"", BigInteger.class))
                .isInstanceOf(JsonMappingException.class);
    }
}
