package io.mintmark.server.databases;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.protocol.RavenTime;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

/** The usual form of a time stamp is read in a way of its own, which must find what the JDK's reader finds. */
class RavenTimeProperties {
    @Property(tries = 2_000)
    void shouldReadWhatItWrote(
            @ForAll @LongRange(min = -62_167_219_200L, max = 253_402_300_799L) long second,
            @ForAll @IntRange(max = 9_999_999) int units) {
        Instant time = Instant.ofEpochSecond(second, units * 100L);

        assertThat(RavenTime.parse(RavenTime.format(time))).contains(time);
    }

    @Property(tries = 5_000)
    void shouldReadWhatTheJdkReads(
            @ForAll @IntRange(max = 9_999) int year,
            @ForAll @IntRange(max = 14) int month,
            @ForAll @IntRange(max = 32) int day,
            @ForAll @IntRange(max = 25) int hour,
            @ForAll @IntRange(max = 61) int minute,
            @ForAll @IntRange(max = 61) int second) {
        String text = String.format("%04d-%02d-%02dT%02d:%02d:%02d.1234567Z", year, month, day, hour, minute, second);

        assertThat(RavenTime.parse(text)).isEqualTo(jdk(text));
    }

    @Example
    void shouldLeaveOtherFormsToTheJdk() {
        for (String text : List.of(
                "2026-01-01T00:00:00.000000Z0",
                "2026-01-01 00:00:00.0000000Z",
                "2026-01-01T00:00:00.00000\u0660\u0661Z",
                "2026-01-01T00:00:00.0000+01:00",
                "+026-01-01T00:00:00.0000000Z",
                "2026-01-01T00:00:00Z")) {
            assertThat(RavenTime.parse(text)).as(text).isEqualTo(jdk(text));
        }
        assertThat(RavenTime.parse("2026-01-01T00:00:00.0000000")).contains(Instant.parse("2026-01-01T00:00:00Z"));
    }

    private static Optional<Instant> jdk(String text) {
        try {
            return Optional.of(OffsetDateTime.parse(text).toInstant());
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
