package io.mintmark.cassandra;

import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Three nodes with three replicas of each row, each of which syncs before it answers. */
final class ThreeNodes implements AutoCloseable {
    static final int COUNT = 3;

    private final TestNetwork network;
    private final List<CassandraProcess> nodes = new ArrayList<>();

    private ThreeNodes(TestNetwork network) {
        this.network = network;
    }

    /** Starts all at once, which fixed tokens allow. */
    static ThreeNodes start(String name, TestNetwork network) {
        ThreeNodes cluster = new ThreeNodes(network);
        List<String> all = IntStream.range(0, COUNT).mapToObj(network::address).toList();
        int storage = NodeConfig.freePort();
        int clients = NodeConfig.freePort();
        for (int i = 0; i < COUNT; i++) {
            NodeConfig config = new NodeConfig(
                    NodeConfig.home(name + i), network.address(i), all, storage, clients, i, COUNT, "batch", false);
            cluster.nodes.add(CassandraProcess.start(network.enter(i), config));
        }
        cluster.nodes.forEach(CassandraProcess::awaitReady);
        try (CqlSession session = cluster.connect()) {
            await("nodes that know each other")
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> session.getMetadata().getNodes().values().stream()
                                    .filter(node -> node.getState() == NodeState.UP)
                                    .count()
                            == COUNT);
            session.execute("CREATE KEYSPACE " + TestCluster.KEYSPACE
                    + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 3}");
            boolean ignored = session.checkSchemaAgreement();
            CassandraCounters.over(session).keyspace(TestCluster.KEYSPACE).createTable();
        }
        return cluster;
    }

    CassandraProcess node(int index) {
        return nodes.get(index);
    }

    TestNetwork network() {
        return network;
    }

    /** Opens a session as one more program does. */
    CqlSession connect() {
        List<InetSocketAddress> addresses =
                nodes.stream().map(CassandraProcess::clients).toList();
        return TestCluster.sessionBuilder(
                        TestCluster.settings("V4")
                                .withDuration(DefaultDriverOption.CONNECTION_CONNECT_TIMEOUT, Duration.ofSeconds(2))
                                .withDuration(DefaultDriverOption.HEARTBEAT_INTERVAL, Duration.ofSeconds(2))
                                .withDuration(DefaultDriverOption.HEARTBEAT_TIMEOUT, Duration.ofSeconds(2))
                                .build(),
                        addresses)
                .build();
    }

    @Override
    public void close() {
        nodes.forEach(CassandraProcess::close);
        network.close();
    }
}
