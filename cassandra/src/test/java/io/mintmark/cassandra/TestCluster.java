package io.mintmark.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.config.ProgrammaticDriverConfigLoaderBuilder;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** The one node that the tests of a build share, and sessions with it. */
final class TestCluster {
    static final String KEYSPACE = "ids";
    static final String SUPERUSER = "cassandra";

    private static final AtomicInteger NAMES = new AtomicInteger();

    private TestCluster() {}

    /** Begins when the first test asks for it. */
    private static final class Shared {
        static final CassandraProcess NODE =
                CassandraProcess.start(NodeConfig.alone("shared")).awaitReady();
        static final CqlSession SESSION = session();

        private Shared() {}

        private static CqlSession session() {
            CqlSession made = connect(NODE.clients(), SUPERUSER, "V4");
            made.execute("CREATE KEYSPACE " + KEYSPACE
                    + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
            made.execute("CREATE KEYSPACE empty"
                    + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
            CassandraCounters.over(made).keyspace(KEYSPACE).createTable();
            return made;
        }
    }

    /** Returns the session that tests share; skips the test where no node can run. */
    static CqlSession session() {
        return Shared.SESSION;
    }

    static InetSocketAddress address() {
        return Shared.NODE.clients();
    }

    /** Returns counters that share no stream with others, as another program has them. */
    static CassandraCounters counters() {
        return CassandraCounters.over(session()).keyspace(KEYSPACE);
    }

    /** Returns a name that no other test has. */
    static String fresh(String what) {
        return what + NAMES.incrementAndGet();
    }

    /** Opens a session of that login, whose password is its name; the caller closes it. */
    static CqlSession connect(InetSocketAddress address, String login, String protocol) {
        return sessionBuilder(settings(protocol).build(), List.of(address))
                .withAuthCredentials(login, login)
                .build();
    }

    static CqlSessionBuilder sessionBuilder(DriverConfigLoader settings, List<InetSocketAddress> nodes) {
        return CqlSession.builder()
                .withConfigLoader(settings)
                .withLocalDatacenter("datacenter1")
                .addContactPoints(nodes);
    }

    /** Returns settings for a machine that is small and busy. */
    static ProgrammaticDriverConfigLoaderBuilder settings(String protocol) {
        return DriverConfigLoader.programmaticBuilder()
                .withString(DefaultDriverOption.PROTOCOL_VERSION, protocol)
                .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, Duration.ofSeconds(15))
                .withDuration(DefaultDriverOption.CONNECTION_CONNECT_TIMEOUT, Duration.ofSeconds(15))
                .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, Duration.ofSeconds(15))
                .withDuration(DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT, Duration.ofSeconds(15))
                .withDuration(DefaultDriverOption.RECONNECTION_BASE_DELAY, Duration.ofMillis(50))
                .withDuration(DefaultDriverOption.RECONNECTION_MAX_DELAY, Duration.ofSeconds(1))
                .withInt(DefaultDriverOption.NETTY_IO_SHUTDOWN_QUIET_PERIOD, 0)
                .withInt(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_QUIET_PERIOD, 0)
                .withBoolean(DefaultDriverOption.METADATA_SCHEMA_ENABLED, false);
    }
}
