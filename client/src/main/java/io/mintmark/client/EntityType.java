package io.mintmark.client;

import com.fasterxml.jackson.core.io.SerializedString;
import io.mintmark.client.json.EntityJson;
import io.mintmark.client.json.JsonTrees;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The conventions about one class, found out once. Immutable, safe for any thread.
 *
 * @param type the class
 * @param collection the collection of its documents; empty if they have none
 * @param prefix the prefix of its ids, without the separator; empty if it has no collection
 * @param json writes and reads its entities
 * @param convention makes its ids, or null if they come from a range
 * @param metadata the metadata of a new document
 */
record EntityType(
        Class<?> type,
        String collection,
        String prefix,
        EntityJson json,
        @Nullable IdConvention<Object> convention,
        SerializedString metadata) {

    static EntityType of(
            Class<?> type,
            String collection,
            String prefix,
            EntityJson json,
            @Nullable IdConvention<Object> convention) {
        String metadata = collection.isEmpty() ? "{}" : JsonTrees.write(Map.of("@collection", collection));
        return new EntityType(type, collection, prefix, json, convention, new SerializedString(metadata));
    }

    /** Returns the tag of the counter that numbers the entities. */
    String requiredPrefix() {
        if (prefix.isEmpty()) {
            throw new IllegalArgumentException("Entities of " + type.getName()
                    + " have no collection, and so no range to number them from: name one in the conventions, or store"
                    + " them under an id.");
        }
        return prefix;
    }

    /** Returns an entity of this class as a {@code wanted}; refuses a class that it does not have. */
    <T> T cast(Class<T> wanted, Object entity, String id) {
        if (!wanted.isInstance(entity)) {
            throw new IllegalStateException("The document " + id + " is a " + type.getName()
                    + " in this session and cannot be a " + wanted.getName() + " too: ask another session.");
        }
        return wanted.cast(entity);
    }
}
