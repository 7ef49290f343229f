package io.mintmark.server.databases;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.mintmark.document.IdentityPartsSeparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the server tells its clients to do; immutable by agreement: nobody changes the tree.
 *
 * @param etag grows with every change; a client that has a lower one is asked to come and read it
 * @param members what was set, or null if nothing ever was
 */
record ClientConfiguration(long etag, @Nullable ObjectNode members) {
    static final String SEPARATOR = "IdentityPartsSeparator";
    static final String DISABLED = "Disabled";

    /** Every member that clients look for, also where nothing is set: some stop at a member that is missing. */
    private static final List<String> MEMBERS = List.of(
            "MaxNumberOfRequestsPerSession",
            "ReadBalanceBehavior",
            SEPARATOR,
            "LoadBalanceBehavior",
            "LoadBalancerContextSeed");

    /** RavenDB's number of a configuration that nobody set, below every number that a client can have. */
    private static final long ETAG_OF_NONE = -2;

    /** The configuration that a client has before anybody set one. */
    static final ClientConfiguration NONE = new ClientConfiguration(ETAG_OF_NONE, null);

    /** Returns whether clients are to follow it. */
    boolean isEnabled() {
        return members != null && !members.path(DISABLED).asBoolean(false);
    }

    /** Returns the separator that it sets, or the default. */
    IdentityPartsSeparator separator() {
        if (members == null || !isEnabled() || !members.path(SEPARATOR).isTextual()) {
            return IdentityPartsSeparator.DEFAULT;
        }
        return IdentityPartsSeparator.of(members.path(SEPARATOR).textValue());
    }

    /**
     * Returns it as clients read it, with all members, or null if nothing was ever set.
     *
     * <p>A behavior that nobody set is null, by which a client keeps what it chose for itself.
     *
     * @param readsNull whether the client reads null there; one that does not is told "None", which overrides its
     *     choice
     */
    @Nullable ObjectNode described(boolean readsNull) {
        if (members == null) {
            return null;
        }
        ObjectNode all = members.objectNode();
        all.put("Etag", etag).put(DISABLED, !isEnabled());
        MEMBERS.forEach(name -> all.set(name, members.has(name) ? members.get(name) : unset(name, readsNull, all)));
        return all;
    }

    private static JsonNode unset(String name, boolean readsNull, ObjectNode tree) {
        return name.endsWith("Behavior") && !readsNull ? tree.textNode("None") : tree.nullNode();
    }

    ClientConfiguration withEtag(long newer) {
        return new ClientConfiguration(newer, members);
    }
}
