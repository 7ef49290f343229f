package io.mintmark.server.documents;

import io.mintmark.document.DocumentId;
import io.mintmark.protocol.Parameters;
import io.mintmark.server.conformance.DocumentMembers;
import io.mintmark.server.databases.Database;
import io.mintmark.server.databases.Databases;
import io.mintmark.storage.Storage;
import io.mintmark.support.Json;
import io.mintmark.support.Pending;
import io.mintmark.support.limits.Limits;
import io.mintmark.web.http.Answer;
import io.mintmark.web.http.BodyWriter;
import io.mintmark.web.http.LaterReply;
import io.mintmark.web.http.Reply;
import io.mintmark.web.http.Request;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Documents asked for by their ids, with the documents that they refer to if wanted. */
final class DocumentsById {
    /** Most ids of a request that is quickly answered and waits among the small ones. */
    static final int FEW_IDS = 8;

    private static final long WHOLE_BYTES_MAX = 256 << 10;
    /** Documents that are larger together are looked through for references under a permit of their own. */
    private static final long FOLLOWED_AT_ONCE_BYTES_MAX = 64 << 10;

    private final Databases databases;
    private final Json json;
    private final Json ids;
    private final long replyBytesMax;

    DocumentsById(Databases databases, Json json, Limits limits) {
        this.databases = databases;
        this.json = json;
        this.ids = json.withTextsUpTo(DocumentEndpoints.TEXT_CHARS_MAX);
        this.replyBytesMax = replyBytesMax(limits);
    }

    /**
     * Returns how many bytes of documents one request may ask for: a request that could never get its memory is at
     * fault itself, not the load.
     */
    private static long replyBytesMax(Limits limits) {
        return Math.min(4L * limits.sizes().bodyBytesMax(), limits.heldBytesMax() / 2);
    }

    Answer get(Request request) {
        return answer(request, request.query().sent(Parameters.ID));
    }

    /** The same as a GET, for more ids than a request line can hold. */
    Answer post(Request request) {
        return answer(request, RequestedIds.read(ids, request.body()));
    }

    Reply head(Request request) {
        Database database = databases.require(request);
        Optional<String> found = database.storageToRead(request)
                .reads()
                .version(DocumentId.of(request.query().required(Parameters.ID)));
        if (found.isEmpty()) {
            return Reply.empty(404);
        }
        String version = found.get();
        return Validators.isUnchanged(request, version)
                ? Validators.unchanged(version)
                : Validators.tag(Reply.empty(200), version);
    }

    private Answer answer(Request request, List<String> ids) {
        DocumentMembers.LOAD.check(request.query());
        LoadedDocuments.requireNotTooMany(ids.size());
        Database database = databases.require(request);
        Storage storage = database.storageToRead(request);
        Includes includes = new Includes(json, request.query().all(Parameters.INCLUDE));
        Optional<Reply> unchanged = includes.isEmpty() ? unchanged(request, storage, ids) : Optional.empty();
        if (unchanged.isPresent()) {
            return unchanged.get();
        }
        LoadedDocuments loaded = new LoadedDocuments(request, storage, replyBytesMax);
        ids.forEach(id -> loaded.add(id.isBlank() ? Optional.empty() : loaded.read(DocumentId.of(id))));
        if (ids.size() == 1 && loaded.isMissing(0)) {
            return orUnchanged(request, loaded.version(), () -> Reply.empty(404));
        }
        return includes.isEmpty() ? reply(request, loaded) : including(request, loaded, includes);
    }

    /** A client that remembers what it asks for costs the versions of it, not the documents. */
    private static Optional<Reply> unchanged(Request request, Storage storage, List<String> ids) {
        if (request.header("If-None-Match").isEmpty()) {
            return Optional.empty();
        }
        String version = VersionDigest.of(ids.stream()
                .map(id -> id.isBlank()
                        ? Optional.<String>empty()
                        : storage.reads().version(DocumentId.of(id)))
                .toList());
        return Validators.isUnchanged(request, version) ? Optional.of(Validators.unchanged(version)) : Optional.empty();
    }

    /** How much it is to follow references shows only now, so what is much goes on under a permit for costly work. */
    private static Answer including(Request request, LoadedDocuments loaded, Includes includes) {
        if (loaded.bytes() > FOLLOWED_AT_ONCE_BYTES_MAX) {
            return costly(() -> {
                loaded.follow(includes);
                return includingFound(request, loaded);
            });
        }
        loaded.follow(includes);
        return loaded.refersToFew() ? includingFound(request, loaded) : costly(() -> includingFound(request, loaded));
    }

    private static LaterReply costly(Supplier<Reply> reply) {
        return new LaterReply(Pending.done(reply), Supplier::get).costly();
    }

    private static Reply includingFound(Request request, LoadedDocuments loaded) {
        loaded.include();
        return reply(request, loaded);
    }

    private static Reply reply(Request request, LoadedDocuments loaded) {
        boolean metadataOnly = request.query().flag(Parameters.METADATA_ONLY);
        return orUnchanged(request, loaded.version(), () -> reply(loaded, metadataOnly));
    }

    /** That a document is missing can be remembered by its version, too. */
    private static Reply orUnchanged(Request request, String version, Supplier<Reply> reply) {
        return Validators.isUnchanged(request, version)
                ? Validators.unchanged(version)
                : Validators.tag(reply.get(), version);
    }

    /** What is small goes out whole, with its length; what is large is never in memory twice. */
    private static Reply reply(LoadedDocuments loaded, boolean metadataOnly) {
        BodyWriter writer = loaded.writer(metadataOnly);
        if (loaded.bytes() > WHOLE_BYTES_MAX) {
            return Reply.stream(200, writer);
        }
        ByteArrayOutputStream whole = new ByteArrayOutputStream((int) loaded.bytes() + 512);
        try {
            writer.writeTo(whole);
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory cannot fail", e);
        }
        return Reply.json(200, whole.toByteArray());
    }
}
