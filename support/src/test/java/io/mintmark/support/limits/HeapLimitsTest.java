package io.mintmark.support.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.MintmarkException;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Limits and the heap that bears them. */
class HeapLimitsTest {
    private static final long MIB = 1L << 20;
    private static final Limits USUAL = Limits.USUAL;

    private static Limits withBody(int bytes) {
        Limits.Sizes sizes = USUAL.sizes();
        return HeapLimits.of(USUAL, 64 * MIB)
                .with(new Limits.Sizes(
                        sizes.lineBytesMax(), sizes.headerBytesMax(), bytes, bytes, sizes.depthMax(), 256, 128));
    }

    /** What the JVM says of -Xmx768m with the serial collector: a part of it is never used. */
    @Test
    void shouldLowerNothingWhereTheHeapIsLarge() {
        assertThat(HeapLimits.of(USUAL, 742 * MIB)).isEqualTo(USUAL);
        assertThat(HeapLimits.lowered(USUAL, USUAL, 742 * MIB)).isEmpty();
    }

    @Test
    void shouldLowerWhatNobodySetAndSaySo() {
        Limits small = HeapLimits.of(USUAL, 124 * MIB);

        assertThat(small.sizes().bodyBytesMax()).isEqualTo(10 * MIB);
        assertThat(small.sizes().documentBytesMax()).isEqualTo(10 * MIB);
        assertThat(HeapLimits.lowered(small, USUAL, 124 * MIB).orElseThrow())
                .contains("A heap of 124 MiB", "--limit-body is 10m instead of 64m", "--limit-queued-bytes is 15m")
                .contains("--limit-connections is")
                .doesNotContain("--limit-memory", "--limit-open-databases");
    }

    @Test
    void shouldNotSayThatTheHeapLoweredWhatSomebodySet() {
        Limits set = HeapLimits.of(USUAL, 124 * MIB).with(new Limits.Connections(100, 50));

        assertThat(HeapLimits.lowered(set, USUAL, 124 * MIB).orElseThrow()).doesNotContain("--limit-connections");
    }

    @Test
    void shouldNeverRefuseWhatNobodySet() {
        LongStream.rangeClosed(28, 1_024)
                .forEach(mib -> assertThatCode(() -> HeapLimits.require(HeapLimits.of(USUAL, mib * MIB), mib * MIB))
                        .as("a heap of %d MiB", mib)
                        .doesNotThrowAnyException());
    }

    static Stream<Arguments> tooLarge() {
        return Stream.of(
                Arguments.of("limit-body=60817408", "lower --limit-body to 20m", withBody(58 << 20)),
                Arguments.of("limit-memory=67108864", "lower --limit-memory to 62m", small().withMemoryBytes(64 * MIB)),
                Arguments.of(
                        "limit-queued-bytes=67108864",
                        "lower --limit-queued-bytes to 62m",
                        small().with(new Limits.Writes(4_096, 64 * MIB))),
                Arguments.of(
                        "limit-connections=8192",
                        "lower --limit-connections to 7936",
                        small().with(new Limits.Connections(8_192, 1_024))),
                Arguments.of(
                        "limit-waiting=4096",
                        "lower --limit-waiting to 3968",
                        small().with(new Limits.Requests(16, 4_096, Duration.ofSeconds(5)))),
                Arguments.of(
                        "limit-requests=4096",
                        "lower --limit-requests to 3968",
                        small().with(new Limits.Requests(4_096, 16, Duration.ofSeconds(5)))),
                Arguments.of("limit-depth=3000000", "lower --limit-depth to 992", withDepth(3_000_000)),
                Arguments.of(
                        "limit-open-databases=1000",
                        "lower --limit-open-databases to 992",
                        small().with(new Limits.Databases(1_000, Duration.ofMinutes(1)))));
    }

    private static Limits small() {
        return HeapLimits.of(USUAL, 124 * MIB);
    }

    private static Limits withDepth(int depth) {
        Limits small = small();
        Limits.Sizes sizes = small.sizes();
        return small.with(new Limits.Sizes(
                sizes.lineBytesMax(),
                sizes.headerBytesMax(),
                sizes.bodyBytesMax(),
                sizes.documentBytesMax(),
                depth,
                sizes.collectionBytesMax(),
                sizes.databaseNameCharsMax()));
    }

    @ParameterizedTest
    @MethodSource("tooLarge")
    void shouldRefuseWhatSomebodySetAndTheHeapDoesNotHold(String value, String remedy, Limits set) {
        assertThatThrownBy(() -> HeapLimits.require(set, 124 * MIB))
                .isInstanceOf(MintmarkException.class)
                .hasMessageContainingAll(
                        value + " does not fit into a heap of 124 MiB", remedy, "MINTMARK_JAVA_OPTS=-Xmx");
    }

    /** The serial collector leaves a part of the heap empty, so the option asks for more than is needed. */
    @ParameterizedTest
    @ValueSource(ints = {21, 58, 64, 500})
    void shouldNameAHeapThatDoes(int mib) {
        Limits set = withBody(mib << 20);
        String message = "";
        try {
            HeapLimits.require(set, 64 * MIB);
        } catch (MintmarkException e) {
            message = e.getMessage();
        }
        Matcher more = Pattern.compile("more than (\\d+) MiB").matcher(message);

        assertThat(more.find()).as(message).isTrue();
        assertThatCode(() -> HeapLimits.require(set, (Long.parseLong(more.group(1)) + 1) * MIB))
                .doesNotThrowAnyException();
    }

    @Test
    void shouldRefuseAHeapThatIsTooSmallForAnything() {
        assertThatThrownBy(() -> HeapLimits.require(HeapLimits.of(USUAL, 16 * MIB), 16 * MIB))
                .isInstanceOf(MintmarkException.class)
                .hasMessageContainingAll("16 MiB", "at least 32 MiB", "MINTMARK_JAVA_OPTS=-Xmx64m");
    }
}
