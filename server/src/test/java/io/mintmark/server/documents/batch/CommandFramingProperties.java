package io.mintmark.server.documents.batch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.support.InvalidJsonException;
import io.mintmark.support.Json;
import io.mintmark.web.http.ApiException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class CommandFramingProperties {
    private static final int DOCUMENT_BYTES_MAX = 100_000;
    private static final int MOST_BETWEEN = 64 << 10;

    private final List<String> found = new ArrayList<>();
    private long told = CommandFraming.BYTES_AT_FIRST;
    private final CommandFraming framing = new CommandFraming(
            new Json(128),
            DOCUMENT_BYTES_MAX,
            (bytes, offset, length) -> found.add(new String(bytes, offset, length, UTF_8)),
            bytes -> told += bytes);

    /** A body and the commands in it, as they are written there. */
    record Body(String text, List<String> commands) {}

    @Provide
    Arbitrary<Body> bodies() {
        Arbitrary<String> command = Arbitraries.of(
                "{}",
                "{\"Type\":\"HeartBeat\"}",
                "{\"Id\":\"a\",\"Document\":{\"brackets\":\"}{][,\",\"nested\":[{},[[]],{\"a\":{}}]}}",
                "{ \"Id\" : \"with \\\"quotes\\\" and \\\\\" ,\n\"Document\":{\"n\":-1.50E+2,\"t\":true,\"z\":null} }",
                "{\"Id\":\"ü/😀\",\"Document\":{\"Straße\":\"😀\\u00e9\"}}",
                "{\"long\":\"" + "x".repeat(40_000) + "\"}");
        Arbitrary<String> space = Arbitraries.of("", " ", "\r\n\t", " ".repeat(20_000));
        return Combinators.combine(command.list().ofMaxSize(8), space, space)
                .as((commands, before, after) -> new Body(
                        before + "[" + before + String.join(after + "," + before, commands) + after + "]", commands));
    }

    @Property(tries = 300)
    void shouldFindTheCommandsHoweverTheBodyIsCut(
            @ForAll("bodies") Body body, @ForAll Random random, @ForAll boolean small) {
        CommandFramingProperties one = new CommandFramingProperties();
        byte[] bytes = body.text().getBytes(UTF_8);
        int largest = small ? 5 : 30_000;
        for (int from = 0; from < bytes.length; ) {
            int count = Math.min(bytes.length - from, 1 + random.nextInt(largest));
            one.framing.take(ByteBuffer.wrap(bytes, from, count));
            from += count;
        }

        assertThat(one.found).isEqualTo(body.commands());
        assertThat(one.framing.isComplete()).isTrue();
    }

    @Example
    void shouldHandACommandOnWithItsLastByte() {
        take("[{\"Id\":\"a\"");
        assertThat(found).isEmpty();
        take("}");
        assertThat(found).containsExactly("{\"Id\":\"a\"}");
        assertThat(framing.isComplete()).isFalse();
        take("]");
        assertThat(framing.isComplete()).isTrue();
    }

    @Example
    void shouldRefuseAllButWhiteSpaceBehindTheArray() {
        take("[{}] \r\n");
        take("\t");

        assertThat(framing.isComplete()).isTrue();
        assertThat(found).containsExactly("{}");
        assertThatThrownBy(() -> take(" and more")).isInstanceOf(InvalidJsonException.class);
        assertThatThrownBy(() -> new CommandFramingProperties().take("[{}] and more"))
                .isInstanceOf(InvalidJsonException.class);
    }

    @Example
    void shouldRefuseWhatIsNoArrayOfObjects() {
        for (String body :
                List.of("{}", "5 ", "\"text\"", "[5 ", "[[", "[\"text\"", "[null,", "[{]", "[{}{", "[{}}", "]")) {
            CommandFramingProperties one = new CommandFramingProperties();
            assertThatThrownBy(() -> one.take(body)).as(body).isInstanceOf(InvalidJsonException.class);
        }
    }

    @Example
    void shouldRefuseNestingBeyondTheLimit() {
        assertThatThrownBy(() -> take("[{\"a\":" + "[".repeat(200))).isInstanceOf(InvalidJsonException.class);
    }

    @Example
    void shouldRefuseACommandThatNeverEndsInBoundedMemory() {
        byte[] piece = "x".repeat(1_000).getBytes(UTF_8);
        take("[{\"Id\":\"a\",\"Document\":{\"a\":\"");
        long taken = 0;
        ApiException refused = null;
        while (refused == null && taken < 10_000_000) {
            try {
                framing.take(ByteBuffer.wrap(piece));
                taken += piece.length;
            } catch (ApiException e) {
                refused = e;
            }
            assertThat(framing.bytesKept()).isLessThanOrEqualTo(2 * DOCUMENT_BYTES_MAX);
            assertThat(told).as("with what a text is decoded into").isEqualTo(3L * framing.bytesKept());
        }

        assertThat(refused).hasMessageContaining("A document has at most 100000 bytes");
        assertThat(taken).isLessThan(2 * DOCUMENT_BYTES_MAX);
    }

    @Example
    void shouldKeepNothingOfWhatIsComplete() {
        String large = "{\"a\":\"" + "x".repeat(90_000) + "\"}";
        take("[");
        for (int i = 0; i < 100; i++) {
            take(large + ",");
        }

        assertThat(found).hasSize(100);
        assertThat(framing.bytesKept()).isLessThan(large.length());
        assertThat(told).isEqualTo(3L * framing.bytesKept());
    }

    @Property(tries = 100)
    void shouldTakeSoMuchWhiteSpaceBetweenCommandsAndNotAByteMore(
            @ForAll Random random, @ForAll @IntRange(max = 2) int place) {
        String most = " ".repeat(MOST_BETWEEN - (place == 2 ? 0 : 1));
        List<String> around = List.of("[%s{}]", "[{},%s{}]", "[{}%s]");
        CommandFramingProperties one = new CommandFramingProperties();
        one.takeInPieces(String.format(Locale.ROOT, around.get(place), most), random);
        assertThat(one.framing.isComplete()).isTrue();

        CommandFramingProperties other = new CommandFramingProperties();
        assertThatThrownBy(() -> other.takeInPieces(String.format(Locale.ROOT, around.get(place), most + " "), random))
                .isInstanceOf(ApiException.class)
                .hasMessageContaining("at most 65536 bytes")
                .hasMessageContaining("HeartBeat");
    }

    private void takeInPieces(String text, Random random) {
        byte[] bytes = text.getBytes(UTF_8);
        for (int from = 0; from < bytes.length; ) {
            int count = Math.min(bytes.length - from, 1 + random.nextInt(30_000));
            framing.take(ByteBuffer.wrap(bytes, from, count));
            from += count;
        }
    }

    @Example
    void shouldGoOnForEverAsLongAsHeartbeatsCome() {
        take("[");
        for (int i = 0; i < 500; i++) {
            take(" ".repeat(MOST_BETWEEN / 2) + "{\"Type\":\"HeartBeat\"},");
        }
        assertThat(found).hasSize(500);
    }

    private void take(String text) {
        framing.take(ByteBuffer.wrap(text.getBytes(UTF_8)));
    }
}
