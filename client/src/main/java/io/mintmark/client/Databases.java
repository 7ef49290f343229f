package io.mintmark.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.client.cluster.Cluster;
import io.mintmark.client.cluster.DatabaseClient;
import io.mintmark.client.cluster.ErrorBody;
import io.mintmark.client.exceptions.ConcurrencyException;
import io.mintmark.client.exceptions.DatabaseExistsException;
import io.mintmark.client.exceptions.DatabaseMissingException;
import io.mintmark.client.exceptions.InvalidReplyException;
import io.mintmark.client.http.Reply;
import io.mintmark.client.http.Request;
import io.mintmark.client.http.RequestTarget;
import io.mintmark.client.json.JsonTrees;
import io.mintmark.protocol.Parameters;
import io.mintmark.protocol.Routes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Creates, lists and deletes the databases of a server. The database of the store need not exist yet.
 *
 * <p>Names compare without case. A creation or deletion whose reply is lost is not sent again: it throws {@link
 * io.mintmark.client.exceptions.UnknownOutcomeException}, and {@link #exists} shows whether it took effect. Safe for
 * any number of threads.
 *
 * <pre>{@code
 * store.databases().createIfMissing("shop");
 * }</pre>
 */
public final class Databases {
    private final Cluster cluster;

    /** Whether the files of a deleted database are kept. */
    public enum Removal {
        /**
         * They stay in the server's data directory until {@code mintmark clean} removes them; no client can read them.
         */
        KEEP_FILES,
        /** They are removed, and with them every document. */
        ERASE
    }

    Databases(Cluster cluster) {
        this.cluster = cluster;
    }

    /**
     * Creates a database, which can be used when this returns.
     *
     * @throws DatabaseExistsException if there is one of that name
     * @throws io.mintmark.client.exceptions.InvalidRequestException if the server refuses the name; its message has the
     *     rule
     */
    public void create(String name) {
        RequestTarget target = named(name);
        byte[] record = json(Map.of("DatabaseName", name));
        try {
            Reply reply = cluster.send(Request.put(target.toString()).json(record));
            if (reply.status() / 100 != 2) {
                throw new InvalidReplyException(reply.node(), "status " + reply.status() + " to a creation", null);
            }
        } catch (ConcurrencyException e) {
            throw e.serverError()
                    .<RuntimeException>map(DatabaseExistsException::new)
                    .orElse(e);
        }
    }

    /**
     * Creates a database unless there is one of that name, and returns whether it was created.
     *
     * @throws io.mintmark.client.exceptions.InvalidRequestException if the server refuses the name; its message has the
     *     rule
     */
    public boolean createIfMissing(String name) {
        try {
            create(name);
            return true;
        } catch (DatabaseExistsException thereAlready) {
            return false;
        }
    }

    /** Returns whether there is a database of that name. */
    public boolean exists(String name) {
        return described(name).status() != 404;
    }

    /** Returns the names of all databases, sorted. */
    public List<String> list() {
        RequestTarget target = RequestTarget.of(Routes.DATABASES).with(Parameters.NAMES_ONLY, "true");
        Reply reply = cluster.send(Request.get(target.toString()));
        JsonNode databases = DatabaseClient.read(reply, JsonTrees::read).path("Databases");
        if (!databases.isArray()) {
            throw new InvalidReplyException(
                    reply.node(), "status " + reply.status() + " without an array Databases", null);
        }
        List<String> names = new ArrayList<>();
        databases.forEach(name -> names.add(name.asText()));
        return List.copyOf(names);
    }

    /**
     * Deletes a database; its users get {@link DatabaseMissingException} from then on.
     *
     * @param removal whether its files are kept; there is no default, because nothing brings erased files back
     * @return the name of the file that is kept in the data directory; empty if none is
     * @throws DatabaseMissingException if there is no database of that name
     */
    public Optional<String> delete(String name, Removal removal) {
        if (removal == null) {
            throw new IllegalArgumentException(
                    "a deletion must say what becomes of the files: removal=null; pass Removal.KEEP_FILES or ERASE");
        }
        requireThere(name);
        byte[] body = json(Map.of("DatabaseNames", List.of(name), "HardDelete", removal == Removal.ERASE));
        Reply reply = cluster.send(Request.delete(Routes.ADMIN_DATABASES).json(body));
        JsonNode kept =
                DatabaseClient.read(reply, JsonTrees::read).path("KeptFiles").path(0);
        return kept.isTextual() ? Optional.of(kept.textValue()) : Optional.empty();
    }

    /** Servers accept the deletion of a missing database silently, which hides a mistyped name. */
    private void requireThere(String name) {
        Reply reply = described(name);
        if (reply.status() == 404) {
            throw new DatabaseMissingException(
                    ErrorBody.read(Request.get(named(name).toString()), reply));
        }
    }

    private Reply described(String name) {
        return cluster.send(Request.get(named(name).toString()));
    }

    private static RequestTarget named(String name) {
        if (name == null || name.isBlank()) {
            throw new IllegalArgumentException("a database must have a name: name='" + name + "'");
        }
        return RequestTarget.of(Routes.ADMIN_DATABASES).with(Parameters.NAME, name);
    }

    private static byte[] json(Map<String, Object> members) {
        return JsonTrees.write(members).getBytes(StandardCharsets.UTF_8);
    }
}
