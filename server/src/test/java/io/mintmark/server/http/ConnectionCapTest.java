package io.mintmark.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ConnectionCapTest {
    private final AdmissionCounts counts = new AdmissionCounts();
    private final List<Wire> wires = new ArrayList<>();

    private HttpFront start(int all, int ofOneAddress) {
        AdmissionLimits load = LimitsBuilder.load().connections(all, ofOneAddress).build();
        HttpSettings settings = new HttpSettings("127.0.0.1", 0, HttpLimits.DEFAULT, load, Set.of());
        return Fronts.start(Fronts.router(), settings, counts, Duration.ofSeconds(5));
    }

    @AfterEach
    void close() throws IOException {
        for (Wire wire : wires) {
            wire.close();
        }
    }

    private Wire open(String from, HttpFront front) throws IOException {
        Wire wire = Wire.from(from, front.address());
        wires.add(wire);
        return wire;
    }

    private static int status(Wire wire) throws IOException {
        return wire.send(Fronts.get("/ping")).answer().status();
    }

    @Test
    void shouldCloseAtOnceWhatIsTooMuchOfOneAddressAndServeOthers() throws Exception {
        try (HttpFront front = start(100, 3)) {
            for (int i = 0; i < 3; i++) {
                assertThat(status(open("127.0.0.1", front))).isEqualTo(200);
            }

            Wire tooMany = open("127.0.0.1", front);

            assertThatThrownBy(() -> status(tooMany)).isInstanceOf(IOException.class);
            assertThat(counts.connectionsRefused()).isEqualTo(1);
            assertThat(counts.connections()).isEqualTo(3);
            assertThat(status(open("127.0.0.2", front))).isEqualTo(200);
            assertThat(status(wires.get(0))).as("older ones are not disturbed").isEqualTo(200);
        }
    }

    @Test
    void shouldTakeAnotherOneAfterOneIsGone() throws Exception {
        try (HttpFront front = start(100, 2)) {
            for (int i = 0; i < 20; i++) {
                try (Wire first = Wire.to(front.address());
                        Wire second = Wire.to(front.address())) {
                    assertThat(status(first)).isEqualTo(200);
                    assertThat(status(second)).isEqualTo(200);
                }
                Waiting.until(() -> counts.connections() == 0);
            }
            assertThat(counts.connectionsRefused()).isZero();
        }
    }

    @Test
    void shouldLeaveRoomForANewAddressHoweverManyAddressesAreGreedy() throws Exception {
        try (HttpFront front = start(20, 20)) {
            for (int attempt = 0; attempt < 20; attempt++) {
                for (int address = 1; address <= 4; address++) {
                    Wire ignored = open("127.0.0." + address, front);
                }
            }
            Waiting.until(() -> counts.connections() + counts.connectionsRefused() == 80);

            assertThat(counts.connections()).isEqualTo(16);
            assertThat(status(open("127.0.0.9", front))).isEqualTo(200);
        }
    }

    /** Returns how many of so many connections from ten addresses are left open by a process that may open so many files. */
    private int openOf(int connections, long filesMax) throws IOException {
        AdmissionLimits load = LimitsBuilder.load().connections(10_000, 10_000).build();
        ConnectionCap cap = new ConnectionCap(load, counts, () -> filesMax);
        List<SocketChannel> channels = new ArrayList<>();
        try (ServerSocketChannel server =
                ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            for (int i = 0; i < connections; i++) {
                SocketChannel client = SocketChannel.open().bind(new InetSocketAddress("127.0.1." + (1 + i % 10), 0));
                client.connect(server.getLocalAddress());
                SocketChannel accepted = server.accept();
                channels.addAll(List.of(client, accepted));
                cap.onAccepting(accepted);
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
