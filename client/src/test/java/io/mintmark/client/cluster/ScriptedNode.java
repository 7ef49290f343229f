package io.mintmark.client.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** A real HTTP server that says what a test wants to hear, and remembers what it was asked. */
public final class ScriptedNode implements AutoCloseable {
    /** An answer; header fields by name. */
    public record Answer(int status, String body, Map<String, String> headers) {
        public static Answer of(int status, String body) {
            return new Answer(status, body, Map.of());
        }

        /** Refuses as servers do. */
        public static Answer refusal(int status, String type, String message) {
            return of(status, "{\"Type\":\"" + type + "\",\"Message\":\"" + message + "\"}");
        }

        public Answer with(String header, String value) {
            return new Answer(status, body, Map.of(header, value));
        }
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Queue<HttpExchange> exchanges = new ConcurrentLinkedQueue<>();

    private ScriptedNode(Function<String, Answer> script) {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/", exchange -> answer(exchange, script));
        server.start();
    }

    /** Answers each request line, {@code "GET /path?query"}, by {@code script}. */
    public static ScriptedNode answering(Function<String, Answer> script) {
        return new ScriptedNode(script);
    }

    /** Answers everything alike. */
    public static ScriptedNode answering(Answer answer) {
        return new ScriptedNode(request -> answer);
    }

    private void answer(HttpExchange exchange, Function<String, Answer> script) throws IOException {
        byte[] ignored = exchange.getRequestBody().readAllBytes();
        exchanges.add(exchange);
        Answer answer = script.apply(requestLine(exchange));
        answer.headers.forEach(exchange.getResponseHeaders()::set);
        byte[] body = answer.body.getBytes(UTF_8);
        exchange.sendResponseHeaders(answer.status, body.length == 0 ? -1 : body.length);
        if (body.length > 0) {
            exchange.getResponseBody().write(body);
        }
        exchange.close();
    }

    public URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** Returns the request lines, in the order in which they came. */
    public List<String> requests() {
        return exchanges.stream().map(ScriptedNode::requestLine).toList();
    }

    private static String requestLine(HttpExchange exchange) {
        return exchange.getRequestMethod() + " " + exchange.getRequestURI();
    }

    /** Returns a header field of the last request whose line contains {@code part}; null if it has none. */
    public String header(String part, String name) {
        return exchanges.stream()
                .filter(exchange -> requestLine(exchange).contains(part))
                .reduce((earlier, later) -> later)
                .orElseThrow()
                .getRequestHeaders()
                .getFirst(name);
    }

    /** Returns an address that nobody listens at. */
    public static URI nobody() {
        ScriptedNode gone = answering(Answer.of(200, ""));
        gone.close();
        return gone.url();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
