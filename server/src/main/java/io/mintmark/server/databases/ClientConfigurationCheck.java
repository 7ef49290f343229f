package io.mintmark.server.databases;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.internal.Printable;
import io.mintmark.protocol.ErrorType;
import io.mintmark.server.conformance.DatabaseMembers;
import io.mintmark.server.conformance.Members;
import io.mintmark.web.http.ApiException;
import java.util.List;

/**
 * Refuses values of a client configuration that its clients could not follow: they read it unasked and obey it, so a
 * slip in one value would reach every program that uses the database.
 */
final class ClientConfigurationCheck {
    private static final String NONE = "None";
    private static final String SEED = "LoadBalancerContextSeed";

    private ClientConfigurationCheck() {}

    /** Returns {@code members} without the values that ask for nothing. */
    static ObjectNode checked(ObjectNode members) {
        DatabaseMembers.CLIENT_CONFIGURATION.check(members);
        members.properties().removeIf(member -> asksForNothing(member.getKey(), member.getValue()));
        requireFlag(members, ClientConfiguration.DISABLED);
        requireSeparator(members.path(ClientConfiguration.SEPARATOR));
        requireWord(members, "ReadBalanceBehavior", List.of(NONE, "RoundRobin", "FastestNode"));
        requireWord(members, "LoadBalanceBehavior", List.of(NONE, "UseSessionContext"));
        requireNumber(members, "MaxNumberOfRequestsPerSession", 1);
        requireNumber(members, SEED, Integer.MIN_VALUE);
        return members;
    }

    /** Clients are told None and a seed of 0, because they may have something else of their own. */
    private static boolean asksForNothing(String name, JsonNode value) {
        boolean meant = NONE.equals(value.textValue()) || (name.equals(SEED) && value.isIntegralNumber());
        return !meant && Members.asksForNothing(value);
    }

    private static void requireFlag(ObjectNode members, String name) {
        JsonNode value = members.path(name);
        if (!value.isMissingNode() && !value.isBoolean()) {
            throw refusal(name, "true or false", value);
        }
    }

    private static void requireSeparator(JsonNode separator) {
        if (separator.isTextual()) {
            IdentityPartsSeparator.of(separator.textValue());
        } else if (!separator.isMissingNode()) {
            throw new ApiException(
                    ErrorType.ARGUMENT,
                    "IdentityPartsSeparator must be a text of one character, or null: " + shown(separator));
        }
    }

    private static void requireWord(ObjectNode members, String name, List<String> words) {
        JsonNode value = members.path(name);
        if (!value.isMissingNode() && !words.contains(value.asText())) {
            throw refusal(name, String.join(" or ", words), value);
        }
    }

    private static void requireNumber(ObjectNode members, String name, int min) {
        JsonNode value = members.path(name);
        boolean whole = value.isIntegralNumber() && value.canConvertToInt();
        if (!value.isMissingNode() && !(whole && value.intValue() >= min)) {
            throw refusal(name, "a whole number from " + min + " to " + Integer.MAX_VALUE, value);
        }
    }

    private static ApiException refusal(String name, String rule, JsonNode value) {
        return DatabaseMembers.CLIENT_CONFIGURATION.refusal(
                name, "send " + rule + ", or null, instead of " + shown(value));
    }

    private static String shown(JsonNode value) {
        return Printable.brief(value.toString());
    }
}
