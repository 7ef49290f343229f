package io.mintmark.web.jetty;

import io.mintmark.protocol.Headers;
import io.mintmark.protocol.ProtocolVersion;
import io.mintmark.web.admission.RequestResources;
import io.mintmark.web.body.ContentCoding;
import io.mintmark.web.body.ReplyPieces;
import io.mintmark.web.body.SlicedBody;
import io.mintmark.web.body.WrittenBody;
import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.BodyWriter;
import io.mintmark.web.http.ErrorBody;
import io.mintmark.web.http.Reply;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Locale;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** Sends one reply through Jetty, compressed where the client wants that and the body is worth it. */
final class ReplyWriter {
    // Written as bytes once, which Jetty copies; it writes other fields letter by letter.
    private static final HttpField VERSION = new PreEncodedHttpField(Headers.SERVER_VERSION, ProtocolVersion.FULL);
    private static final HttpField JSON = new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, Reply.JSON);

    private static final int COMPRESSED_BYTES_MIN = 860;
    /** How much memory gathering parts takes, beside the parts themselves. */
    private static final long PARTS_BYTES = 2L * WrittenBody.PIECE_BYTES;

    private static final long PARTS_BYTES_ZSTD = PARTS_BYTES + 2L * WrittenBody.ZSTD_FRAME_BYTES;

    private final org.eclipse.jetty.server.Request request;
    private final Response response;
    private final Callback callback;
    private final RequestResources resources;

    ReplyWriter(
            org.eclipse.jetty.server.Request request,
            Response response,
            Callback callback,
            RequestResources resources) {
        this.request = request;
        this.response = response;
        this.callback = callback;
        this.resources = resources;
    }

    void write(Reply made) {
        Reply reply = isReadInATerminal() ? made.withLineEnd() : made;
        boolean compressible = isCompressible(reply);
        ContentCoding coding = compressible ? wantedCoding() : null;
        writeHead(reply, compressible, coding);
        resources.progress().replyBegins(WrittenBody.PIECE_BYTES);
        if (reply.writer().isPresent()) {
            writeParts(reply.writer().get(), coding);
        } else {
            writeBytes(reply, coding == null ? reply.body() : coding.compress(reply.body()));
        }
    }

    /** Programs that speak the protocol need no line end, and get none. */
    private boolean isReadInATerminal() {
        String agent = request.getHeaders().get(HttpHeader.USER_AGENT);
        return agent != null && (agent.startsWith("curl/") || agent.startsWith("Wget/"));
    }

    private void writeHead(Reply reply, boolean compressible, @Nullable ContentCoding coding) {
        HttpFields.Mutable headers = response.getHeaders();
        headers.clear();
        response.setStatus(reply.status());
        headers.put(VERSION);
        for (Reply.Field field : reply.fields()) {
            headers.add(field.name(), field.value());
        }
        String contentType = reply.contentType();
        if (Reply.JSON.equals(contentType)) {
            headers.put(JSON);
        } else if (contentType != null) {
            headers.put(HttpHeader.CONTENT_TYPE, contentType);
        }
        if (compressible) {
            headers.add(HttpHeader.VARY, "Accept-Encoding");
        }
        if (coding != null) {
            headers.put(HttpHeader.CONTENT_ENCODING, coding.headerName());
        }
    }

    private void writeBytes(Reply reply, byte[] body) {
        if (reply.status() >= 200 && reply.status() != 204 && reply.status() != 304) {
            response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
        }
        if (body.length > WrittenBody.PIECE_BYTES && !isHead()) {
            send(new SlicedBody(body));
            return;
        }
        // Jetty keeps the body of an answer to HEAD for itself.
        resources.progress().writeBegins();
        response.write(true, ByteBuffer.wrap(body), callback);
    }

    private boolean isHead() {
        return request.getMethod().equals("HEAD");
    }

    private void writeParts(BodyWriter body, @Nullable ContentCoding coding) {
        if (isHead()) {
            body.release();
            // Not the last write, or Jetty would announce a length of zero.
            response.write(false, ByteBuffer.allocate(0), callback);
            return;
        }
        try {
            resources.memory().add(coding == ContentCoding.ZSTD ? PARTS_BYTES_ZSTD : PARTS_BYTES);
            send(new WrittenBody(body, coding));
        } catch (IOException | ApiException e) {
            body.release();
            fail(e);
        }
    }

    private void send(ReplyPieces pieces) {
        try {
            new ReplySender(response, callback, pieces, resources).begin();
        } catch (IOException | RuntimeException | Error e) {
            fail(e);
        }
    }

    private void fail(Throwable failure) {
        if (response.isCommitted()) {
            callback.failed(failure);
        } else {
            write(ErrorBody.reply(RequestHeads.target(request), failure));
        }
    }

    private boolean isCompressible(Reply reply) {
        String type = reply.contentType();
        boolean large = reply.writer().isPresent() || reply.body().length >= COMPRESSED_BYTES_MIN;
        return type != null && large && isText(type) && !hasEncoding(reply);
    }

    private static boolean hasEncoding(Reply reply) {
        return reply.fields().stream().anyMatch(field -> HttpHeader.CONTENT_ENCODING.is(field.name()));
    }

    private static boolean isText(String contentType) {
        String type = contentType.toLowerCase(Locale.ROOT);
        return type.startsWith("text/")
                || type.startsWith("application/json")
                || type.startsWith("application/javascript")
                || type.startsWith("image/svg+xml");
    }

    /** Returns the coding that the client likes best, of equals the first, or null if it likes none that is here. */
    private @Nullable ContentCoding wantedCoding() {
        // Jetty leaves out codings of quality zero, and has the others in the client's order.
        return request.getHeaders().getQualityCSV(HttpHeader.ACCEPT_ENCODING).stream()
                .flatMap(name -> ContentCoding.of(name).stream())
                .filter(coding -> coding.unavailable().isEmpty())
                .findFirst()
                .orElse(null);
    }
}
