package io.mintmark.server.documents;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.mintmark.document.DocumentId;
import io.mintmark.document.InvalidDocumentIdException;
import io.mintmark.protocol.ErrorType;
import io.mintmark.storage.Storage;
import io.mintmark.storage.document.StoredDocument;
import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.BodyWriter;
import io.mintmark.web.http.Request;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What one request asked for by id, and what those documents refer to; bounded in bytes and in number. Used by one
 * thread at a time.
 */
final class LoadedDocuments {
    /**
     * Most reads for one request, missing documents included: they take about as long as a list may keep a processor. A
     * session that loads more at once does better with several requests.
     */
    private static final int DOCUMENTS_MAX = 16_384;
    /** Documents may refer to the same few again and again, which costs no read, but time. */
    private static final int REFERENCES_MAX = 1 << 20;
    /** Most further documents that are read as quickly as those of any small request. */
    private static final int FEW_REFERENCES = 32;
    /** What a reference takes in memory beside its letters: the id, its key, their places in sets. */
    private static final int REFERENCE_BYTES = 256;

    private final Request request;
    private final Storage storage;
    private final long bytesMax;
    private final List<Optional<StoredDocument>> results = new ArrayList<>();
    private final Set<String> referenceTexts = new HashSet<>();
    private final List<DocumentId> references = new ArrayList<>();
    private final Map<String, StoredDocument> included = new LinkedHashMap<>();
    private boolean includesWanted;
    private int followed;
    private long bytes;

    LoadedDocuments(Request request, Storage storage, long bytesMax) {
        this.request = request;
        this.storage = storage;
        this.bytesMax = bytesMax;
    }

    Optional<StoredDocument> read(DocumentId id) {
        Optional<StoredDocument> found = storage.reads().read(id);
        long more = found.map(LoadedDocuments::bytesOf).orElse(0L);
        bytes += more;
        if (bytes > bytesMax) {
            throw new ApiException(
                    ErrorType.ARGUMENT,
                    "One request may load at most " + bytesMax + " bytes of documents: ask for fewer ids at a time.");
        }
        request.keepInMemory(more);
        return found;
    }

    private static long bytesOf(StoredDocument document) {
        return (long) document.content().body().length + document.content().metadata().length;
    }

    /** Returns how large the documents read so far are together. */
    long bytes() {
        return bytes;
    }

    void add(Optional<StoredDocument> result) {
        results.add(result);
    }

    boolean isMissing(int index) {
        return results.get(index).isEmpty();
    }

    /** Refuses {@code count} documents, those that others refer to included, if they are too many for one request. */
    static void requireNotTooMany(int count) {
        if (count > DOCUMENTS_MAX) {
            throw new ApiException(
                    ErrorType.ARGUMENT,
                    "One request may ask for at most " + DOCUMENTS_MAX
                            + " documents by id, those that its includes lead to counted with them, but this one asks for"
                            + " more: ask for fewer ids at a time.");
        }
    }

    /** Finds out what the results refer to, which {@link #include} loads. */
    void follow(Includes includes) {
        includesWanted = true;
        for (Optional<StoredDocument> result : results) {
            result.ifPresent(document -> includes.follow(document, this::refer));
        }
    }

    private void refer(String text) {
        if (++followed > REFERENCES_MAX) {
            throw new ApiException(
                    ErrorType.ARGUMENT,
                    "The includes of one request may lead to at most " + REFERENCES_MAX
                            + " references, repeated ones counted each time, but these lead to more:"
                            + " ask for fewer ids at a time.");
        }
        // A text that cannot be an id refers to no document, and a missing include is left out.
        if (text.length() > DocumentId.MAX_BYTES || text.isBlank() || !referenceTexts.add(text)) {
            return;
        }
        requireNotTooMany(results.size() + referenceTexts.size());
        request.keepInMemory(REFERENCE_BYTES + 4L * text.length());
        try {
            references.add(DocumentId.of(text));
        } catch (InvalidDocumentIdException e) {
            // As above; remembered all the same, so that it is looked at once.
        }
    }

    /** Returns whether {@link #include} is quickly done. */
    boolean refersToFew() {
        return references.size() <= FEW_REFERENCES;
    }

    /** Loads what was found to be referred to; a reference that leads nowhere is left out. */
    void include() {
        for (DocumentId id : references) {
            if (!included.containsKey(id.key())) {
                read(id).ifPresent(document -> included.put(id.key(), document));
            }
        }
    }

    /**
     * Returns what changes when any of the documents does: the change vector of a single one, else a digest. A
     * reference that leads nowhere today may lead somewhere tomorrow, so a request for includes always gets a digest.
     */
    String version() {
        List<Optional<String>> found = new ArrayList<>(results.size());
        results.forEach(result -> found.add(result.map(StoredDocument::changeVector)));
        if (!includesWanted) {
            return VersionDigest.of(found);
        }
        VersionDigest versions = new VersionDigest();
        found.forEach(versions::add);
        included.values().forEach(document -> versions.add(document.changeVector()));
        return versions.digest();
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
            DocumentJoiner.write(document, out);
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
            DocumentJoiner.writeOnlyMetadata(result.get(), out);
        } else {
            DocumentJoiner.write(result.get(), out);
        }
    }

    private static void writeName(String name, OutputStream out) throws IOException {
        String quoted = '"' + new String(JsonStringEncoder.getInstance().quoteAsString(name)) + "\":";
        out.write(quoted.getBytes(StandardCharsets.UTF_8));
    }
}
