package io.mintmark.server.documents.batch;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.mintmark.support.Json;
import io.mintmark.web.http.BodyWriter;
import io.mintmark.web.http.Reply;
import io.mintmark.web.http.Request;
import io.mintmark.web.http.SubRequest;
import io.mintmark.web.http.SubRequestDispatch;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The reply to one {@code multi_get} while it is sent: each request in it is answered when its turn comes, and what it
 * answers is never in memory as a whole. One thread at a time.
 */
final class MultiGetWriting implements BodyWriter {
    private static final byte[] NOT_FOUND = "{\"Results\":[null],\"Includes\":{}}".getBytes(US_ASCII);
    private static final byte[] NULL = "null".getBytes(US_ASCII);
    private static final String BEGINNING = "{\"Results\":[";
    private static final String SEPARATOR = ",";

    private final SubRequestDispatch dispatch;
    private final Request request;
    private final Iterator<SubRequest> parts;
    private final long bytesAround;
    private String before = BEGINNING;

    /** The reply of which a part is written, and more follows. */
    private @Nullable Reply unfinished;

    MultiGetWriting(SubRequestDispatch dispatch, Request request, List<SubRequest> parts) {
        this.dispatch = dispatch;
        this.request = request;
        this.parts = parts.iterator();
        this.bytesAround = request.bytesInMemory();
    }

    @Override
    public boolean writePart(OutputStream sink) throws IOException {
        RevocableOutput out = new RevocableOutput(sink);
        Reply begun = unfinished;
        boolean more = begun != null || parts.hasNext();
        if (begun != null) {
            endIfDone(begun, begun.writePartTo(out), out);
        } else if (more) {
            answer(parts.next(), out);
        } else {
            String end = before.equals(BEGINNING) ? BEGINNING + "]}" : "]}";
            out.write(end.getBytes(US_ASCII));
        }
        out.release();
        return more;
    }

    private void answer(SubRequest part, RevocableOutput out) throws IOException {
        letGoOfTheLast();
        Reply reply = dispatch.answer(request, part);
        try {
            begin(part, reply, out);
        } catch (RuntimeException e) {
            if (!out.takeBack()) {
                throw e;
            }
            begin(part, dispatch.failure(part, e), out);
        }
        before = SEPARATOR;
    }

    /** What the last one needed has been sent by now, but for what fits into a piece, and is there for the next one. */
    private void letGoOfTheLast() {
        request.keepInMemory(bytesAround - request.bytesInMemory());
    }

    private void begin(SubRequest part, Reply reply, RevocableOutput out) throws IOException {
        out.write((before + "{\"Result\":").getBytes(US_ASCII));
        endIfDone(reply, writeResult(part, reply, out), out);
    }

    private void endIfDone(Reply reply, boolean more, RevocableOutput out) throws IOException {
        unfinished = more ? reply : null;
        if (!more) {
            end(reply, out);
        }
    }

    private static void end(Reply reply, RevocableOutput out) throws IOException {
        out.write((",\"StatusCode\":" + reply.status() + ",\"Headers\":").getBytes(US_ASCII));
        out.write(Json.writeObject(json -> {
            for (Map.Entry<String, String> header : reply.headers().entrySet()) {
                json.writeStringField(header.getKey(), header.getValue());
            }
        }));
        out.write('}');
    }

    private static boolean writeResult(SubRequest part, Reply reply, RevocableOutput out) throws IOException {
        if (reply.hasBody()) {
            return reply.writePartTo(out);
        }
        // Node's client reads what a lazy load found before it looks at the status.
        boolean missing = reply.status() == 404 && !part.method().equals("HEAD");
        out.write(missing ? NOT_FOUND : NULL);
        return false;
    }
}
