package io.mintmark.lab.instrument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResponseReaderTest {
    private static final String WITH_LENGTH = "HTTP/1.1 201 Created\r\ncontent-LENGTH: 5\r\nX: y\r\n\r\nhello";
    private static final String CHUNKED =
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3;a=b\r\nabc\r\nA\r\n0123456789\r\n0\r\nT: r\r\n\r\n";
    private static final String EMPTY = "HTTP/1.1 204 No Content\r\n\r\n";
    private static final String NO_BYTES = "HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n";
    private static final String CLOSING =
            "HTTP/1.1 500 Server Error\r\nConnection: close\r\nContent-Length: 3\r\n\r\nbad";
    private static final String AFTER_CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n" + WITH_LENGTH;

    private final ResponseReader reader = new ResponseReader();

    @Test
    void shouldReadEveryKindOfReplyAfterTheOther() throws ProtocolException {
        List<String> seen = readAll(WITH_LENGTH + CHUNKED + EMPTY + NO_BYTES + CLOSING + AFTER_CONTINUE, 1 << 20);

        assertThat(seen)
                .containsExactly("201 hello", "200 abc0123456789", "204 ", "201 ", "500 bad closing", "201 hello");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 50})
    void shouldReadTheSameFromPiecesOfAnySize(int bytes) throws ProtocolException {
        String all = WITH_LENGTH + CHUNKED + EMPTY + NO_BYTES + CLOSING + AFTER_CONTINUE;

        assertThat(readAll(all, bytes)).isEqualTo(readAll(all, 1 << 20));
    }

    @Test
    void shouldKeepOnlyTheBeginOfALongBody() throws ProtocolException {
        List<String> seen = readAll("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n" + "x".repeat(100_000), 1_000);

        assertThat(seen).containsExactly("200 " + "x".repeat(512));
    }

    @Test
    void shouldLeaveWhatFollowsAReply() throws ProtocolException {
        ByteBuffer in = bytes(EMPTY + "HTTP/1.1");

        assertThat(reader.read(in)).isTrue();
        assertThat(in.remaining()).isEqualTo("HTTP/1.1".length());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SSH-2.0-OpenSSH_9.2\r\n",
                "HTTP/1.1 200 OK\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"
            })
    void shouldRefuseWhatItCannotMeasure(String reply) {
        assertThatThrownBy(() -> reader.read(bytes(reply))).isInstanceOf(ProtocolException.class);
    }

    @Test
    void shouldRefuseALineWithoutEnd() {
        assertThatThrownBy(() -> reader.read(bytes("HTTP/1.1 200 " + "x".repeat(9_000))))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("8192");
    }

    private List<String> readAll(String replies, int pieceBytes) throws ProtocolException {
        List<String> seen = new ArrayList<>();
        ByteBuffer all = bytes(replies);
        while (all.hasRemaining()) {
            int length = Math.min(pieceBytes, all.remaining());
            ByteBuffer piece = all.slice(all.position(), length);
            all.position(all.position() + length);
            while (piece.hasRemaining()) {
                if (reader.read(piece)) {
                    seen.add(reader.status() + " " + reader.bodyStart() + (reader.isClosing() ? " closing" : ""));
                }
            }
        }
        return seen;
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
    }
}
