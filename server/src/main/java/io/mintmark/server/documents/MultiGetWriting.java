package io.mintmark.server.documents;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.mintmark.server.http.Dispatch;
import io.mintmark.server.http.Part;
import io.mintmark.server.http.Reply;
import io.mintmark.server.http.Request;
import io.mintmark.server.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;

/** The reply to one {@code multi_get} while it is sent. Used by one thread. */
final class MultiGetWriting {
    private static final byte[] NOT_FOUND = "{\"Results\":[null],\"Includes\":{}}".getBytes(US_ASCII);
    private static final byte[] NULL = "null".getBytes(US_ASCII);

    private final Dispatch dispatch;
    private final Request request;
    private final HeldBack out;

    MultiGetWriting(Dispatch dispatch, Request request, OutputStream out) {
        this.dispatch = dispatch;
        this.request = request;
        this.out = new HeldBack(out);
    }

    void write(List<Part> parts) throws IOException {
        out.write("{\"Results\":[".getBytes(US_ASCII));
        out.release();
        String separator = "";
        for (Part part : parts) {
            write(part, separator);
            out.release();
            separator = ",";
        }
        out.write("]}".getBytes(US_ASCII));
        out.release();
    }

    private void write(Part part, String separator) throws IOException {
        Reply reply = dispatch.answer(request, part);
        try {
            write(part, reply, separator);
        } catch (RuntimeException e) {
            if (!out.takeBack()) {
                throw e;
            }
            write(part, dispatch.failure(part, e), separator);
        }
    }

    private void write(Part part, Reply reply, String separator) throws IOException {
        out.write((separator + "{\"Result\":").getBytes(US_ASCII));
        writeResult(part, reply);
        out.write((",\"StatusCode\":" + reply.status() + ",\"Headers\":").getBytes(US_ASCII));
        out.write(Json.write(json -> {
            json.writeStartObject();
            for (Map.Entry<String, String> header : reply.headers().entrySet()) {
                json.writeStringField(header.getKey(), header.getValue());
            }
            json.writeEndObject();
        }));
        out.write('}');
    }

    private void writeResult(Part part, Reply reply) throws IOException {
        if (reply.hasBody()) {
            reply.writeBodyTo(out);
        } else if (reply.status() == 404 && !part.method().equals("HEAD")) {
            // Node's client reads what a lazy load found before it looks at the status.
            out.write(NOT_FOUND);
        } else {
            out.write(NULL);
        }
    }
}
