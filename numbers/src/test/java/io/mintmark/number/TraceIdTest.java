package io.mintmark.number;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TraceIdTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0, 0, 1, 0, 1",
        "0, 1, 0, 1, 0, 4194305",
        "1, 1, 0, 1, 1, 274882101249",
        "1700000000, 42, 7, 1, 22278400, 6123839962237377537",
        "1767225600, 1, 0, 1, 22395136, 6155928109410418689",
        "33554431, 65535, 4095, 1023, 33554431, 9223372036854775807",
        "33554432, 1, 0, 1, 0, 4194305"
    })
    void shouldAgreeWithTheVectors(long second, int node, int chunk, int counter, int timestamp, long id) {
        TraceId parts = TraceId.at(second, node, chunk, counter);

        assertThat(parts.timestamp()).isEqualTo(timestamp);
        assertThat(parts.value()).isEqualTo(id);
        assertThat(TraceId.of(id)).isEqualTo(parts);
    }

    @ParameterizedTest
    @CsvSource({
        "36203675, 0, 8, 2587, 155",
        "75997165362483795, 276476, 5045, 1924, 595",
        "276561162443934569, 1006123, 42456, 2290, 873",
        "2765611624439345695, 10061236, 31349, 2428, 543",
        "5197794958151101819, 18909467, 59071, 2667, 379",
        "8446744073709551614, 30729075, 60888, 1535, 1022"
    })
    void shouldReadIdsAsElfoDoes(long id, int timestamp, int node, int chunk, int counter) {
        assertThat(TraceId.of(id)).isEqualTo(new TraceId(timestamp, node, chunk, counter));
        assertThat(TraceId.of(id).value()).isEqualTo(id);
        assertThat(TraceId.of(id).bottom()).isEqualTo((int) (id & 0x3fffff));
    }

    @ParameterizedTest
    @CsvSource({"5, 5, 0", "25, 50, 25", "33554417, 33554427, 10", "0, 33554427, 5", "1, 33554427, 6"})
    void shouldMeasureTheShorterWayRoundTheCircle(long one, long other, long apart) {
        assertThat(TraceId.apart(one, other)).isEqualTo(apart);
        assertThat(TraceId.apart(other, one)).isEqualTo(apart);
    }

    @Test
    void shouldRefuseWhatCannotBeATraceId() {
        assertThatThrownBy(() -> TraceId.of(0)).isInstanceOf(InvalidIdException.class);
        assertThatThrownBy(() -> TraceId.of(-1)).isInstanceOf(InvalidIdException.class);
        assertThatThrownBy(() -> new TraceId(0, 0, 0, 0)).hasMessageContaining("0 is not a trace id");
        assertThatThrownBy(() -> TraceId.at(0, 65_536, 0, 1)).hasMessageContaining("node");
        assertThatThrownBy(() -> TraceId.at(0, 0, 4_096, 1)).hasMessageContaining("chunk");
        assertThatThrownBy(() -> TraceId.at(0, 0, 0, 1_024)).hasMessageContaining("counter");
        assertThatThrownBy(() -> TraceId.at(0, 0, 0, 0)).hasMessageContaining("counter of 1");
        assertThatThrownBy(() -> TraceId.at(-1, 0, 0, 1)).hasMessageContaining("second of 0");
        assertThatThrownBy(() -> new TraceId(1 << 25, 0, 0, 1)).hasMessageContaining("timestamp");
    }

    @Test
    void shouldAcceptAStrangersIdNearNowAlsoAcrossTheWrap() {
        // 2026-05-10 03:48:16 is timestamp 0.
        InstantSource justAfterTheWrap = InstantSource.fixed(Instant.parse("2026-05-10T03:48:18Z"));
        TraceIdValidator validator = TraceIdValidator.near(justAfterTheWrap, Duration.ofSeconds(10));
        long before = TraceId.at(Instant.parse("2026-05-10T03:48:10Z").getEpochSecond(), 7, 1, 1)
                .value();
        long tooEarly = TraceId.at(Instant.parse("2026-05-10T03:48:07Z").getEpochSecond(), 7, 1, 1)
                .value();

        assertThat(validator.validate(before).timestamp()).isEqualTo((1 << 25) - 6);
        assertThatThrownBy(() -> validator.validate(tooEarly))
                .isInstanceOf(InvalidIdException.class)
                .hasMessageContaining("11 s off");
        assertThat(TraceIdValidator.ofAnyTime().validate(tooEarly).node()).isEqualTo(7);
        assertThatThrownBy(() -> TraceIdValidator.ofAnyTime().validate(0)).isInstanceOf(InvalidIdException.class);
        assertThatThrownBy(() -> TraceIdValidator.near(justAfterTheWrap, Duration.ofSeconds(-1)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldFindTheNearestSecondOfAnId() {
        Instant made = Instant.parse("2026-05-10T03:48:10Z");
        TraceId id = TraceId.at(made.getEpochSecond(), 1, 0, 1);

        assertThat(id.nearest(made)).isEqualTo(made);
        assertThat(id.nearest(made.plus(Duration.ofDays(100)))).isEqualTo(made);
        assertThat(id.nearest(made.minus(Duration.ofDays(100)))).isEqualTo(made);
        assertThat(id.nearest(made.plus(Duration.ofDays(300)))).isEqualTo(made.plusSeconds(TraceId.PERIOD_SECONDS));
    }
}
