package io.mintmark.server.documents;

import io.mintmark.document.DocumentId;
import io.mintmark.document.KeyForm;
import io.mintmark.protocol.Parameters;
import io.mintmark.server.conformance.DocumentMembers;
import io.mintmark.server.databases.Databases;
import io.mintmark.storage.Storage;
import io.mintmark.storage.document.Listing;
import io.mintmark.storage.document.StoredDocument;
import io.mintmark.web.http.Query;
import io.mintmark.web.http.Reply;
import io.mintmark.web.http.Request;
import java.util.function.Predicate;

/**
 * Documents asked for by what their ids begin with, or by the order of their writes.
 *
 * <p>Lists are read in pages and sent while they are read, so a long one needs no more memory than a short one.
 */
final class DocumentLists {
    private final Databases databases;

    DocumentLists(Databases databases) {
        this.databases = databases;
    }

    Reply byPrefix(Request request) {
        Query query = request.query();
        refuse(query, "no list by a prefix begins at an etag; leave one of both out", Parameters.ETAG);
        String prefix = KeyForm.of(query.sent(Parameters.STARTS_WITH).get(0));
        DocumentId after =
                query.first(Parameters.START_AFTER).map(DocumentId::of).orElse(null);
        IdGlob matches = IdGlob.parse(query.first(Parameters.MATCHES).orElse(""));
        IdGlob exclude = IdGlob.parse(query.first(Parameters.EXCLUDE).orElse(""));
        int skipped = prefix.length();
        Predicate<StoredDocument> wanted = document -> {
            String rest = document.id().key().substring(skipped);
            return (matches.isEmpty() || matches.matches(rest)) && (exclude.isEmpty() || !exclude.matches(rest));
        };
        return list(request, new Listing.ByPrefix(prefix, after), wanted);
    }

    Reply byEtag(Request request) {
        Query query = request.query();
        refuse(
                query,
                "it counts beside a prefix alone; send startsWith= for that of all ids",
                Parameters.MATCHES,
                Parameters.EXCLUDE,
                Parameters.START_AFTER);
        Listing listing = query.has(Parameters.ETAG)
                ? new Listing.OldestFirst(query.requiredNumber(Parameters.ETAG))
                : Listing.NewestFirst.all();
        return list(request, listing, document -> true);
    }

    /** What only the other kind of list looks at would be passed over, and another list be taken for the one wanted. */
    private static void refuse(Query query, String remedy, String... names) {
        for (String name : names) {
            if (query.has(name)) {
                throw DocumentMembers.LIST.refusal(name, remedy);
            }
        }
    }

    private Reply list(Request request, Listing listing, Predicate<StoredDocument> wanted) {
        DocumentMembers.LIST.check(request.query());
        Storage storage = databases.require(request).storageToRead(request);
        // Read before the list: a write in between makes the tag too old, never too new.
        String version = storage.reads().listVersion();
        if (Validators.isUnchanged(request, version)) {
            return Validators.unchanged(version);
        }
        int start = request.query().count(Parameters.START, 0);
        int limit = request.query().count(Parameters.PAGE_SIZE, Integer.MAX_VALUE);
        boolean metadataOnly = request.query().flag(Parameters.METADATA_ONLY);
        Selection selection = new Selection(wanted, start, limit, metadataOnly);
        return Validators.tag(Reply.stream(200, new ListWriter(request, storage, listing, selection)), version);
    }

    /**
     * Which documents of a listing are written, and how much of each.
     *
     * @param wanted those that count
     * @param toSkip how many of them are left out first
     * @param toWrite how many follow at most
     * @param metadataOnly whether their own members are left out
     */
    record Selection(Predicate<StoredDocument> wanted, int toSkip, int toWrite, boolean metadataOnly) {}
}
