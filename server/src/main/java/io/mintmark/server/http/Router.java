package io.mintmark.server.http;

import io.mintmark.protocol.ErrorType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds the endpoint of a method and a path.
 *
 * <p>Patterns are paths whose segments are literal or {@code {named}}; literal segments match ignoring ASCII case, and
 * win over named ones. Routes are added before the first request; from then on the router does not change, and any
 * number of threads may ask it.
 */
public final class Router {
    /** What goes around every endpoint that is added: measuring it, say. */
    @FunctionalInterface
    public interface Wrapping {
        /** Returns what answers in the place of {@code endpoint}. */
        Endpoint around(String method, String pattern, Endpoint endpoint);

        /** Returns what takes streams in the place of {@code endpoint}: itself, unless this is overridden. */
        default StreamEndpoint aroundStream(String method, String pattern, StreamEndpoint endpoint) {
            return endpoint;
        }
    }

    /** Refuses by name what is known and not answered. */
    @FunctionalInterface
    public interface Naming {
        /** Returns the refusal of a request that no route answers, if it is known what is asked for. */
        Optional<ApiException> refusal(String method, List<String> segments);
    }

    private static final Predicate<Query> NEVER_COSTLY = any -> false;
    private static final Set<String> READING_METHODS = Set.of("GET", "HEAD", "OPTIONS");

    private final Node root = new Node();
    private final Wrapping wrapping;
    private final Naming naming;

    /** Creates a router without routes, whose endpoints answer as they are. */
    public Router() {
        this((method, pattern, endpoint) -> endpoint, (method, segments) -> Optional.empty());
    }

    /** Creates a router without routes, whose endpoints answer through {@code wrapping}; {@code naming} has the rest. */
    public Router(Wrapping wrapping, Naming naming) {
        this.wrapping = wrapping;
        this.naming = naming;
    }

    /** One position in the tree of segments. */
    private static final class Node {
        private final Map<String, Node> literals = new HashMap<>();
        private final Map<String, Route> routes = new TreeMap<>();
        private @Nullable Node named;
    }

    /** One method of one pattern. */
    private record Route(
            Endpoint endpoint,
            Optional<StreamEndpoint> stream,
            Predicate<Query> costly,
            boolean changes,
            List<String> names) {}

    /**
     * What answers, and what the path has in the pattern's named places; where there is a stream, it answers.
     *
     * @param costly tells by a request's query whether it asks for much
     * @param changes whether a request changes something here
     */
    record Match(
            Endpoint endpoint,
            Optional<StreamEndpoint> stream,
            Predicate<Query> costly,
            boolean changes,
            Map<String, String> parts) {

        /** Returns what answers by throwing {@code refusal}. */
        static Match refusing(ApiException refusal) {
            return refusing(any -> {
                throw refusal;
            });
        }

        private static Match refusing(Endpoint endpoint) {
            return new Match(endpoint, Optional.empty(), NEVER_COSTLY, false, Map.of());
        }
    }

    /** Adds a route and returns this router; a route added twice is a mistake of the program. */
    public Router add(String method, String pattern, Endpoint endpoint) {
        return addCostly(method, pattern, NEVER_COSTLY, endpoint);
    }

    /**
     * Adds a route and returns this router; requests of whose query {@code costly} says so wait among their like, so that
     * small ones need not wait for them. (Large bodies are costly anyway.)
     */
    public Router addCostly(String method, String pattern, Predicate<Query> costly, Endpoint endpoint) {
        return add(
                method,
                pattern,
                wrapping.around(method, pattern, endpoint),
                Optional.empty(),
                costly,
                !READING_METHODS.contains(method));
    }

    /** Adds a route whose requests change something although their method says that they only read. */
    public Router addChanging(String method, String pattern, Endpoint endpoint) {
        Endpoint wrapped = wrapping.around(method, pattern, endpoint);
        return add(method, pattern, wrapped, Optional.empty(), NEVER_COSTLY, true);
    }

    /** Adds a route whose bodies are used while they arrive, and returns this router. */
    public Router addStream(String method, String pattern, StreamEndpoint endpoint) {
        return add(
                method,
                pattern,
                any -> refuseWhole(method, pattern),
                Optional.of(wrapping.aroundStream(method, pattern, endpoint)),
                NEVER_COSTLY,
                true);
    }

    private Router add(
            String method,
            String pattern,
            Endpoint endpoint,
            Optional<StreamEndpoint> stream,
            Predicate<Query> costly,
            boolean changes) {
        if (!pattern.startsWith("/")) {
            throw new IllegalArgumentException("a pattern must begin with '/': " + pattern);
        }
        List<String> names = new ArrayList<>();
        Node node = root;
        for (String segment : pattern.substring(1).split("/", -1)) {
            node = descend(node, segment, names);
        }
        if (node.routes.putIfAbsent(method, new Route(endpoint, stream, costly, changes, List.copyOf(names))) != null) {
            throw new IllegalArgumentException("a route must be added once: " + method + " " + pattern);
        }
        return this;
    }

    private static Node descend(Node node, String segment, List<String> names) {
        if (!segment.startsWith("{") || !segment.endsWith("}")) {
            return node.literals.computeIfAbsent(asciiLower(segment), any -> new Node());
        }
        names.add(segment.substring(1, segment.length() - 1));
        if (node.named == null) {
            node.named = new Node();
        }
        return node.named;
    }

    /** Finds the route; where there is none, the match's endpoint refuses, so that the gate is asked before. */
    Match find(String method, String shownPath, List<String> segments) {
        List<String> values = new ArrayList<>(2);
        Route route = find(root, method, segments, 0, values);
        if (route != null) {
            return new Match(route.endpoint, route.stream, route.costly, route.changes, parts(route.names, values));
        }
        Optional<ApiException> named = naming.refusal(method, segments);
        if (named.isPresent()) {
            return Match.refusing(named.get());
        }
        Set<String> others = new TreeSet<>();
        collectMethods(root, segments, 0, others);
        return Match.refusing(any -> refuse(method, shownPath, others));
    }

    private static @Nullable Route find(
            Node node, String method, List<String> segments, int depth, List<String> values) {
        if (depth == segments.size()) {
            return node.routes.get(method);
        }
        Node literal = literal(node, segments.get(depth));
        Route route = literal == null ? null : find(literal, method, segments, depth + 1, values);
        if (route != null || node.named == null || segments.get(depth).isEmpty()) {
            return route;
        }
        values.add(segments.get(depth));
        route = find(node.named, method, segments, depth + 1, values);
        if (route == null) {
            values.remove(values.size() - 1);
        }
        return route;
    }

    private static void collectMethods(Node node, List<String> segments, int depth, Set<String> methods) {
        if (depth == segments.size()) {
            methods.addAll(node.routes.keySet());
            return;
        }
        Node literal = literal(node, segments.get(depth));
        if (literal != null) {
            collectMethods(literal, segments, depth + 1, methods);
        }
        if (node.named != null && !segments.get(depth).isEmpty()) {
            collectMethods(node.named, segments, depth + 1, methods);
        }
    }

    private static @Nullable Node literal(Node node, String segment) {
        // Clients spell routes in lower case, so the first look nearly always decides.
        Node exact = node.literals.get(segment);
        return exact != null ? exact : node.literals.get(asciiLower(segment));
    }

    private static Map<String, String> parts(List<String> names, List<String> values) {
        Map<String, String> parts = new HashMap<>();
        for (int i = 0; i < names.size(); i++) {
            parts.put(names.get(i), values.get(i));
        }
        return parts;
    }

    private static Reply refuse(String method, String path, Set<String> others) {
        String message = "There is no route " + Printable.brief(method) + " " + Printable.brief(path) + ".";
        if (!others.isEmpty()) {
            message += " This path answers " + String.join(", ", others) + ".";
        }
        throw new ApiException(ErrorType.ROUTE_NOT_FOUND, message);
    }

    private static Reply refuseWhole(String method, String pattern) {
        throw new ApiException(
                ErrorType.NOT_SUPPORTED, method + " " + pattern + " takes a stream: send it as a request of its own.");
    }

    private static String asciiLower(String text) {
        StringBuilder lower = null;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 'A' && c <= 'Z') {
                lower = lower == null ? new StringBuilder(text) : lower;
                lower.setCharAt(i, (char) (c + ('a' - 'A')));
            }
        }
        return lower == null ? text : lower.toString();
    }
}
