package io.mintmark.client;

import com.fasterxml.jackson.core.io.SerializedString;
import io.mintmark.client.exceptions.InvalidEntityException;
import io.mintmark.client.json.JsonTrees;
import io.mintmark.protocol.RavenTime;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The metadata of a document: its collection, and members that programs set.
 *
 * <p>A change is sent by the next {@link Session#saveChanges()}, together with the content. The server's own members
 * (id, change vector, time) can be read and not set. Not thread-safe, like its session.
 */
public final class Metadata {
    private static final String COLLECTION = "@collection";
    private static final String LAST_MODIFIED = "@last-modified";
    private static final Set<String> OF_THE_SERVER =
            Set.of("@id", "@change-vector", LAST_MODIFIED, "@flags", "@index-score");

    /** The JSON to send until a member is asked for. */
    private SerializedString json;

    private @Nullable Map<String, Object> members;
    private String lastModified = "";
    private boolean changed;

    private Metadata(SerializedString json) {
        this.json = json;
    }

    /** Returns the metadata of a new document; {@code json} may be shared. */
    static Metadata ofNew(SerializedString json) {
        return new Metadata(json);
    }

    /** Returns the metadata that came with a document. */
    static Metadata received(byte[] json) {
        return new Metadata(new SerializedString(new String(json, StandardCharsets.UTF_8)));
    }

    /** Takes over the metadata that came with the document now. */
    void refreshed(byte[] received) {
        json = received(received).json;
        members = null;
        lastModified = "";
        changed = false;
    }

    /** Returns the collection that the document belongs to, if it has one. */
    public Optional<String> collection() {
        return get(COLLECTION).map(Object::toString);
    }

    /** Returns when the document was last stored, by the server's clock; empty for one that never was. */
    public Optional<Instant> lastModified() {
        return get(LAST_MODIFIED).map(Object::toString).flatMap(RavenTime::parse);
    }

    /**
     * Returns a member: a text, a number, a boolean, or a list or map of them. Lists and maps cannot be changed: make a
     * copy, change that, and {@link #set} it.
     */
    public Optional<Object> get(String name) {
        return Optional.ofNullable(members().get(name));
    }

    /** Returns all members by their names, as a view that cannot be changed, nor can what is in it. */
    public Map<String, Object> asMap() {
        return Collections.unmodifiableMap(members());
    }

    /**
     * Sets a member.
     *
     * @param value a text, a number, a boolean, or a list or map of them, which is copied
     * @throws IllegalArgumentException if the member is the server's, or JSON has nothing for the value
     */
    public Metadata set(String name, Object value) {
        if (OF_THE_SERVER.contains(name)) {
            throw new IllegalArgumentException(
                    "The metadata " + name + " are the server's to set; choose another name: value=" + value);
        }
        if (JsonTrees.write(value).equals("null")) {
            throw new IllegalArgumentException(
                    "Metadata that say nothing are not kept: " + name + "=null; call remove(\"" + name + "\").");
        }
        members().put(name, JsonTrees.frozen(value));
        changed = true;
        return this;
    }

    /** Removes a member; does nothing if there is none of that name. */
    public Metadata remove(String name) {
        changed |= members().remove(name) != null;
        return this;
    }

    private Map<String, Object> members() {
        Map<String, Object> known = members;
        if (known == null) {
            try {
                known = JsonTrees.members(json.getValue().getBytes(StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new InvalidEntityException("The metadata of a document must be an object: " + json, e);
            }
            if (!lastModified.isEmpty()) {
                known.put(LAST_MODIFIED, lastModified);
            }
            members = known;
        }
        return known;
    }

    boolean isChanged() {
        return changed;
    }

    /** Returns the JSON to send. */
    SerializedString json() {
        Map<String, Object> known = members;
        if (known == null || !changed) {
            return json;
        }
        Map<String, Object> ours = new LinkedHashMap<>(known);
        ours.keySet().removeAll(OF_THE_SERVER);
        return new SerializedString(JsonTrees.write(ours));
    }

    /** Records that the document was stored with the JSON that {@link #json()} returned last. */
    void saved(String when) {
        json = json();
        lastModified = when;
        if (members != null) {
            members.put(LAST_MODIFIED, when);
        }
        changed = false;
    }
}
