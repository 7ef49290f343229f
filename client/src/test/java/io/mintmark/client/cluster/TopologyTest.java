package io.mintmark.client.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.client.cluster.ScriptedNode.Answer;
import io.mintmark.client.http.Reply;
import io.mintmark.client.http.Request;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The order in which a client asks nodes, by the server's word and by experience. */
class TopologyTest {
    private static final Request GET = Request.get("/databases/shop/stats");

    private final AtomicLong now = new AtomicLong();

    @Test
    void shouldAskInTheServersOrder() {
        try (ScriptedNode second = ScriptedNode.answering(Answer.of(200, ""));
                ScriptedNode first = ScriptedNode.answering(Answer.of(200, topology(7, second.url())));
                Cluster cluster = Cluster.of(settings(first.url()))) {
            assertThat(cluster.send(GET).node()).isEqualTo(second.url());

            assertThat(first.requests())
                    .singleElement()
                    .asString()
                    .matches("GET /topology\\?name=shop&applicationIdentifier=[0-9a-f-]{36}");
            assertThat(second.header("", "Topology-Etag")).isEqualTo("\"7\"");
        }
    }

    @Test
    void shouldNoticeTheLifeOfAnOlderCopyWithoutFailingARequest() {
        AtomicReference<String> life = new AtomicReference<>("x.2");
        try (ScriptedNode node = ScriptedNode.answering(request -> Answer.of(
                                200, "{\"Nodes\":[{\"Url\":\"http://127.0.0.1:1\"}],\"Life\":\"" + life.get() + "\"}")
                        .with("Refresh-Topology", "true"));
                Cluster cluster = Cluster.of(settings(node.url()))) {
            assertThat(cluster.send(GET).status()).isEqualTo(200);
            assertThat(cluster.olderCopies().isRefusing()).isFalse();
            life.set("x.1");

            assertThat(cluster.send(GET).status()).isEqualTo(200);
            assertThat(cluster.olderCopies().isRefusing()).isTrue();
        }
    }

    @Test
    void shouldAskForTheTopologyAgainWhenAReplySaysSo() {
        AtomicReference<URI> preferred = new AtomicReference<>();
        try (ScriptedNode other = ScriptedNode.answering(Answer.of(200, ""));
                ScriptedNode first = ScriptedNode.answering(request -> request.startsWith("GET /topology")
                        ? Answer.of(200, topology(1, preferred.get()))
                        : Answer.of(200, "").with("Refresh-Topology", "true"));
                Cluster cluster = Cluster.of(settings(first.url()))) {
            preferred.set(first.url());
            assertThat(cluster.send(GET).node()).isEqualTo(first.url());
            preferred.set(other.url());

            assertThat(cluster.send(GET).node()).isEqualTo(other.url());
        }
    }

    /** A node that stops tells those who ask it meanwhile; its connections end for all others, too. */
    @Test
    void shouldAskForTheTopologyBeforeAWriteThatFollowsASilence() {
        Request write = Request.post("/databases/shop/bulk_docs");
        AtomicReference<String> topology = new AtomicReference<>();
        try (ScriptedNode other = ScriptedNode.answering(Answer.of(201, ""));
                ScriptedNode first = ScriptedNode.answering(request ->
                        request.startsWith("GET /topology") ? Answer.of(200, topology.get()) : Answer.of(201, ""));
                Cluster cluster = Cluster.of(settings(first.url()))) {
            topology.set(topology(1, first.url(), other.url()));
            assertThat(cluster.send(write).node()).isEqualTo(first.url());
            topology.set(topology(2, other.url()));

            now.addAndGet(Duration.ofMillis(900).toNanos());
            assertThat(cluster.send(write).node())
                    .as("it answered a moment ago")
                    .isEqualTo(first.url());
            now.addAndGet(Duration.ofMillis(1_100).toNanos());
            assertThat(cluster.send(GET).node()).as("it may be sent again").isEqualTo(first.url());
            now.addAndGet(Duration.ofMillis(1_100).toNanos());
            assertThat(cluster.send(write).node()).isEqualTo(other.url());
        }
    }

    @Test
    void shouldGoOnWithTheAddressGivenWhenTheOnesNamedCannotBeReached() {
        URI internal = ScriptedNode.nobody();
        try (ScriptedNode given = ScriptedNode.answering(Answer.of(200, topology(1, internal)));
                Cluster cluster = Cluster.of(settings(given.url()))) {
            assertThat(cluster.send(GET).node()).isEqualTo(given.url());
        }
    }

    @Test
    void shouldGoOnWithoutATopologyAndAskForItLater() {
        AtomicReference<Answer> answer = new AtomicReference<>(
                Answer.refusal(503, "Error", "Database shop wasn't found").with("Database-Missing", "shop"));
        try (ScriptedNode node = ScriptedNode.answering(
                        request -> request.startsWith("GET /topology") ? answer.get() : Answer.of(200, ""));
                Cluster cluster = Cluster.of(settings(node.url()))) {
            assertThat(cluster.send(GET).status()).isEqualTo(200);
            assertThat(cluster.send(GET).status()).isEqualTo(200);
            assertThat(node.requests()).hasSize(3);

            answer.set(Answer.of(200, topology(2, node.url())));
            now.addAndGet(Duration.ofSeconds(11).toNanos());

            assertThat(cluster.send(GET).status()).isEqualTo(200);
            assertThat(node.requests()).hasSize(5);
            assertThat(node.header("", "Topology-Etag")).isEqualTo("\"2\"");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "{\"Nodes\":[]}", "{\"Nodes\":[{\"Url\":\"file:///etc/passwd\"}]}", "<html>"})
    void shouldNotTakeForATopologyWhatNamesNoNode(String body) {
        assertThat(Topology.read(body.getBytes(UTF_8), false)).isEmpty();
    }

    @Test
    void shouldNotBeLedFromASecureNodeToAnOpenOne() {
        byte[] mixed = topology(1, URI.create("http://a:1"), URI.create("https://b:2/"))
                .getBytes(UTF_8);

        assertThat(Topology.read(mixed, true).orElseThrow().nodes()).containsExactly(URI.create("https://b:2"));
        assertThat(Topology.read(mixed, false).orElseThrow().nodes()).hasSize(2);
    }

    @Test
    void shouldLetANodeRestThatFailedAndSendOneRequestAheadOfTheOthers() {
        URI a = URI.create("http://a:1");
        URI b = URI.create("http://b:1");
        NodeSelector nodes = new NodeSelector(List.of(a, b), now::get);

        nodes.note(a, unreachable());
        assertThat(nodes.inOrder()).containsExactly(b, a);
        now.addAndGet(Duration.ofSeconds(1).toNanos());
        assertThat(nodes.inOrder()).as("one tries it").containsExactly(a, b);
        assertThat(nodes.inOrder()).as("the others go elsewhere").containsExactly(b, a);
        now.addAndGet(Duration.ofMillis(1_999).toNanos());
        assertThat(nodes.inOrder()).as("for twice as long").containsExactly(b, a);
        nodes.note(a, new NextStep.Return(new Reply(200, Map.of(), new byte[0], a)));
        assertThat(nodes.inOrder()).as("until it answered").containsExactly(a, b);
    }

    private static NextStep unreachable() {
        return new NextStep.Retry("gone", false, false, Duration.ZERO, null, null);
    }

    private static String topology(long etag, URI... urls) {
        StringBuilder nodes = new StringBuilder();
        for (URI url : urls) {
            nodes.append(nodes.isEmpty() ? "" : ",")
                    .append("{\"Url\":\"" + url + "\",\"ClusterTag\":\"A\",\"ServerRole\":\"Member\"}");
        }
        return "{\"Nodes\":[" + nodes + "],\"Etag\":" + etag + "}";
    }

    private ClusterSettings settings(URI... urls) {
        return ClusterSettings.builder(List.of(urls))
                .database("shop")
                .ticker(now::get)
                .sleeper(nanos -> {})
                .build();
    }
}
