package io.mintmark.web.http;

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
 * win over named ones. A route for GET that changes nothing answers HEAD, too; its reply is sent without the body.
 * Routes are added before the first request; from then on the router does not change, and any number of threads may ask
 * it.
 */
public final class Router {
    /** Refuses by name what is known and not answered. */
    @FunctionalInterface
    public interface Fallback {
        /** Returns the refusal of a request that no route answers, if what it asks for is known. */
        Optional<ApiException> refusal(String method, List<String> segments);
    }

    private static final String GET = "GET";
    private static final String HEAD = "HEAD";
    private static final Set<String> READING_METHODS = Set.of(GET, HEAD, "OPTIONS");

    private final Node root = new Node();
    private final EndpointDecorator decorator;
    private final Fallback fallback;

    /** Creates a router without routes, whose endpoints answer as they are. */
    public Router() {
        this((method, pattern, endpoint) -> endpoint, (method, segments) -> Optional.empty());
    }

    /**
     * Creates a router without routes; {@code decorator} goes around its endpoints, {@code fallback} refuses the rest.
     */
    public Router(EndpointDecorator decorator, Fallback fallback) {
        this.decorator = decorator;
        this.fallback = fallback;
    }

    /** One position in the tree of segments. */
    private static final class Node {
        private final Map<String, Node> literals = new HashMap<>();
        private final Map<String, Route> routes = new TreeMap<>();
        private @Nullable Node named;
    }

    /** One method of one pattern, with both in one text and the names of its places. */
    private record Route(Destination destination, String name, List<String> places) {
        /** Returns whether HEAD may lead here: its senders expect that nothing happens. */
        boolean answersHead() {
            return !destination.changes();
        }
    }

    /** Adds a route and returns this router; a route added twice is a mistake of the program. */
    public Router add(String method, String pattern, Endpoint endpoint) {
        return add(method, pattern, endpoint, Optional.empty());
    }

    /**
     * Adds a route and returns this router; a request whose query is {@code costly} waits among its like, so that small
     * ones need not wait for it. (Large bodies are costly anyway.)
     */
    public Router addCostly(String method, String pattern, Predicate<Query> costly, Endpoint endpoint) {
        return add(method, pattern, endpoint, Optional.of(costly));
    }

    private Router add(String method, String pattern, Endpoint endpoint, Optional<Predicate<Query>> costly) {
        Endpoint decorated = decorator.around(method, pattern, endpoint);
        return add(method, pattern, Destination.of(decorated, costly, !READING_METHODS.contains(method)));
    }

    /** Adds a route whose requests change something although their method says that they only read. */
    public Router addChanging(String method, String pattern, Endpoint endpoint) {
        return add(method, pattern, changing(method, pattern, endpoint));
    }

    /** Adds a route that is answered on WebSockets, and returns this router. */
    public Router addSocket(String method, String pattern, SocketEndpoint endpoint) {
        SocketEndpoint decorated = decorator.aroundSocket(method, pattern, endpoint);
        Endpoint without = Destination.withoutSocket(method, pattern);
        return add(method, pattern, changing(method, pattern, without).withSocket(decorated));
    }

    /** Adds a route whose bodies are used while they arrive, and returns this router. */
    public Router addStream(String method, String pattern, StreamEndpoint endpoint) {
        StreamEndpoint decorated = decorator.aroundStream(method, pattern, endpoint);
        Endpoint whole = Destination.notAsAStream(method, pattern);
        return add(method, pattern, changing(method, pattern, whole).withStream(decorated));
    }

    private Destination changing(String method, String pattern, Endpoint endpoint) {
        return Destination.of(decorator.around(method, pattern, endpoint), Optional.empty(), true);
    }

    private Router add(String method, String pattern, Destination destination) {
        if (!pattern.startsWith("/")) {
            throw new IllegalArgumentException("a pattern must begin with '/': " + pattern);
        }
        List<String> names = new ArrayList<>();
        Node node = descend(pattern, names);
        if (node.routes.putIfAbsent(method, new Route(destination, method + " " + pattern, List.copyOf(names)))
                != null) {
            throw new IllegalArgumentException("a route must be added once: " + method + " " + pattern);
        }
        return this;
    }

    /**
     * Lets the thread that read a request without a body answer it, and returns this router.
     *
     * @param pattern a route that was added
     * @param where tells whether a request is answered without waiting, be it for a disk, a network, or a lock that is
     *     held while somebody waits for these: all that the same thread reads would wait with it. An answer that comes
     *     later is a {@link LaterReply}
     */
    public Router nonBlocking(String method, String pattern, Predicate<Destination> where) {
        Node node = descend(pattern, new ArrayList<>());
        Route route = node.routes.get(method);
        if (route == null) {
            throw new IllegalArgumentException("a route must be added before: " + method + " " + pattern);
        }
        node.routes.put(method, new Route(route.destination.nonBlockingWhere(where), route.name, route.places));
        return this;
    }

    private Node descend(String pattern, List<String> names) {
        Node node = root;
        for (String segment : pattern.substring(1).split("/", -1)) {
            node = descend(node, segment, names);
        }
        return node;
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

    /**
     * Finds where a request leads; where no route answers it, the endpoint refuses.
     *
     * @param target path and query as sent; refused if its percent-encoding is malformed
     */
    public Destination find(String method, String target) {
        return find(method, segments(target));
    }

    /**
     * Returns the decoded segments of the path of {@code target}; refuses segments that mean another place, and a
     * malformed query, whether or not the endpoint would look at it.
     */
    static List<String> segments(String target) {
        int mark = target.indexOf('?');
        if (mark >= 0 && target.indexOf('%', mark) >= 0) {
            Query ignored = Query.ofTarget(target);
        }
        return segmentsOf(mark < 0 ? target : target.substring(0, mark));
    }

    private static List<String> segmentsOf(String encodedPath) {
        List<String> segments = new ArrayList<>(8);
        int start = encodedPath.startsWith("/") ? 1 : 0;
        while (true) {
            int end = encodedPath.indexOf('/', start);
            String encoded = encodedPath.substring(start, end < 0 ? encodedPath.length() : end);
            String segment = encoded.indexOf('%') < 0 ? encoded : UriDecoder.segment(encoded);
            if (segment.equals(".") || segment.equals("..")) {
                throw new ApiException(ErrorType.BAD_REQUEST, "A path must not have '.' or '..' as a segment.");
            }
            segments.add(segment);
            if (end < 0) {
                return segments;
            }
            start = end + 1;
        }
    }

    /** Finds the same by a path's decoded segments. */
    Destination find(String method, List<String> segments) {
        String path = "/" + String.join("/", segments);
        List<String> values = new ArrayList<>(2);
        Route route = find(root, method, segments, 0, values);
        if (route == null && method.equals(HEAD)) {
            route = routeOfGet(segments, values);
        }
        if (route != null) {
            return route.destination.at(path, route.name, parts(route.places, values));
        }
        Optional<ApiException> known = fallback.refusal(method, segments);
        if (known.isPresent()) {
            return Destination.refusing(path, known.get());
        }
        Set<String> others = new TreeSet<>();
        collectMethods(root, segments, 0, others);
        return Destination.refusing(path, Destination.nothingThere(method, path, others));
    }

    private @Nullable Route routeOfGet(List<String> segments, List<String> values) {
        Route route = find(root, GET, segments, 0, values);
        return route != null && route.answersHead() ? route : null;
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
            Route get = node.routes.get(GET);
            if (get != null && get.answersHead()) {
                methods.add(HEAD);
            }
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
