package io.mintmark.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.client.cluster.DatabaseClient;
import io.mintmark.client.exceptions.InvalidReplyException;
import io.mintmark.client.http.Reply;
import io.mintmark.client.http.Request;
import io.mintmark.client.http.RequestTarget;
import io.mintmark.client.json.JsonTrees;
import io.mintmark.protocol.Parameters;
import io.mintmark.protocol.Routes;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * The identities of a database: numbers that the server gives one at a time, each durable before it is given.
 *
 * <p>They are unique and increase over all clients; unused numbers leave gaps. Names compare without case, with or
 * without a final <code>|</code>. Each call is one request; if its reply is lost it is repeated under the same request
 * id, so that no number is lost. Safe for any number of threads.
 */
public final class Identities {
    private static final char MARK = '|';

    private final DatabaseClient client;
    private final Supplier<UUID> requestIds;

    Identities(DatabaseClient client, Supplier<UUID> requestIds) {
        this.client = client;
        this.requestIds = requestIds;
    }

    /** Takes the next number of an identity, 1 if there was none. */
    public long next(String name) {
        RequestTarget target = named(Routes.IDENTITY_NEXT, name);
        return number(target, "NewIdentityValue");
    }

    /**
     * Moves an identity up to {@code value}, unless it stands higher, and returns where it stands now.
     *
     * @param value 0 to 2^53-1
     */
    public long seed(String name, long value) {
        return number(named(Routes.IDENTITY_SEED, name).with(Parameters.VALUE, value), "NewSeedValue");
    }

    /**
     * Moves an identity to {@code value}, also downwards, and returns that. A document whose number comes again is not
     * overwritten: its save is refused.
     *
     * @param value 0 to 2^53-1
     */
    public long forceSeed(String name, long value) {
        RequestTarget target =
                named(Routes.IDENTITY_SEED, name).with(Parameters.VALUE, value).with(Parameters.FORCE, "true");
        return number(target, "NewSeedValue");
    }

    /** Returns the latest number of each identity, by its name as the server keeps it: in lower case, with its mark. */
    public Map<String, Long> list() {
        Reply reply = client.send(Request.get(client.target(Routes.IDENTITIES).toString()));
        Map<String, Long> identities = new LinkedHashMap<>();
        DatabaseClient.read(reply, JsonTrees::read)
                .properties()
                .forEach(member -> identities.put(member.getKey(), number(reply, member.getKey(), member.getValue())));
        return identities;
    }

    private RequestTarget named(String route, String name) {
        String marked = name.isEmpty() || name.charAt(name.length() - 1) != MARK ? name + MARK : name;
        return client.target(route).with(Parameters.NAME, marked);
    }

    private long number(RequestTarget target, String member) {
        String once = target.with(Parameters.RAFT_REQUEST_ID, requestIds.get().toString())
                .toString();
        Reply reply = client.send(Request.post(once).repeatable());
        return number(reply, member, DatabaseClient.read(reply, JsonTrees::read).path(member));
    }

    /** A 404 comes back as a reply, too: what is no server of this kind must not number anything. */
    private static long number(Reply reply, String member, JsonNode value) {
        if (!value.isIntegralNumber()) {
            throw new InvalidReplyException(
                    reply.node(), "status " + reply.status() + " without a number " + member, null);
        }
        return value.longValue();
    }
}
