package io.mintmark.fuzz.targets;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.mintmark.fuzz.Check;
import io.mintmark.fuzz.FuzzTarget;
import io.mintmark.fuzz.Input;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A body, by its length or in chunks, with another request behind it: the server ends the body where the standard does,
 * so that nothing is smuggled from one into the other.
 */
public final class ChunksTarget implements FuzzTarget {
    private static final String BEGIN = "POST /first HTTP/1.1\r\nHost: x\r\n";
    private static final String AFTER = "GET /after HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";

    private final LoopbackFront front = new LoopbackFront();

    @Override
    public void run(byte[] bytes) throws IOException {
        Input input = new Input(bytes);
        boolean chunked = input.flag();
        int length = input.octet();
        byte[] body = input.rest();
        String head = BEGIN + (chunked ? "Transfer-Encoding: chunked" : "Content-Length: " + length) + "\r\n\r\n";
        byte[] behind = joined(body, AFTER.getBytes(ISO_8859_1));
        Optional<ChunkReader.Body> expected = chunked ? ChunkReader.read(behind) : Optional.of(plain(behind, length));
        boolean exact = expected.isPresent()
                && expected.get().strict()
                && expected.get().end() == body.length;
        LoopbackFront.Exchanged exchanged = front.exchange(joined(head.getBytes(ISO_8859_1), behind), !exact);
        HeadsTarget.replies(exchanged.replies());
        check(exchanged.seen(), expected, exact);
    }

    private static ChunkReader.Body plain(byte[] bytes, int length) {
        int end = Math.min(length, bytes.length);
        return new ChunkReader.Body(Arrays.copyOf(bytes, end), end, length <= bytes.length);
    }

    private static void check(List<LoopbackFront.Seen> seen, Optional<ChunkReader.Body> expected, boolean exact) {
        // What stands behind the body may be a request of the same name.
        if (!seen.isEmpty() && seen.get(0).target().equals("/first")) {
            Check.that(expected.isPresent(), "a body that is taken has chunks");
            Check.equalBytes(
                    expected.orElseThrow().bytes(), seen.get(0).body(), "a body ends where the standard ends it");
        }
        if (exact) {
            Check.equal(
                    List.of("/first", "/after"),
                    seen.stream().map(LoopbackFront.Seen::target).toList(),
                    "both requests are answered");
        }
    }

    private static byte[] joined(byte[] one, byte[] other) {
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        joined.writeBytes(one);
        joined.writeBytes(other);
        return joined.toByteArray();
    }
}
