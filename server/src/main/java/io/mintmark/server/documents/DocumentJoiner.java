package io.mintmark.server.documents;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.mintmark.protocol.RavenTime;
import io.mintmark.storage.document.StoredDocument;
import java.io.IOException;
import java.io.OutputStream;

/** How a stored document becomes JSON again: its bytes as received, with the server's metadata joined in. */
final class DocumentJoiner {
    private static final byte[] METADATA = "\"@metadata\":".getBytes(UTF_8);

    private DocumentJoiner() {}

    static void write(StoredDocument document, OutputStream out) throws IOException {
        openObject(document.content().body(), out);
        out.write(METADATA);
        writeMetadata(document, out);
        out.write('}');
    }

    static void writeOnlyMetadata(StoredDocument document, OutputStream out) throws IOException {
        out.write('{');
        out.write(METADATA);
        writeMetadata(document, out);
        out.write('}');
    }

    private static void writeMetadata(StoredDocument document, OutputStream out) throws IOException {
        openObject(document.content().metadata(), out);
        String members = "\"@change-vector\":\"" + document.changeVector() + "\",\"@id\":\""
                + new String(JsonStringEncoder.getInstance()
                        .quoteAsString(document.id().text()))
                + "\",\"@last-modified\":\"" + RavenTime.format(document.modified()) + "\"}";
        out.write(members.getBytes(UTF_8));
    }

    /** Writes an object up to where a further member may follow. */
    private static void openObject(byte[] object, OutputStream out) throws IOException {
        int end = lastBefore(object, object.length);
        int last = lastBefore(object, end);
        out.write(object, 0, last + 1);
        if (object[last] != '{') {
            out.write(',');
        }
    }

    /** Returns where the last byte before {@code end} lies that is no white space. */
    private static int lastBefore(byte[] bytes, int end) {
        int at = end - 1;
        while (bytes[at] == ' ' || bytes[at] == '\n' || bytes[at] == '\r' || bytes[at] == '\t') {
            at--;
        }
        return at;
    }
}
