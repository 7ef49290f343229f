package io.mintmark.client;

import io.mintmark.client.cluster.DatabaseClient;
import io.mintmark.client.exceptions.DocumentMissingException;
import io.mintmark.client.http.Reply;
import io.mintmark.client.http.Request;
import io.mintmark.client.http.RequestTarget;
import io.mintmark.client.json.EntityJson;
import io.mintmark.client.json.JsonTrees;
import io.mintmark.client.json.ReceivedDocument;
import io.mintmark.client.json.ReceivedDocuments;
import io.mintmark.client.json.Snapshot;
import io.mintmark.client.json.SnapshotWriter;
import io.mintmark.document.DocumentId;
import io.mintmark.protocol.Parameters;
import io.mintmark.protocol.Routes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Loads documents into a session: from the server, or from those that came along with others. Not thread-safe. */
final class DocumentLoader {
    /** Ids that make a longer request line travel in a body: servers and proxies take 8 KiB at least. */
    private static final int LINE_BYTES_MAX = 4 << 10;

    private final DatabaseClient client;
    private final Conventions conventions;
    private final SessionEntities entities;
    private final SnapshotWriter snapshots;

    /** Documents that came along and were not asked for yet. */
    private final Map<DocumentId, ReceivedDocument> arrived = new HashMap<>();

    private int requests;

    DocumentLoader(DatabaseClient client, Conventions conventions, SessionEntities entities, SnapshotWriter snapshots) {
        this.client = client;
        this.conventions = conventions;
        this.entities = entities;
        this.snapshots = snapshots;
    }

    /** Fetches the documents that are not known yet. */
    void fetchUnknown(Collection<String> ids, List<String> includes) {
        List<DocumentId> unknown = ids.stream()
                .map(DocumentId::of)
                .filter(id -> !entities.isDeleted(id))
                .filter(id -> !includes.isEmpty() || (entities.find(id) == null && !arrived.containsKey(id)))
                .distinct()
                .toList();
        if (!unknown.isEmpty()) {
            fetch(unknown, includes);
        }
    }

    /** Returns the entities of the known documents, by their ids as spelt here. */
    <T> Map<String, T> known(Class<T> type, Collection<String> ids) {
        Map<String, T> found = new LinkedHashMap<>();
        for (String text : ids) {
            T entity = known(type, DocumentId.of(text));
            if (entity != null) {
                found.put(text, entity);
            }
        }
        return found;
    }

    private void fetch(List<DocumentId> ids, List<String> includes) {
        Reply reply = send(request(ids, includes));
        if (reply.status() != 404) {
            ReceivedDocuments documents = DatabaseClient.read(reply, ReceivedDocuments::find);
            documents.results().stream().flatMap(Optional::stream).forEach(this::keep);
            documents.includes().forEach(this::keep);
        }
    }

    private Request request(List<DocumentId> ids, List<String> includes) {
        RequestTarget target = client.target(Routes.DOCS);
        includes.forEach(path -> target.with(Parameters.INCLUDE, path));
        String without = target.toString();
        ids.forEach(id -> target.with(Parameters.ID, id.text()));
        String line = target.toString();
        if (line.length() <= LINE_BYTES_MAX) {
            return Request.get(line);
        }
        List<String> texts = ids.stream().map(DocumentId::text).toList();
        byte[] body = JsonTrees.write(Map.of("Ids", texts)).getBytes(StandardCharsets.UTF_8);
        return Request.post(without).json(body).repeatable();
    }

    private void keep(ReceivedDocument document) {
        DocumentId id = DocumentId.of(document.id());
        // What is about to be deleted must not be found here once it is.
        if (entities.find(id) == null && !entities.isDeleted(id)) {
            arrived.put(id, document);
        }
    }

    /** Returns the entity of a document that is in the session or has arrived, or null if there is none. */
    private <T> @Nullable T known(Class<T> type, DocumentId id) {
        if (entities.isDeleted(id)) {
            return null;
        }
        Document<?> document = entities.find(id);
        if (document == null) {
            ReceivedDocument received = arrived.get(id);
            if (received == null) {
                return null;
            }
            document = takeIn(type, received);
            // Not before, or a document that cannot be read would be a missing one the next time.
            arrived.remove(id);
        }
        return document.type().cast(type, document.entity(), id.text());
    }

    private Document<?> takeIn(Class<?> asked, ReceivedDocument received) {
        Object read = conventions.typeOf(asked).json().read(received);
        EntityType type = conventions.typeOf(read.getClass());
        Object entity = type.json().loadedAs(read, received.id());
        Snapshot look = snapshots.of(type.json(), entity).copy();
        Document<?> document = Document.loaded(type, entity, received, look);
        entities.add(document);
        return document;
    }

    /** Loads a document anew and updates its entity. */
    void refresh(Document<?> document) {
        RequestTarget target = client.target(Routes.DOCS).with(Parameters.ID, document.id());
        Reply reply = send(Request.get(target.toString()));
        Optional<ReceivedDocument> found = reply.status() == 404
                ? Optional.empty()
                : DatabaseClient.read(reply, ReceivedDocuments::find).results().stream()
                        .findFirst()
                        .flatMap(result -> result);
        ReceivedDocument received = found.orElseThrow(() -> new DocumentMissingException(document.id()));
        EntityJson json = document.type().json();
        Object entity = json.refreshed(document.entity(), received, conventions.mapper());
        entities.forgetEntity(document);
        document.refreshed(entity, received, snapshots.of(json, entity).copy());
        entities.know(document);
    }

    /** Returns the entities of a page of documents. */
    <T> List<T> list(Class<T> type, String prefix, Paging paging) {
        RequestTarget target = client.target(Routes.DOCS)
                .with(Parameters.STARTS_WITH, prefix)
                .with(Parameters.START, paging.start())
                .with(Parameters.PAGE_SIZE, paging.pageSize());
        addUnlessEmpty(target, Parameters.MATCHES, paging.matches());
        addUnlessEmpty(target, Parameters.EXCLUDE, paging.exclude());
        addUnlessEmpty(target, Parameters.START_AFTER, paging.startAfter());
        ReceivedDocuments documents =
                DatabaseClient.read(send(Request.get(target.toString())), ReceivedDocuments::find);
        List<T> page = new ArrayList<>();
        for (ReceivedDocument document :
                documents.results().stream().flatMap(Optional::stream).toList()) {
            keep(document);
            T entity = known(type, DocumentId.of(document.id()));
            if (entity != null) {
                page.add(entity);
            }
        }
        return page;
    }

    private static void addUnlessEmpty(RequestTarget target, String parameter, String value) {
        if (!value.isEmpty()) {
            target.with(parameter, value);
        }
    }

    /** Returns whether a document exists, without loading it. */
    boolean exists(DocumentId id) {
        if (entities.isDeleted(id)) {
            return false;
        }
        Document<?> known = entities.find(id);
        if ((known != null && known.isStored()) || arrived.containsKey(id)) {
            return true;
        }
        RequestTarget target = client.target(Routes.DOCS).with(Parameters.ID, id.text());
        return send(Request.head(target.toString())).status() != 404;
    }

    /** Forgets a document that came along: it is about to be replaced or deleted. */
    void forget(DocumentId id) {
        arrived.remove(id);
    }

    Reply send(Request request) {
        requests++;
        return client.send(request);
    }

    int requests() {
        return requests;
    }

    void clear() {
        arrived.clear();
    }
}
