package io.mintmark.cassandra;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a node is started with: little memory, a sync before each answer, fixed tokens, so that nodes start at once.
 *
 * @param home its directory, below {@code target}
 * @param address the address that it listens at
 * @param all the addresses of all nodes, each of which may be the first to start
 * @param storagePort where nodes talk to each other
 * @param clientPort where clients connect
 * @param index which of {@code nodes} it is, from 0
 * @param nodes how many there are
 * @param sync {@code batch} or {@code periodic}
 * @param access whether clients have to log in, and need rights
 */
record NodeConfig(
        Path home,
        String address,
        List<String> all,
        int storagePort,
        int clientPort,
        int index,
        int nodes,
        String sync,
        boolean access) {

    /** Returns one node by itself on this machine, at ports that are free. */
    static NodeConfig alone(String name) {
        return new NodeConfig(
                home(name), "127.0.0.1", List.of("127.0.0.1"), freePort(), freePort(), 0, 1, "batch", true);
    }

    static Path home(String name) {
        return Path.of("target", "cassandra", name).toAbsolutePath();
    }

    static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    InetSocketAddress clients() {
        return new InetSocketAddress(address, clientPort);
    }

    List<String> properties() {
        return List.of(
                "-Dcassandra.config=file://" + home.resolve("cassandra.yaml"),
                "-Dlogback.configurationFile=" + home.resolve("logback.xml"),
                "-Dcassandra.storagedir=" + home.resolve("data"),
                "-Dcassandra.logdir=" + home,
                "-Dcassandra.jmx.local.port=0",
                "-Dcassandra.ring_delay_ms=500",
                "-Dcassandra.skip_wait_for_gossip_to_settle=0",
                "-Dcassandra.superuser_setup_delay_ms=0",
                "-Dcassandra.size_recorder_interval=0");
    }

    /** Writes the files that a node reads, over nothing: what an earlier run left is gone. */
    void write() {
        try {
            empty(home);
            Files.createDirectories(home);
            Files.writeString(home.resolve("cassandra.yaml"), yaml());
            Files.writeString(home.resolve("logback.xml"), LOG);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void empty(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }

    private String yaml() {
        Path data = home.resolve("data");
        return String.join(
                        "\n",
                        "cluster_name: mintmark",
                        "num_tokens: 1",
                        "initial_token: " + token(),
                        "auto_bootstrap: false",
                        "partitioner: org.apache.cassandra.dht.Murmur3Partitioner",
                        "data_file_directories: ['" + data.resolve("data") + "']",
                        "commitlog_directory: '" + data.resolve("commitlog") + "'",
                        "saved_caches_directory: '" + data.resolve("saved_caches") + "'",
                        "hints_directory: '" + data.resolve("hints") + "'",
                        "cdc_raw_directory: '" + data.resolve("cdc") + "'",
                        "commitlog_sync: " + sync,
                        sync.equals("periodic") ? "commitlog_sync_period: 10000ms" : "",
                        "commitlog_segment_size: 16MiB",
                        "commitlog_total_space: 256MiB",
                        "seed_provider: [{class_name: org.apache.cassandra.locator.SimpleSeedProvider,"
                                + " parameters: [{seeds: '" + seeds() + "'}]}]",
                        "listen_address: " + address,
                        "rpc_address: " + address,
                        "storage_port: " + storagePort,
                        "native_transport_port: " + clientPort,
                        "start_native_transport: true",
                        "endpoint_snitch: SimpleSnitch",
                        "paxos_variant: v2",
                        "auto_snapshot: false",
                        "memtable_heap_space: 64MiB",
                        "memtable_offheap_space: 64MiB",
                        "file_cache_size: 32MiB",
                        "networking_cache_size: 16MiB",
                        "key_cache_size: 16MiB",
                        access ? "authenticator: PasswordAuthenticator\nauthorizer: CassandraAuthorizer" : "")
                + "\n";
    }

    private String seeds() {
        return all.stream().map(each -> each + ":" + storagePort).collect(Collectors.joining(","));
    }

    /** Returns the beginning of its share of the ring. */
    private long token() {
        return Long.MIN_VALUE + Long.divideUnsigned(-1L, nodes) * index;
    }

    private static final String LOG = """
            <configuration>
              <appender name="FILE" class="ch.qos.logback.core.FileAppender">
                <file>${cassandra.logdir}/system.log</file>
                <encoder><pattern>%d{HH:mm:ss.SSS} [%thread] %-5level %logger{30} - %msg%n</pattern></encoder>
              </appender>
              <root level="INFO"><appender-ref ref="FILE"/></root>
            </configuration>
            """;
}
