package io.mintmark.server.ravendb;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import net.ravendb.client.documents.DocumentStore;
import net.ravendb.client.documents.session.IDocumentSession;

/** What tests store, load and count: in the words of the client, a session at a time. */
final class Documents {
    private static final ObjectMapper JSON = new ObjectMapper();

    private Documents() {}

    static void save(DocumentStore store, Object entity, String id) {
        try (IDocumentSession session = store.openSession()) {
            session.store(entity, id);
            session.saveChanges();
        }
    }

    /** Stores an entity under what the server makes of {@code asked}, and returns that. */
    static String saveAs(DocumentStore store, Object entity, String asked) {
        try (IDocumentSession session = store.openSession()) {
            session.store(entity, asked);
            session.saveChanges();
            return session.advanced().getDocumentId(entity);
        }
    }

    static List<String> saveUsers(DocumentStore store, int count) {
        List<String> ids = new ArrayList<>();
        try (IDocumentSession session = store.openSession()) {
            for (int i = 0; i < count; i++) {
                User user = new User("user " + i);
                session.store(user);
                ids.add(user.getId());
            }
            session.saveChanges();
        }
        return ids;
    }

    static <T> T load(DocumentStore store, Class<T> type, String id) {
        try (IDocumentSession session = store.openSession()) {
            return session.load(type, id);
        }
    }

    static boolean exists(DocumentStore store, String id) {
        try (IDocumentSession session = store.openSession()) {
            return session.advanced().exists(id);
        }
    }

    /** Returns what the HiLo document of {@code tag} shows, or null if there is none. */
    static Long shownMax(DocumentStore store, String tag) {
        ObjectNode document = load(store, ObjectNode.class, "Raven/Hilo/" + tag);
        return document == null ? null : document.get("Max").asLong();
    }

    /** Returns a document of the collection {@code collection} with one member. */
    static ObjectNode json(String collection, String member, Object value) {
        ObjectNode document = JSON.createObjectNode();
        document.set(member, JSON.valueToTree(value));
        document.putObject("@metadata").put("@collection", collection);
        return document;
    }
}
