package io.mintmark.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.mintmark.client.Model.User;
import io.mintmark.client.cluster.ScriptedNode;
import io.mintmark.client.cluster.ScriptedNode.Answer;
import io.mintmark.client.exceptions.BulkInsertException;
import io.mintmark.client.exceptions.ServerUnreachableException;
import io.mintmark.protocol.Headers;
import io.mintmark.testkit.fault.Fault;
import io.mintmark.testkit.fault.FaultPlan;
import io.mintmark.testkit.fault.FaultProxy;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which of several nodes a bulk insert is with, and what becomes of it when that one goes. */
class BulkInsertNodesTest {
    private static final String NUMBERED = "{\"Id\":7,\"NodeTag\":\"A\"}";
    private static final String NUMBERED_HEAD =
            "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: " + NUMBERED.length() + "\r\n\r\n";

    @RegisterExtension
    static final Shop SHOP = new Shop();

    @Test
    void shouldStayWithTheNodeThatNumberedIt() {
        List<URI> order = new CopyOnWriteArrayList<>();
        try (ScriptedNode first = node(order);
                ScriptedNode second = node(order)) {
            order.addAll(List.of(first.url(), second.url()));
            try (DocumentStore store = open(first.url().toString());
                    BulkInsert bulk = store.bulkInsert()) {
                order.add(order.remove(0)); // from the next request on the second node is preferred
                bulk.store(new User("Ada"), "users/ada");
                assertThat(bulk.progress().sent()).isEqualTo(1);
            }

            assertThat(first.requests())
                    .contains("POST /databases/shop/bulk_insert?id=7", "GET /databases/shop/operations/state?id=7");
            assertThat(second.requests())
                    .contains("GET /databases/shop/configuration/client")
                    .noneMatch(request -> request.contains("bulk_insert") || request.contains("operations"));
        }
    }

    private static DocumentStore open(String url) {
        return DocumentStore.builder(url).database("shop").open();
    }

    /** A node that numbers operations, and then says that the order of nodes changed. */
    private static ScriptedNode node(List<URI> order) {
        return ScriptedNode.answering(request -> {
            if (request.contains("/topology")) {
                return Answer.of(200, topology(order));
            }
            return request.contains("next-operation-id")
                    ? Answer.of(200, NUMBERED).with("Refresh-Topology", "true")
                    : Answer.of(request.startsWith("POST") ? 201 : 200, "{}");
        });
    }

    private static String topology(List<URI> order) {
        return order.stream()
                .map(url -> "{\"Url\":\"" + url + "\",\"ClusterTag\":\"A\",\"ServerRole\":\"Member\"}")
                .collect(Collectors.joining(",", "{\"Nodes\":[", "],\"Etag\":1}"));
    }

    @Test
    void shouldNameTheLifeThatTheNodeWroteToWhenItNumberedIt() {
        try (ScriptedNode node = ScriptedNode.answering(request -> request.contains("next-operation-id")
                        ? Answer.of(200, NUMBERED).with(Headers.LIFE, "shopsid.3")
                        : Answer.of(request.startsWith("POST") ? 201 : 200, "{}"));
                DocumentStore store = open(node.url().toString());
                BulkInsert bulk = store.bulkInsert()) {
            bulk.store(new User("Ada"), "users/ada");
            bulk.close();

            assertThat(node.header("bulk_insert", Headers.LIFE)).isEqualTo("shopsid.3");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 202, 204, 404})
    void shouldNotTakeAnotherAnswerForAllIsStored(int status) {
        try (ScriptedNode proxy = ScriptedNode.answering(request -> request.contains("next-operation-id")
                        ? Answer.of(200, NUMBERED)
                        : Answer.of(request.startsWith("POST") ? status : 200, "{}"));
                DocumentStore store = open(proxy.url().toString())) {
            BulkInsert bulk = store.bulkInsert();
            bulk.store(new User("Ada"), "users/ada");

            assertThatThrownBy(bulk::close)
                    .isInstanceOf(BulkInsertException.class)
                    .hasMessageContaining("perhaps not all of them stored");
        }
    }

    @Test
    void shouldBeginAtTheNextNodeWhenTheFirstIsGoneBeforeTheFirstByte() throws IOException {
        try (VanishingNode gone = new VanishingNode();
                DocumentStore store = openAt(gone.url(), SHOP.url());
                BulkInsert bulk = store.bulkInsert()) {
            bulk.store(new User("Ada"), "users/ada");
        }

        assertThat(SHOP.stored("users/ada").path("name").asText()).isEqualTo("Ada");
    }

    private static DocumentStore openAt(String... urls) {
        return DocumentStore.builder(urls)
                .database(SHOP.database())
                .fixedNodes()
                .open();
    }

    /** Answers one request, and is gone before its answer arrives. */
    private static final class VanishingNode implements AutoCloseable {
        private final ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        private final Thread thread = new Thread(this::answerOnce);

        VanishingNode() throws IOException {
            thread.start();
        }

        String url() {
            return "http://127.0.0.1:" + listener.getLocalPort();
        }

        private void answerOnce() {
            try (Socket client = listener.accept()) {
                listener.close();
                byte[] ignored = client.getInputStream().readNBytes(1);
                client.getOutputStream().write(NUMBERED_HEAD.concat(NUMBERED).getBytes(UTF_8));
                client.shutdownOutput();
                client.getInputStream().transferTo(OutputStream.nullOutputStream());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() throws IOException {
            listener.close();
        }
    }

    @Test
    void shouldBreakOffWhileAThreadWaitsForANodeThatReadsNoMore() throws Exception {
        try (DeafNode deaf = new DeafNode();
                DocumentStore store = openAt(deaf.url())) {
            BulkInsert bulk = store.bulkInsert();
            CompletableFuture<Void> over = new CompletableFuture<>();
            User large = new User("x".repeat(1 << 20));
            Thread storing = new Thread(() -> {
                try {
                    while (true) {
                        bulk.store(large, "users/large");
                    }
                } catch (RuntimeException e) {
                    over.completeExceptionally(e);
                }
            });
            storing.start();
            await().during(Duration.ofMillis(500)).until(() -> storing.getState() == Thread.State.WAITING);

            assertThat(CompletableFuture.supplyAsync(bulk::progress)
                            .get(40, TimeUnit.SECONDS)
                            .sent())
                    .isPositive();
            CompletableFuture.runAsync(bulk::abort).get(40, TimeUnit.SECONDS);

            assertThatThrownBy(() -> over.get(40, TimeUnit.SECONDS)).hasCauseInstanceOf(BulkInsertException.class);
            assertThatThrownBy(() -> bulk.store(large, "users/late")).isInstanceOf(IllegalStateException.class);
        }
    }

    /** Answers everything but a bulk insert, of which it reads the head alone. */
    private static final class DeafNode implements AutoCloseable {
        private final ServerSocket listener = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
        private final List<Socket> open = new CopyOnWriteArrayList<>();

        DeafNode() throws IOException {
            new Thread(this::answerAll).start();
        }

        String url() {
            return "http://127.0.0.1:" + listener.getLocalPort();
        }

        private void answerAll() {
            try {
                while (true) {
                    Socket client = listener.accept();
                    open.add(client);
                    byte[] head = new byte[200];
                    int read = client.getInputStream().read(head);
                    if (!new String(head, 0, Math.max(0, read), UTF_8).contains("bulk_insert")) {
                        client.getOutputStream()
                                .write(NUMBERED_HEAD.concat(NUMBERED).getBytes(UTF_8));
                        client.close();
                    }
                }
            } catch (IOException closed) {
                // The test is over.
            }
        }

        @Override
        public void close() throws IOException {
            listener.close();
            for (Socket client : open) {
                client.close();
            }
        }
    }

    @Test
    void shouldTellThatItIsCutOffAndSendNothingElsewhere() {
        try (FaultProxy network = FaultProxy.before(
                        URI.create(SHOP.url()), FaultPlan.inTurn(Fault.NONE, Fault.NONE, Fault.RESET_IN_REQUEST));
                ScriptedNode other = ScriptedNode.answering(Answer.of(201, ""));
                DocumentStore store =
                        openAt(network.url().toString(), other.url().toString())) {
            BulkInsert bulk = store.bulkInsert();
            bulk.store(new User("Ada"), "users/ada");

            BulkInsertException cut = catchThrowableOfType(BulkInsertException.class, bulk::close);

            assertThat(network.faultCount()).isEqualTo(1);
            assertThat(cut.sent()).isEqualTo(1);
            assertThat(cut).hasMessageContaining("perhaps not all of them stored");
            assertThat(other.requests()).isEmpty();
            assertThatThrownBy(() -> bulk.store(new User("Bob"), "users/bob"))
                    .isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void shouldSayAtOnceThatNoNodeIsThere() {
        try (DocumentStore store = openAt(ScriptedNode.nobody().toString())) {
            assertThatThrownBy(store::bulkInsert).isInstanceOf(ServerUnreachableException.class);
        }
    }
}
