package io.mintmark.server.documents;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.mintmark.document.DocumentId;
import io.mintmark.protocol.ErrorType;
import io.mintmark.server.http.ApiException;
import io.mintmark.server.http.BodyWriter;
import io.mintmark.server.http.Request;
import io.mintmark.server.storage.Storage;
import io.mintmark.server.storage.StoredDocument;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32C;

/** What one request asked for by id, and what those documents refer to; bounded in bytes. Used by one thread. */
final class LoadedDocuments {
    private final Request request;
    private final Storage storage;
    private final long bytesMax;
    private final List<Optional<StoredDocument>> results = new ArrayList<>();
    private final Map<String, StoredDocument> included = new LinkedHashMap<>();
    private boolean includesWanted;
    private long bytes;

    LoadedDocuments(Request request, Storage storage, long bytesMax) {
        this.request = request;
        this.storage = storage;
        this.bytesMax = bytesMax;
    }

    Optional<StoredDocument> read(DocumentId id) {
        Optional<StoredDocument> found = storage.read(id);
        int more = found.map(document -> document.content().body().length).orElse(0);
        bytes += more;
        if (bytes > bytesMax) {
            throw new ApiException(
                    ErrorType.ARGUMENT,
                    "One request may load at most " + bytesMax + " bytes of documents: ask for fewer ids at a time.");
        }
        request.keepInMemory(more);
        return found;
    }

    /** Returns how large the bodies read so far are together. */
    long bytes() {
        return bytes;
    }

    void add(Optional<StoredDocument> result) {
        results.add(result);
    }

    boolean isMissing(int index) {
        return results.get(index).isEmpty();
    }

    /** Loads what the results refer to; a reference that leads nowhere is left out. */
    void include(Includes includes) {
        includesWanted = !includes.isEmpty();
        for (Optional<StoredDocument> result : results) {
            result.ifPresent(document -> includes.references(document).forEach(this::include));
        }
    }

    private void include(DocumentId id) {
        if (!included.containsKey(id.key())) {
            read(id).ifPresent(document -> included.put(id.key(), document));
        }
    }

    /**
     * Returns what changes when any of the documents does: the change vector of a single one, else a digest. A reference
     * that leads nowhere today may lead somewhere tomorrow, so a request for includes always gets a digest.
     */
    String version() {
        if (results.size() == 1 && !includesWanted && results.get(0).isPresent()) {
            return results.get(0).get().changeVector();
        }
        CRC32C first = new CRC32C();
        java.util.zip.CRC32 second = new java.util.zip.CRC32();
        for (Optional<StoredDocument> result : results) {
            byte[] version =
                    result.map(StoredDocument::changeVector).orElse("-").getBytes(US_ASCII);
            first.update(version);
            second.update(version);
        }
        for (StoredDocument document : included.values()) {
            byte[] version = document.changeVector().getBytes(US_ASCII);
            first.update(version);
            second.update(version);
        }
        return String.format("%08x%08x-%d", first.getValue(), second.getValue(), results.size() + included.size());
    }

    /** Returns what writes everything, a document a part. */
    BodyWriter writer(boolean metadataOnly) {
        return new Parts(metadataOnly);
    }

    /** The results, then what they include, while they are written. */
    private final class Parts implements BodyWriter {
        private final boolean metadataOnly;
        private final Iterator<StoredDocument> includes = included.values().iterator();
        private int next;
        private boolean begun;
        private boolean including;

        Parts(boolean metadataOnly) {
            this.metadataOnly = metadataOnly;
        }

        @Override
        public boolean writePart(OutputStream out) throws IOException {
            if (!begun) {
                begun = true;
                out.write("{\"Results\":[".getBytes(US_ASCII));
            }
            if (next < results.size()) {
                writeComma(next > 0, out);
                writeOrNull(results.get(next), out, metadataOnly);
                next++;
                return true;
            }
            return writeInclude(out);
        }

        /** Writes an include, or the end; returns false at the end. */
        private boolean writeInclude(OutputStream out) throws IOException {
            if (!including) {
                out.write("],\"Includes\":{".getBytes(US_ASCII));
            }
            if (!includes.hasNext()) {
                out.write("}}".getBytes(US_ASCII));
                return false;
            }
            StoredDocument document = includes.next();
            writeComma(including, out);
            including = true;
            writeName(document.id().text(), out);
            Outgoing.write(document, out);
            return true;
        }
    }

    private static void writeComma(boolean needed, OutputStream out) throws IOException {
        if (needed) {
            out.write(',');
        }
    }

    private static void writeOrNull(Optional<StoredDocument> result, OutputStream out, boolean metadataOnly)
            throws IOException {
        if (result.isEmpty()) {
            out.write("null".getBytes(US_ASCII));
        } else if (metadataOnly) {
            Outgoing.writeOnlyMetadata(result.get(), out);
        } else {
            Outgoing.write(result.get(), out);
        }
    }

    private static void writeName(String name, OutputStream out) throws IOException {
        String quoted = '"' + new String(JsonStringEncoder.getInstance().quoteAsString(name)) + "\":";
        out.write(quoted.getBytes(StandardCharsets.UTF_8));
    }
}
