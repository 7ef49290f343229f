package io.mintmark.server.conformance;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.mintmark.internal.Printable;
import io.mintmark.protocol.ErrorType;
import io.mintmark.server.conformance.Rule.Outcome;
import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.Query;
import java.io.IOException;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The table of what one kind of body or query can hold. Immutable.
 *
 * <p>A member of a body that is in no row is refused like those that are refused; a parameter of a query that is in no
 * row is ignored, because caches, proxies and people who debug add their own.
 */
public final class Members {
    private final String kind;
    private final String place;
    private final Map<String, Rule> rules;
    private final Map<String, Rule> refusedParameters = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    private Members(String kind, String place, Map<String, Rule> rules) {
        this.kind = kind;
        this.place = place;
        this.rules = rules;
        rules.values().stream()
                .filter(rule -> rule.outcome() == Outcome.REFUSED)
                .forEach(rule -> refusedParameters.put(rule.name(), rule));
    }

    /** Begins the table of a body; {@code place} follows "of" in messages. */
    static Table body(String place) {
        return new Table("member", place);
    }

    /** Begins the table of a query, likewise. */
    static Table query(String place) {
        return new Table("parameter", place);
    }

    /** A table that is being written. */
    static final class Table {
        private final String kind;
        private final String place;
        private final Map<String, Rule> rules = new LinkedHashMap<>();

        private Table(String kind, String place) {
            this.kind = kind;
            this.place = place;
        }

        Table done(String... names) {
            return add(Outcome.DONE, "", names);
        }

        Table ignored(String why, String... names) {
            return add(Outcome.IGNORED, why, names);
        }

        Table refused(String remedy, String... names) {
            return add(Outcome.REFUSED, remedy, names);
        }

        private Table add(Outcome outcome, String why, String... names) {
            for (String name : names) {
                if (rules.put(name, new Rule(name, outcome, why)) != null) {
                    throw new IllegalArgumentException("a table names each " + kind + " once: " + name);
                }
            }
            return this;
        }

        Members end() {
            return new Members(kind, place, Collections.unmodifiableMap(rules));
        }
    }

    /** Returns the rows. */
    public Collection<Rule> rules() {
        return rules.values();
    }

    /**
     * Checks all members of {@code body}.
     *
     * @throws ApiException if one of them is to be refused
     */
    public void check(ObjectNode body) {
        for (Map.Entry<String, JsonNode> member : body.properties()) {
            if (isUnanswered(member.getKey()) && !Absent.is(member.getValue())) {
                throw refusal(member.getKey());
            }
        }
    }

    /**
     * Checks one member of a body that is read in one pass, and skips its value.
     *
     * @param parser at the beginning of the value
     * @throws ApiException if the member is to be refused
     */
    public void skip(String name, JsonParser parser, JsonToken value) throws IOException {
        judge(name, parser, value).ifPresent(refusal -> {
            throw refusal;
        });
    }

    /** The same, which returns the refusal for a caller that has something more important to say first. */
    public Optional<ApiException> judge(String name, JsonParser parser, JsonToken value) throws IOException {
        if (!isUnanswered(name)) {
            parser.skipChildren();
            return Optional.empty();
        }
        return Absent.is(parser, value) ? Optional.empty() : Optional.of(refusal(name));
    }

    /**
     * Checks all parameters of {@code query}; a blank one counts as absent.
     *
     * @throws ApiException if one of them is to be refused
     */
    public void check(Query query) {
        query.forEach((name, value) -> {
            if (!value.isBlank() && refusedParameters.containsKey(name)) {
                throw refusal(name);
            }
        });
    }

    /** Returns whether {@code value} counts as absent. */
    public static boolean asksForNothing(JsonNode value) {
        return Absent.is(value);
    }

    private boolean isUnanswered(String name) {
        Rule rule = rules.get(name);
        return rule == null || rule.outcome() == Outcome.REFUSED;
    }

    private ApiException refusal(String name) {
        Rule rule = kind.equals("member") ? rules.get(name) : refusedParameters.get(name);
        return refusal(name, rule == null ? "it is none that RavenDB's clients send; leave it out" : rule.why());
    }

    /** Returns the refusal of a value of {@code name} that cannot be done, though others can. */
    public ApiException refusal(String name, String remedy) {
        return new ApiException(
                ErrorType.NOT_SUPPORTED,
                "The " + kind + " '" + Printable.brief(name) + "' of " + place + " is not supported by this server: "
                        + remedy + ".");
    }
}
