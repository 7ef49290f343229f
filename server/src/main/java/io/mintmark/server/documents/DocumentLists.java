package io.mintmark.server.documents;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.mintmark.document.DocumentId;
import io.mintmark.document.KeyForm;
import io.mintmark.protocol.Parameters;
import io.mintmark.server.databases.Databases;
import io.mintmark.server.http.Query;
import io.mintmark.server.http.Reply;
import io.mintmark.server.http.Request;
import io.mintmark.server.storage.Listing;
import io.mintmark.server.storage.Page;
import io.mintmark.server.storage.Storage;
import io.mintmark.server.storage.StoredDocument;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Documents asked for by what their ids begin with, or by the order of their writes.
 *
 * <p>Lists are read in pages and sent while they are read, so a long one needs no more memory than a short one.
 */
final class DocumentLists {
    private static final int PAGE = 128;

    private final Databases databases;

    DocumentLists(Databases databases) {
        this.databases = databases;
    }

    Reply byPrefix(Request request) {
        Query query = request.query();
        String prefix = KeyForm.of(query.first(Parameters.STARTS_WITH).orElse(""));
        DocumentId after = query.first(Parameters.START_AFTER)
                .filter(id -> !id.isBlank())
                .map(DocumentId::of)
                .orElse(null);
        IdPattern matches = IdPattern.parse(query.first(Parameters.MATCHES).orElse(""));
        IdPattern exclude = IdPattern.parse(query.first(Parameters.EXCLUDE).orElse(""));
        int skipped = prefix.length();
        Predicate<StoredDocument> wanted = document -> {
            String rest = document.id().key().substring(skipped);
            return (matches.isEmpty() || matches.matches(rest)) && (exclude.isEmpty() || !exclude.matches(rest));
        };
        return list(request, new Listing.ByPrefix(prefix, after), wanted);
    }

    Reply byEtag(Request request) {
        Query query = request.query();
        Listing listing = query.has(Parameters.ETAG)
                ? new Listing.OldestFirst(query.requiredNumber(Parameters.ETAG))
                : Listing.NewestFirst.all();
        return list(request, listing, document -> true);
    }

    private Reply list(Request request, Listing listing, Predicate<StoredDocument> wanted) {
        Storage storage = databases.require(request).storage();
        // Read before the list: a write in between makes the tag too old, never too new.
        String version = storage.lastEtag() + "-" + storage.databaseId();
        if (Validators.isUnchanged(request, version)) {
            return Validators.unchanged(version);
        }
        int start = request.query().count(Parameters.START, 0);
        int limit = request.query().count(Parameters.PAGE_SIZE, Integer.MAX_VALUE);
        boolean metadataOnly = request.query().flag(Parameters.METADATA_ONLY);
        ListWriting writing = new ListWriting(storage, wanted, start, limit, metadataOnly);
        return Validators.tag(Reply.stream(200, out -> writing.write(listing, out)), version);
    }

    /** One list while it is sent. */
    private static final class ListWriting {
        private final Storage storage;
        private final Predicate<StoredDocument> wanted;
        private final boolean metadataOnly;
        private int toSkip;
        private int toWrite;
        private boolean first = true;

        ListWriting(Storage storage, Predicate<StoredDocument> wanted, int toSkip, int toWrite, boolean metadataOnly) {
            this.storage = storage;
            this.wanted = wanted;
            this.toSkip = toSkip;
            this.toWrite = toWrite;
            this.metadataOnly = metadataOnly;
        }

        void write(Listing listing, OutputStream out) throws IOException {
            out.write("{\"Results\":[".getBytes(US_ASCII));
            Optional<Listing> next = toWrite > 0 ? Optional.of(listing) : Optional.empty();
            while (next.isPresent()) {
                Page page = storage.list(next.get(), Math.min(PAGE, Math.max(1, saturatedSum(toSkip, toWrite))));
                for (StoredDocument document : page.documents()) {
                    writeIfWanted(document, out);
                }
                next = toWrite > 0 ? page.next() : Optional.empty();
            }
            out.write("]}".getBytes(US_ASCII));
        }

        private static int saturatedSum(int a, int b) {
            return (int) Math.min(Integer.MAX_VALUE, (long) a + b);
        }

        private void writeIfWanted(StoredDocument document, OutputStream out) throws IOException {
            if (toWrite == 0 || !wanted.test(document)) {
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
            if (metadataOnly) {
                Outgoing.writeOnlyMetadata(document, out);
            } else {
                Outgoing.write(document, out);
            }
        }
    }
}
