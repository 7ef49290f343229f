package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A client of {@code /changes} that is no RavenDB client: it sends what a test wants and shows what came. */
final class ChangesSocket implements WebSocket.Listener, AutoCloseable {
    private static final ObjectMapper TREES = new ObjectMapper();
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final long PATIENCE_SECONDS = 20;

    /** How a connection ended. */
    record End(int code, String reason) {}

    private final BlockingQueue<JsonNode> messages = new LinkedBlockingQueue<>();
    private final CompletableFuture<End> end = new CompletableFuture<>();
    private final StringBuilder text = new StringBuilder();
    private @Nullable WebSocket socket;
    private long commandId;

    /** Opens a connection and reads its first message. */
    static ChangesSocket open(URI server, String database, String... headers) {
        ChangesSocket opened = new ChangesSocket();
        opened.socket = opening(CLIENT, server, database, opened, headers).join();
        JsonNode first = opened.next();
        assertThat(first.path("TopologyChange").asBoolean()).as("%s", first).isTrue();
        assertThat(first.path("AggressiveCachingChange").asBoolean()).isTrue();
        return opened;
    }

    private static CompletableFuture<WebSocket> opening(
            HttpClient client, URI server, String database, ChangesSocket listener, String... headers) {
        String scheme = server.getScheme().equals("https") ? "wss://" : "ws://";
        WebSocket.Builder socket = client.newWebSocketBuilder();
        for (int i = 0; i < headers.length; i += 2) {
            socket.header(headers[i], headers[i + 1]);
        }
        return socket.buildAsync(
                URI.create(scheme + server.getAuthority() + "/databases/" + database + "/changes"), listener);
    }

    /** Returns the answer to a handshake that is refused. */
    static HttpResponse<?> refusal(URI server, String database, String... headers) {
        Throwable refused = catchThrowable(opening(CLIENT, server, database, new ChangesSocket(), headers)::join);
        assertThat(refused).hasCauseInstanceOf(WebSocketHandshakeException.class);
        return Objects.requireNonNull((WebSocketHandshakeException) refused.getCause())
                .getResponse();
    }

    /** Returns the status that answers a handshake: 101 if the connection opens, which it does not stay. */
    static int status(HttpClient client, URI server, String database, String... headers) {
        try {
            opening(client, server, database, new ChangesSocket(), headers)
                    .join()
                    .abort();
            return 101;
        } catch (CompletionException e) {
            return Objects.requireNonNull((WebSocketHandshakeException) e.getCause())
                    .getResponse()
                    .statusCode();
        }
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
        text.append(data);
        if (last) {
            JsonNode array = tree(text.toString());
            assertThat(array.isArray()).as("%s", array).isTrue();
            array.forEach(messages::add);
            text.setLength(0);
        }
        from.request(1);
        return null;
    }

    private static JsonNode tree(String json) {
        try {
            return TREES.readTree(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket from, int code, String reason) {
        end.complete(new End(code, reason));
        return null;
    }

    @Override
    public void onError(WebSocket from, Throwable error) {
        end.completeExceptionally(error);
    }

    /** Sends a command and returns its number. */
    long send(String command, @Nullable String param) {
        long id = ++commandId;
        sendRaw(TREES.createObjectNode()
                .put("CommandId", id)
                .put("Command", command)
                .put("Param", param)
                .toString());
        return id;
    }

    void sendRaw(String message) {
        raw().sendText(message, true).join();
    }

    WebSocket raw() {
        return Objects.requireNonNull(socket);
    }

    /** Sends a command and waits until it is confirmed; what comes before the confirmation is passed over. */
    ChangesSocket command(String command, @Nullable String param) {
        long id = send(command, param);
        JsonNode message = next();
        while (!message.path("Type").asText().equals("Confirm")
                || message.path("CommandId").asLong() != id) {
            assertThat(message.path("Type").asText()).as("%s", message).isNotEqualTo("Error");
            message = next();
        }
        return this;
    }

    /** Returns the next message, for which it waits. */
    JsonNode next() {
        try {
            JsonNode message = messages.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
            assertThat(message).as("a message; the connection: %s", end).isNotNull();
            return message;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the documents of the next changes, as {@code Put users/1} or {@code Delete users/1}. */
    List<String> changes(int count) {
        List<String> changes = new ArrayList<>();
        while (changes.size() < count) {
            JsonNode message = next();
            assertThat(message.path("Type").asText()).as("%s", message).isEqualTo("DocumentChange");
            changes.add(shown(message));
        }
        return changes;
    }

    static String shown(JsonNode message) {
        JsonNode value = message.path("Value");
        return value.path("Type").asText() + " " + value.path("Id").asText();
    }

    /** Proves that nothing else was told of what was written before: all of that comes before the next write is told. */
    void assertNothingElseCame(TestServer server, String database) {
        long id = send("watch-doc", "the/last");
        JsonNode confirmation = next();
        assertThat(confirmation.path("CommandId").asLong())
                .as("%s", confirmation)
                .isEqualTo(id);
        server.put("/databases/" + database + "/docs?id=the/last", "{}");
        assertThat(changes(1)).containsExactly("Put the/last");
    }

    /** Returns whether every message that came was read. */
    boolean isEmpty() {
        return messages.isEmpty();
    }

    /** Returns how the connection ended, for which it waits. */
    End end() {
        return end.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
    }

    @Override
    public void close() {
        raw().abort();
    }
}
