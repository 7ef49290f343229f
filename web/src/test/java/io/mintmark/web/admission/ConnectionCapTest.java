package io.mintmark.web.admission;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.support.limits.Limits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConnectionCapTest {
    private final AdmissionCounts counts = new AdmissionCounts();

    /**
     * Returns how many of {@code connections} from ten addresses stay open in a process that may open {@code filesMax}
     * files.
     */
    private int openOf(int connections, long filesMax) throws IOException {
        Limits load = LimitsBuilder.load().connections(10_000, 10_000).build();
        ConnectionCap cap = new ConnectionCap(load.connections(), counts, () -> filesMax);
        List<SocketChannel> channels = new ArrayList<>();
        try (ServerSocketChannel server =
                ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            for (int i = 0; i < connections; i++) {
                SocketChannel client = SocketChannel.open().bind(new InetSocketAddress("127.0.1." + (1 + i % 10), 0));
                client.connect(server.getLocalAddress());
                SocketChannel accepted = server.accept();
                channels.addAll(List.of(client, accepted));
                cap.accept(accepted);
            }
            return cap.connections();
        } finally {
            for (SocketChannel channel : channels) {
                channel.close();
            }
        }
    }

    @Test
    void shouldLeaveHalfOfTheFilesToTheStore() throws Exception {
        assertThat(openOf(400, 440)).isGreaterThan(150).isLessThanOrEqualTo(220);
        assertThat(counts.connectionsRefused()).isGreaterThanOrEqualTo(180);
    }

    /** The broken twin: one that does not know how few files there are takes them all. */
    @Test
    void wouldTakeEveryFileIfTheLimitWereNotKnown() throws Exception {
        assertThat(openOf(400, Long.MAX_VALUE)).isEqualTo(400);
    }

    @Test
    void shouldTakeTheAddressesOfOneIpv6NetworkForOne() throws Exception {
        InetSocketAddress one = new InetSocketAddress(InetAddress.getByName("2001:db8:1:2::1"), 1);
        InetSocketAddress same = new InetSocketAddress(InetAddress.getByName("2001:db8:1:2:ffff::9"), 2);
        InetSocketAddress other = new InetSocketAddress(InetAddress.getByName("2001:db8:1:3::1"), 1);
        InetSocketAddress four = new InetSocketAddress(InetAddress.getByName("10.1.2.3"), 1);

        assertThat(AddressGroup.of(one)).isEqualTo(AddressGroup.of(same)).isNotEqualTo(AddressGroup.of(other));
        assertThat(AddressGroup.of(four)).isEqualTo(InetAddress.getByName("10.1.2.3"));
        assertThat(AddressGroup.of(null)).isEqualTo(InetAddress.getLoopbackAddress());
    }
}
