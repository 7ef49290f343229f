package io.mintmark.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import io.mintmark.range.RangeSource;
import io.mintmark.testkit.RangeSourceOpener;
import java.net.InetSocketAddress;

/** Opens a counter in another program, by the text {@code host port name ceiling}. */
final class CounterInCassandra implements RangeSourceOpener {

    static String address(String name, long ceiling) {
        InetSocketAddress node = TestCluster.address();
        return node.getHostString() + " " + node.getPort() + " " + name + " " + ceiling;
    }

    @Override
    @SuppressWarnings("resource") // the session ends with that program
    public RangeSource open(String address) {
        String[] parts = address.split(" ", -1);
        InetSocketAddress node = new InetSocketAddress(parts[0], Integer.parseInt(parts[1]));
        CqlSession session = TestCluster.connect(node, TestCluster.SUPERUSER, "V4");
        return CassandraCounters.over(session)
                .keyspace(TestCluster.KEYSPACE)
                .ceiling(Long.parseLong(parts[3]))
                .counter(parts[2]);
    }
}
