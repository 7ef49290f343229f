package io.mintmark.web.jetty;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.protocol.ErrorType;
import io.mintmark.support.Eventually;
import io.mintmark.support.Intercepted;
import io.mintmark.support.Opened;
import io.mintmark.web.admission.AdmissionCounts;
import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.BodyReceiver;
import io.mintmark.web.http.Gate;
import io.mintmark.web.http.Router;
import io.mintmark.web.http.StreamEndpoint;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StreamExchangeTest {
    private static final String CHUNKED = "Transfer-Encoding: chunked\r\n";

    private final Notes notes = new Notes();
    private final CompletableFuture<StreamEndpoint.Stop> stop = new CompletableFuture<>();

    private final StreamEndpoint endpoint = (request, stops) -> {
        stop.complete(stops);
        return notes;
    };

    @AutoClose
    private final Opened opened = new Opened();

    private final HttpFront front = opened.add(Fronts.start(Fronts.router().addStream("POST", "/stream", endpoint)));
    private final Wire wire = connect();

    private Wire connect() {
        try {
            return opened.add(Wire.to(front.address()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String head(String... fields) {
        return Fronts.post("/stream", CHUNKED + String.join("", fields), "");
    }

    private static String chunk(String text) {
        return Integer.toHexString(text.length()) + "\r\n" + text + "\r\n";
    }

    @Test
    void shouldAnswerWhenTheReceiverHasEnoughAlthoughTheBodyNeverEnds() throws Exception {
        // Not even the line end of the last chunk arrives, as with one well-known client.
        Wire.Answer answer = wire.send(head() + chunk("one ") + "7\r\nenough.").answer();

        answer.expect(200);
        assertThat(answer.body()).isEqualTo("one enough.");
    }

    @Test
    void shouldCloseTheConnectionAfterAnAnswerBeforeTheEnd() throws Exception {
        Wire.Answer answer = wire.send(head() + "7\r\nenough.").answer();

        assertThat(answer.headers()).containsEntry("Connection", "close");
        assertThat(wire.isClosedByServer()).isTrue();
    }

    @Test
    void shouldCutAClientThatNeverStopsSendingAfterItsAnswer() throws Exception {
        wire.send(head() + "7\r\nenough.").answer().expect(200);

        Eventually.until(() -> isCut(wire));
    }

    /** Sends a line end, which ends the chunk, and then more and more chunks. */
    private static boolean isCut(Wire wire) {
        try {
            wire.send("\r\n1\r\nx");
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    @Test
    void shouldKeepTheConnectionWhereTheBodyEnds() throws Exception {
        Wire.Answer first = wire.send(head() + chunk("one.") + "0\r\n\r\n").answer();
        Wire.Answer second = wire.send(Fronts.get("/ping")).answer();

        assertThat(first.body()).isEqualTo("one.");
        assertThat(first.headers()).doesNotContainKey("Connection");
        second.expect(200);
    }

    @Test
    void shouldTakeABodyOfKnownLengthAndOneThatIsEmpty() throws Exception {
        String known = Fronts.post("/stream", "Content-Length: 3\r\n", "abc");
        String none = Fronts.post("/stream", "Content-Length: 0\r\n", "");

        assertThat(wire.send(known).answer().body()).isEqualTo("abc");
        assertThat(wire.send(none).answer().body()).isEqualTo("abc");
    }

    @Test
    void shouldHandEachPieceOnBeforeTheNextArrives() throws Exception {
        wire.send(head());
        notes.awaitPause();
        for (String piece : List.of("one ", "two ", "three ")) {
            int before = notes.text().length();
            wire.send(chunk(piece));
            notes.awaitPause();
            assertThat(notes.text().substring(before)).isEqualTo(piece);
        }
        assertThat(wire.send(chunk("end.")).answer().body()).isEqualTo("one two three end.");
    }

    @Test
    void shouldAnswerOthersWhileMoreStreamsThanThreadsSendNothing() throws Exception {
        List<Wire> streams = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            streams.add(Wire.to(front.address()).send(head()));
        }
        for (int round = 0; round < 20; round++) {
            Wire.ask(front.address(), Fronts.get("/ping")).expect(200);
        }
        for (Wire stream : streams) {
            stream.close();
        }
    }

    @Test
    void shouldNotOpenAStreamThatTheGateRefuses() throws Exception {
        Gate nobody = (request, changes) -> {
            throw new ApiException(ErrorType.FORBIDDEN, "Nobody comes in.");
        };
        Router router = new Router().addStream("POST", "/stream", endpoint);
        try (HttpFront front = HttpFront.start(
                        Fronts.settings(0),
                        router,
                        nobody,
                        (request, reply) -> reply,
                        new AdmissionCounts(),
                        Duration.ofSeconds(5));
                Wire wire = Wire.to(front.address())) {
            Wire.Answer answer = wire.send(head() + chunk("unread")).answer();

            answer.expect(403);
            assertThat(answer.headers()).containsEntry("Connection", "close");
            assertThat(stop).isNotDone();
        }
    }

    @Test
    void shouldRefuseBeforeItInvitesTheBody() throws Exception {
        StreamEndpoint refusing = (request, stops) -> {
            throw new ApiException(ErrorType.ARGUMENT, "Not today.");
        };
        try (HttpFront front = Fronts.start(Fronts.router().addStream("POST", "/stream", refusing));
                Wire wire = Wire.to(front.address())) {
            Wire.Answer answer = wire.send(head("Expect: 100-continue\r\n")).answer();

            answer.expect(400);
            assertThat(answer.body()).contains("Not today.");
            assertThat(wire.isClosedByServer()).isTrue();
        }
    }

    @Test
    void shouldInviteABodyThatWaitsForLeave() throws Exception {
        wire.send(head("Expect: 100-continue\r\n"));

        wire.answer(false).expect(100);
        assertThat(wire.send(chunk("now.")).answer().body()).isEqualTo("now.");
    }

    @Test
    void shouldLetARefusalInMidBodyBeReadByAClientThatGoesOnSending() throws Exception {
        StreamEndpoint refusing = (request, stops) -> refusingAt(10_000);
        try (HttpFront front = Fronts.start(Fronts.router().addStream("POST", "/stream", refusing));
                Wire wire = Wire.to(front.address())) {
            wire.send(head());
            for (int i = 0; i < 200; i++) {
                wire.send(chunk("x".repeat(1_000)));
                Eventually.pass(1);
            }
            Wire.Answer answer = wire.answer();

            answer.expect(400);
            assertThat(answer.headers()).containsEntry("Connection", "close");
            assertThat(answer.body()).contains("Enough of this.");
            assertThat(notes.awaitFailure()).hasMessage("Enough of this.");
        }
    }

    /** Refuses once it was given more than so many bytes. */
    private BodyReceiver refusingAt(int bytesMax) {
        return Intercepted.of(BodyReceiver.class, notes, (method, arguments, call) -> {
            Object answer = call.make(arguments);
            if (method.equals("take") && notes.text().length() > bytesMax) {
                throw new ApiException(ErrorType.ARGUMENT, "Enough of this.");
            }
            return answer;
        });
    }

    @Test
    void shouldTellTheReceiverThatTheClientIsGone() throws Exception {
        try (Wire wire = Wire.to(front.address())) {
            wire.send(head() + chunk("some"));
            notes.awaitPause();
        }

        assertThat(notes.awaitFailure()).isInstanceOf(ApiException.class).hasMessageContaining("could not be read");
    }

    @Test
    void shouldEndWhenABodyIsMalformed() throws Exception {
        Wire.Answer answer = Wire.ask(front.address(), head() + chunk("some") + "zz\r\n");

        answer.expect(400);
        assertThat(notes.awaitFailure()).isInstanceOf(ApiException.class);
    }

    @Test
    void shouldStopAStreamThatWaits() throws Exception {
        wire.send(head() + chunk("some"));
        notes.awaitPause();

        stop.get().because(new ApiException(ErrorType.INVALID_OPERATION, "Stopped by hand."));

        Wire.Answer answer = wire.answer();
        assertThat(answer.body()).contains("Stopped by hand.");
        assertThat(notes.awaitFailure()).hasMessage("Stopped by hand.");
        assertThat(wire.isClosedByServer()).isTrue();
    }

    @Test
    void shouldStopAStreamOnceThePieceThatIsBeingTakenIsTaken() throws Exception {
        CountDownLatch taking = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        StreamEndpoint slow = (request, stops) -> {
            stop.complete(stops);
            return holding(taking, go);
        };
        try (HttpFront front = Fronts.start(Fronts.router().addStream("POST", "/stream", slow));
                Wire wire = Wire.to(front.address())) {
            wire.send(head() + chunk("some"));
            assertThat(taking.await(10, TimeUnit.SECONDS)).isTrue();

            stop.get().because(new ApiException(ErrorType.INVALID_OPERATION, "Stopped by hand."));
            assertThat(notes.failure).isNotDone();
            go.countDown();

            assertThat(wire.answer().body()).contains("Stopped by hand.");
            assertThat(notes.awaitFailure()).hasMessage("Stopped by hand.");
        }
    }

    @Test
    void shouldNotStopWhatHasEnded() throws Exception {
        wire.send(head() + chunk("done.") + "0\r\n\r\n").answer();

        stop.get().because(new ApiException(ErrorType.INVALID_OPERATION, "Stopped by hand."));

        wire.send(Fronts.get("/ping")).answer().expect(200);
        assertThat(notes.failure).isNotDone();
    }

    /** Holds the first piece until it is let go. */
    private BodyReceiver holding(CountDownLatch taking, CountDownLatch go) {
        return Intercepted.of(BodyReceiver.class, notes, (method, arguments, call) -> {
            if (method.equals("take")) {
                taking.countDown();
                assertThat(go.await(30, TimeUnit.SECONDS))
                        .as("the test let it go")
                        .isTrue();
            }
            return call.make(arguments);
        });
    }

    @Test
    void shouldNotReadAheadOfAReceiverThatWorks() throws Exception {
        CountDownLatch taking = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        int offered = 64 << 20;
        StreamEndpoint slow = (request, stops) -> holding(taking, go);
        try (HttpFront front = Fronts.start(Fronts.router().addStream("POST", "/stream", slow));
                Wire wire = Wire.to(front.address())) {
            AtomicLong sent = new AtomicLong();
            CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> sendMuch(wire, offered, sent));
            assertThat(taking.await(10, TimeUnit.SECONDS)).isTrue();

            long accepted = whenItStopsGrowing(sent);

            // What the two sockets hold, and one buffer: the rest is still with the sender.
            assertThat(accepted).isLessThan(offered / 2);
            assertThat(notes.text()).isEmpty();
            wire.close();
            go.countDown();
            assertThat(sending.handle((done, failed) -> true).get(10, TimeUnit.SECONDS))
                    .isTrue();
        }
    }

    private static void sendMuch(Wire wire, int bytes, AtomicLong sent) {
        try {
            wire.send(head());
            String chunk = chunk("x".repeat(16 << 10));
            while (sent.get() < bytes) {
                wire.send(chunk);
                sent.addAndGet(chunk.length());
            }
        } catch (IOException e) {
            // The test closed the connection under it.
        }
    }

    private static long whenItStopsGrowing(AtomicLong count) {
        long before = -1;
        while (before != count.get()) {
            before = count.get();
            Eventually.pass(500);
        }
        return before;
    }

    @Test
    void shouldOutlastSilencesThatAConnectionWouldNot() throws Exception {
        Router router = Fronts.router().addStream("POST", "/stream", endpoint);
        try (HttpFront front = Fronts.start(router, Fronts.USUAL, Fronts.patience(200, 5_000));
                Wire wire = Wire.to(front.address())) {
            wire.send(head());
            for (int i = 0; i < 4; i++) {
                Eventually.pass(300);
                wire.send(chunk("x"));
            }
            assertThat(wire.send(chunk("end.")).answer().body()).isEqualTo("xxxxend.");
        }
    }

    @Test
    void shouldEndAStreamThatIsSilentForTooLong() throws Exception {
        Router router = Fronts.router().addStream("POST", "/stream", endpoint);
        try (HttpFront front = Fronts.start(router, Fronts.USUAL, Fronts.patience(100, 5_000));
                Wire wire = Wire.to(front.address())) {
            Wire.Answer answer = wire.send(head() + chunk("x")).answer();

            answer.expect(400);
            assertThat(answer.body()).contains("nothing arrived for too long");
            assertThat(wire.isClosedByServer()).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({"gzip,1", "gzip,7", "gzip,4096", "zstd,1", "zstd,7", "zstd,4096"})
    void shouldInflateHoweverItIsCut(String coding, int pieceBytes) throws Exception {
        byte[] zipped = Fronts.compressed(coding, "all of it.".getBytes(ISO_8859_1));
        wire.send(head("Content-Encoding: " + coding + "\r\n"));
        for (int from = 0; from < zipped.length; from += pieceBytes) {
            int to = Math.min(zipped.length, from + pieceBytes);
            wire.send(chunk(new String(zipped, from, to - from, ISO_8859_1)));
        }
        assertThat(wire.send("0\r\n\r\n").answer().body()).isEqualTo("all of it.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "zstd"})
    void shouldInflateWhatGrowsMuchInSmallPieces(String coding) throws Exception {
        byte[] zipped = Fronts.compressed(coding, Fronts.growing(100, 20_000));
        Wire.Answer answer = wire.send(compressed(coding, zipped)).answer();

        assertThat(answer.bytes()).hasSize(2_000_000);
        assertThat(notes.largestPiece()).isLessThanOrEqualTo(16 << 10);
    }

    private static String compressed(String coding, byte[] body) {
        return head("Content-Encoding: " + coding + "\r\n") + chunk(new String(body, ISO_8859_1)) + "0\r\n\r\n";
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "zstd"})
    void shouldRefuseWhatIsCompressedOtherwiseOrCutShort(String coding) throws Exception {
        byte[] zipped = Fronts.compressed(coding, "all of it".getBytes(ISO_8859_1));
        for (byte[] body : List.of("this is none".getBytes(ISO_8859_1), Arrays.copyOf(zipped, zipped.length - 2))) {
            Wire.Answer answer = Wire.ask(front.address(), compressed(coding, body));

            answer.expect(400);
            assertThat(answer.body()).contains("is not the " + coding + " that its header promises");
        }
    }

    /** A body that changed on its way is noticed however it is read: what it holds is stored before its end is there. */
    @ParameterizedTest
    @ValueSource(ints = {1, 5})
    void shouldRefuseGzipThatItsTrailerDoesNotFit(int fromEnd) throws Exception {
        byte[] zipped = Fronts.compressed("gzip", "all of it".getBytes(ISO_8859_1));
        zipped[zipped.length - fromEnd] ^= 1;
        Wire.Answer answer = Wire.ask(front.address(), compressed("gzip", zipped));

        answer.expect(400);
        assertThat(answer.body()).contains("is not the gzip that its header promises");
    }

    @Test
    void shouldReadFrameByFrameAndRefuseWhatFollowsTheLast() throws Exception {
        byte[] one = Fronts.compressed("zstd", "half of it ".getBytes(ISO_8859_1));
        byte[] two = Arrays.copyOf(one, 2 * one.length);
        System.arraycopy(one, 0, two, one.length, one.length);
        assertThat(Wire.ask(front.address(), compressed("zstd", two)).body()).isEqualTo("half of it ".repeat(2));
        assertThat(Wire.ask(front.address(), compressed("zstd", Arrays.copyOf(two, two.length + 9)))
                        .body())
                .contains("after its last frame are bytes that begin no other");
    }

    @Test
    void shouldRefuseALargeWindowAsSoonAsItIsAskedFor() throws Exception {
        Wire.Answer answer = Wire.ask(
                front.address(), head("Content-Encoding: zstd\r\n") + chunk("\u0028\u00b5\u002f\u00fd\u0000\u00a8"));

        answer.expect(415);
        assertThat(answer.body()).contains("a window of 2147483648 bytes", "8388608");
    }

    @Test
    void shouldRefuseACodingThatItDoesNotKnow() throws Exception {
        Wire.Answer answer = Wire.ask(front.address(), head("Content-Encoding: br\r\n") + chunk("x"));

        answer.expect(415);
        assertThat(stop).isNotDone();
    }

    @Test
    void shouldTakeMoreThanABodyMayHaveElsewhere() throws Exception {
        Router router = Fronts.router().addStream("POST", "/stream", endpoint);
        try (HttpFront front = Fronts.start(router, Fronts.SMALL);
                Wire wire = Wire.to(front.address())) {
            wire.send(head());
            for (int i = 0; i < 10; i++) {
                wire.send(chunk("x".repeat(1_000)));
            }
            assertThat(wire.send("0\r\n\r\n").answer().bytes()).hasSize(10_000);
        }
    }
}
