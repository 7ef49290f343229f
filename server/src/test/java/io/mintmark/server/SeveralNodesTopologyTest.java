package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.document.NodeTag;
import io.mintmark.server.TestServer.Answer;
import io.mintmark.storage.StorageEngine;
import io.mintmark.storage.Topology;
import io.mintmark.storage.memory.MemoryEngine;
import io.mintmark.support.Intercepted;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a node tells its clients of the others, over an engine that says which there are. */
class SeveralNodesTopologyTest {
    private volatile Topology topology = of(1, serving("A"), serving("B"), serving("C"));
    private volatile boolean left;
    /** The next look finds another topology. */
    private volatile UnaryOperator<Topology> afterTheNextLook = UnaryOperator.identity();

    @AutoClose
    private TestServer server;

    private static Topology of(long etag, Topology.Node... nodes) {
        return new Topology("cluster of three", etag, List.of(nodes));
    }

    private static Topology.Node serving(String tag) {
        return new Topology.Node(NodeTag.of(tag), url(tag), false);
    }

    private static Topology.Node leaving(String tag) {
        return new Topology.Node(NodeTag.of(tag), url(tag), true);
    }

    private static String url(String tag) {
        return "http://" + tag.toLowerCase(Locale.ROOT) + ".example:8080";
    }

    private StorageEngine engine() {
        return Intercepted.of(StorageEngine.class, new MemoryEngine(), (method, arguments, call) -> {
            switch (method) {
                case "topology":
                    topology = afterTheNextLook.apply(topology);
                    return topology;
                case "leave":
                    left = true;
                    return null;
                default:
                    return call.make(arguments);
            }
        });
    }

    @BeforeEach
    void start(@TempDir Path directory) {
        server = TestServer.start(ServerSettings.builder(directory), this::engine);
        server.createDatabase("shop");
    }

    @AfterEach
    void stop() {
        // One that is alone gives nobody time.
        topology = of(Long.MAX_VALUE >> 1, serving("A"));
    }

    private List<String> order(String application) {
        List<String> tags = new ArrayList<>();
        nodes(application).forEach(node -> tags.add(node.path("ClusterTag").asText()));
        return tags;
    }

    private JsonNode nodes(String application) {
        String asked = application.isEmpty() ? "" : "&applicationIdentifier=" + application;
        return server.get("/topology?name=shop" + asked).path("Nodes");
    }

    @Test
    void shouldNameAllNodesWithTheirUrls() {
        JsonNode nodes = nodes("");

        assertThat(nodes.findValuesAsText("ClusterTag")).containsExactlyInAnyOrder("A", "B", "C");
        assertThat(nodes)
                .allSatisfy(node -> assertThat(node.path("Url").asText())
                        .isEqualTo(url(node.path("ClusterTag").asText())));
        assertThat(nodes.findValuesAsText("ServerRole")).containsOnly("Member");
    }

    @Test
    void shouldGiveEachApplicationItsOwnFirstNodeAndShareThemOutEvenly() {
        Map<String, Integer> first = new HashMap<>();
        Map<String, Integer> second = new HashMap<>();
        for (int application = 0; application < 300; application++) {
            List<String> order = order("application-" + application);
            assertThat(order(("application-" + application))).as("asked again").isEqualTo(order);
            first.merge(order.get(0), 1, Integer::sum);
            second.merge(order.get(1), 1, Integer::sum);
        }

        for (Map<String, Integer> share : List.of(first, second)) {
            assertThat(share).containsOnlyKeys("A", "B", "C");
            assertThat(share.values()).allSatisfy(count -> assertThat(count).isBetween(60, 140));
        }
    }

    /** RavenDB's clients do not say which application they are when they fetch a list that changed. */
    @Test
    void shouldShareOutEvenlyThoseWhoDoNotSayWhoTheyAre() {
        Map<String, Integer> first = new HashMap<>();
        for (int asked = 0; asked < 300; asked++) {
            first.merge(order("").get(0), 1, Integer::sum);
        }

        assertThat(first).containsOnlyKeys("A", "B", "C");
        assertThat(first.values()).allSatisfy(count -> assertThat(count).isBetween(50, 150));
    }

    @Test
    void shouldMoveOnlyTheApplicationsOfTheNodeThatIsGone() {
        List<List<String>> before = Stream.iterate(0, i -> i + 1)
                .limit(100)
                .map(i -> order("application-" + i))
                .toList();
        topology = of(2, serving("A"), serving("C"));

        for (int i = 0; i < before.size(); i++) {
            List<String> left = new ArrayList<>(before.get(i));
            left.remove("B");
            assertThat(order("application-" + i)).isEqualTo(left);
        }
    }

    @Test
    void shouldSetANodeThatIsLeavingBehindAllOthers() {
        topology = of(2, leaving("A"), serving("B"), serving("C"));

        for (int application = 0; application < 20; application++) {
            assertThat(order("application-" + application).get(2)).isEqualTo("A");
        }
        assertThat(order("").get(2)).isEqualTo("A");
        assertThat(nodes("").findValuesAsText("ServerRole")).containsExactly("Member", "Member", "Rehab");
        JsonNode cluster = server.get("/cluster/topology").json();
        assertThat(cluster.at("/Topology/Members").fieldNames()).toIterable().containsExactly("B", "C");
        assertThat(cluster.at("/Topology/AllNodes").fieldNames()).toIterable().containsExactly("A", "B", "C");
        assertThat(cluster.path("Leader").asText()).isEqualTo("B");
    }

    @Test
    void shouldAskClientsToFetchTheTopologyAgainOnceItChanged() {
        String shown = server.get("/topology?name=shop").path("Etag").toString();
        assertThat(refresh("/databases/shop/docs?id=a", shown)).isEmpty();
        assertThat(refreshOfCluster("/cluster/node-info", shown)).isEmpty();

        topology = of(2, serving("A"), serving("B"));

        assertThat(refresh("/databases/shop/docs?id=a", shown)).hasValue("true");
        assertThat(refreshOfCluster("/cluster/node-info", shown)).hasValue("true");
        for (String itself : List.of("/topology?name=shop", "/cluster/topology")) {
            assertThat(refresh(itself, shown)).as(itself).isEmpty();
            assertThat(refreshOfCluster(itself, shown)).as(itself).isEmpty();
        }
        assertThat(server.get("/topology?name=shop").number("Etag"))
                .isEqualTo(Long.parseLong(shown) + 1)
                .isEqualTo(server.get("/cluster/topology").number("Etag"));
    }

    /** The client would keep an old list under a new number for ever. */
    @Test
    void shouldNotGiveTheNumberOfANewerListThanTheOneItTells() {
        // Each look finds a node more and a number that is larger by one.
        List<Topology.Node> nodes = new ArrayList<>(List.of(serving("A"), serving("B")));
        afterTheNextLook = before -> {
            nodes.add(serving("A" + (char) ('A' + nodes.size())));
            return new Topology("cluster", nodes.size(), nodes);
        };

        JsonNode told = server.get("/topology?name=shop").json();
        JsonNode cluster = server.get("/cluster/topology").json();

        // The database's own number is one.
        assertThat(told.path("Etag").asLong() - 1)
                .isLessThanOrEqualTo(told.path("Nodes").size());
        assertThat(cluster.path("Etag").asLong() - 1)
                .isLessThanOrEqualTo(cluster.at("/Topology/AllNodes").size());
        assertThat(cluster.at("/Topology/Etag")).isEqualTo(cluster.path("Etag"));
    }

    /** The server itself is asked by another part of a client, which has another number. */
    private Optional<String> refreshOfCluster(String target, String shown) {
        return server.get(target, "Cluster-Topology-Etag", '"' + shown + '"').header("Refresh-Topology");
    }

    private Optional<String> refresh(String target, String shown) {
        return server.get(target, "Topology-Etag", '"' + shown + '"').header("Refresh-Topology");
    }

    @Test
    void shouldTellTheSameOfTheClusterOnAllNodes(@TempDir Path other) {
        try (TestServer another =
                TestServer.start(ServerSettings.builder(other).nodeTag(NodeTag.of("B")), this::engine)) {
            JsonNode here = server.get("/cluster/topology").json();
            JsonNode there = another.get("/cluster/topology").json();

            assertThat(there.path("Topology")).isEqualTo(here.path("Topology"));
            assertThat(here.path("CurrentState").asText()).isEqualTo("Leader");
            assertThat(there.path("CurrentState").asText()).isEqualTo("Follower");
            assertThat(there.path("NodeTag").asText()).isEqualTo("B");
            assertThat(there.path("Leader").asText()).isEqualTo("A");
        }
    }

    @Test
    void shouldDescribeADatabaseAsBeingOnAllNodes() {
        Answer created = server.put("/admin/databases?name=made&replicationFactor=3", "{}");

        assertThat(created.at("/Topology/Members").toString()).isEqualTo("[\"A\",\"B\",\"C\"]");
        assertThat(created.at("/Topology/ReplicationFactor").asInt()).isEqualTo(3);
        assertThat(created.path("NodesAddedTo")).hasSize(3);
    }

    @Test
    void shouldRefuseMoreCopiesThanThereAreNodesAndDeletionFromSome() {
        Answer four = server.put("/admin/databases?name=made&replicationFactor=4", "{}");
        Answer some = server.delete(
                "/admin/databases", "{\"DatabaseNames\":[\"shop\"],\"FromNodes\":[\"A\",\"B\"],\"HardDelete\":true}");

        assertThat(four.text("Message")).contains("replicationFactor").contains("3 nodes, A, B, C");
        assertThat(some.text("Message")).contains("FromNodes").contains("3 nodes, A, B, C");
        server.delete(
                        "/admin/databases",
                        "{\"DatabaseNames\":[\"shop\"],\"FromNodes\":[\"c\",\"A\",\"B\"],\"HardDelete\":true}")
                .expect(200);
    }

    /** The client takes the call that was answered for failed if it cannot fetch the topology then. */
    @Test
    void shouldServeOnWithoutAskingClientsToFetchFromItBeforeItStops() throws Exception {
        String shown = server.get("/topology?name=shop").path("Etag").toString();
        topology = of(2, leaving("A"), serving("B"), serving("C"));
        assertThat(refresh("/databases/shop/docs?id=a", shown)).hasValue("true");

        CompletableFuture<Void> stopping = CompletableFuture.runAsync(server::close);
        while (refresh("/databases/shop/docs?id=a", shown).isPresent()) {
            Thread.onSpinWait();
        }

        server.get("/topology?name=shop").expect(200);
        assertThat(stopping).isNotDone();
        stopping.get(20, TimeUnit.SECONDS);
    }

    @Test
    void shouldTellTheOtherNodesBeforeItStops() {
        assertThat(left).isFalse();

        server.close();

        assertThat(left).isTrue();
    }
}
