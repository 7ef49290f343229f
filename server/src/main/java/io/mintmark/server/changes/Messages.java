package io.mintmark.server.changes;

import io.mintmark.internal.Printable;
import io.mintmark.storage.document.DocumentChange;
import io.mintmark.support.Json;
import io.mintmark.web.http.ApiException;
import java.nio.charset.StandardCharsets;

/** The messages of the server, in the words of RavenDB's clients; each travels as an element of an array. */
final class Messages {
    /**
     * The first message. RavenDB's clients look for it: the Java client waits for it before it caches aggressively, and
     * all watch the topology once it came.
     */
    static final byte[] FEATURES = utf8("{\"TopologyChange\":true,\"AggressiveCachingChange\":true}");

    /** Has clients forget what they cached, whatever it was. */
    static final byte[] CACHE_CHANGE = utf8("{\"Type\":\"AggressiveCacheChange\",\"Value\":{}}");

    private Messages() {}

    static byte[] confirmation(long commandId) {
        return utf8("{\"CommandId\":" + commandId + ",\"Type\":\"Confirm\"}");
    }

    /** Returns the refusal of a command; clients show why, and do not take the command for confirmed. */
    static byte[] refusal(long commandId, ApiException why) {
        return Json.writeObject(json -> {
            json.writeNumberField("CommandId", commandId);
            json.writeStringField("Type", "Error");
            json.writeStringField("Exception", Printable.of(why.type().wireName() + ": " + why.getMessage()));
        });
    }

    static byte[] documentChange(DocumentChange change) {
        return Json.writeObject(json -> {
            json.writeStringField("Type", "DocumentChange");
            json.writeObjectFieldStart("Value");
            json.writeStringField("Type", change.kind() == DocumentChange.Kind.PUT ? "Put" : "Delete");
            json.writeStringField("Id", change.id());
            json.writeStringField("CollectionName", change.collection());
            json.writeStringField("ChangeVector", change.changeVector());
            json.writeEndObject();
        });
    }

    static byte[] operationChange(long id, Json.Writing state) {
        return Json.writeObject(json -> {
            json.writeStringField("Type", "OperationStatusChange");
            json.writeObjectFieldStart("Value");
            json.writeNumberField("OperationId", id);
            json.writeFieldName("State");
            state.to(json);
            json.writeEndObject();
        });
    }

    /** Returns the message upon which clients ask the node at {@code url} for the topology. */
    static byte[] topologyChange(String url, String database) {
        return Json.writeObject(json -> {
            json.writeStringField("Type", "TopologyChange");
            json.writeObjectFieldStart("Value");
            json.writeStringField("Url", url);
            json.writeStringField("Database", database);
            json.writeEndObject();
        });
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
