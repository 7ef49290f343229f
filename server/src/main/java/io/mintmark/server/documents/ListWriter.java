package io.mintmark.server.documents;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.mintmark.storage.Storage;
import io.mintmark.storage.document.Listing;
import io.mintmark.storage.document.Page;
import io.mintmark.storage.document.StoredDocument;
import io.mintmark.web.http.BodyWriter;
import io.mintmark.web.http.Request;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One list while it is sent: a document a part, a page in memory. One thread at a time. */
final class ListWriter implements BodyWriter {
    private static final int PAGE = 64;
    /** What a document takes in memory beside its bytes: its id, its version, the objects around them. */
    private static final int DOCUMENT_OVERHEAD_BYTES = 512;

    private final Request request;
    private final Storage storage;
    private final DocumentLists.Selection selection;
    private int toSkip;
    private int toWrite;
    private @Nullable Listing next;
    private Iterator<StoredDocument> page = List.<StoredDocument>of().iterator();
    private long bytesKept;
    private boolean begun;
    private boolean first = true;

    ListWriter(Request request, Storage storage, Listing listing, DocumentLists.Selection selection) {
        this.request = request;
        this.storage = storage;
        this.selection = selection;
        this.toSkip = selection.toSkip();
        this.toWrite = selection.toWrite();
        this.next = listing;
    }

    @Override
    public boolean writePart(OutputStream out) throws IOException {
        if (!begun) {
            begun = true;
            out.write("{\"Results\":[".getBytes(US_ASCII));
        }
        if (toWrite > 0 && (page.hasNext() || turnPage())) {
            writeIfWanted(page.next(), out);
            return true;
        }
        out.write("]}".getBytes(US_ASCII));
        return false;
    }

    /** Reads the next page that has documents; returns false if there is none. */
    private boolean turnPage() {
        while (next != null) {
            Page read = storage.reads().list(next, Math.min(PAGE, Math.max(1, saturatedSum(toSkip, toWrite))));
            keep(read.documents());
            page = read.documents().iterator();
            next = read.next().orElse(null);
            if (page.hasNext()) {
                return true;
            }
        }
        return false;
    }

    /** One page is kept at a time, so the largest counts. */
    private void keep(List<StoredDocument> documents) {
        long bytes = (long) DOCUMENT_OVERHEAD_BYTES * documents.size();
        for (StoredDocument document : documents) {
            bytes += document.content().body().length + document.content().metadata().length;
        }
        if (bytes > bytesKept) {
            request.keepInMemory(bytes - bytesKept);
            bytesKept = bytes;
        }
    }

    private static int saturatedSum(int a, int b) {
        return (int) Math.min(Integer.MAX_VALUE, (long) a + b);
    }

    private void writeIfWanted(StoredDocument document, OutputStream out) throws IOException {
        if (!selection.wanted().test(document)) {
            return;
        }
        if (toSkip > 0) {
            toSkip--;
            return;
        }
        toWrite--;
        if (!first) {
            out.write(',');
        }
        first = false;
        if (selection.metadataOnly()) {
            DocumentJoiner.writeOnlyMetadata(document, out);
        } else {
            DocumentJoiner.write(document, out);
        }
    }
}
