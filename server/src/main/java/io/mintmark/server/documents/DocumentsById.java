package io.mintmark.server.documents;

import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.document.DocumentId;
import io.mintmark.protocol.ErrorType;
import io.mintmark.protocol.Parameters;
import io.mintmark.server.databases.Database;
import io.mintmark.server.databases.Databases;
import io.mintmark.server.http.ApiException;
import io.mintmark.server.http.BodyWriter;
import io.mintmark.server.http.Reply;
import io.mintmark.server.http.Request;
import io.mintmark.server.json.Json;
import io.mintmark.server.storage.StoredDocument;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Documents asked for by their ids, with the documents that they refer to if wanted. */
final class DocumentsById {
    private static final long WHOLE_BYTES_MAX = 256 << 10;

    private final Databases databases;
    private final Json json;
    private final DocumentLimits limits;

    DocumentsById(Databases databases, Json json, DocumentLimits limits) {
        this.databases = databases;
        this.json = json;
        this.limits = limits;
    }

    Reply get(Request request) {
        return answer(request, request.query().all(Parameters.ID));
    }

    /** The same as a GET, for more ids than a request line can hold. */
    Reply post(Request request) {
        JsonNode ids = json.object(request.body()).path("Ids");
        if (!ids.isArray()) {
            throw new ApiException(ErrorType.ARGUMENT, "Ids must be an array of document ids.");
        }
        List<String> texts = new ArrayList<>(ids.size());
        ids.forEach(id -> texts.add(id.asText("")));
        return answer(request, texts);
    }

    Reply head(Request request) {
        Database database = databases.require(request);
        Optional<StoredDocument> found =
                database.storage().read(DocumentId.of(request.query().required(Parameters.ID)));
        if (found.isEmpty()) {
            return Reply.empty(404);
        }
        String version = found.get().changeVector();
        return Validators.isUnchanged(request, version)
                ? Validators.unchanged(version)
                : Validators.tag(Reply.empty(200), version);
    }

    private Reply answer(Request request, List<String> ids) {
        Database database = databases.require(request);
        LoadedDocuments loaded = new LoadedDocuments(request, database.storage(), limits.replyBytesMax());
        ids.forEach(id -> loaded.add(id.isBlank() ? Optional.empty() : loaded.read(DocumentId.of(id))));
        if (ids.size() == 1 && loaded.isMissing(0)) {
            return Reply.empty(404);
        }
        loaded.include(new Includes(json, request.query().all(Parameters.INCLUDE)));
        String version = loaded.version();
        if (Validators.isUnchanged(request, version)) {
            return Validators.unchanged(version);
        }
        boolean metadataOnly = request.query().flag(Parameters.METADATA_ONLY);
        return Validators.tag(reply(loaded, metadataOnly), version);
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
