package io.mintmark.web.jetty;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.support.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.eclipse.jetty.io.AbstractConnection;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.AbstractConnectionFactory;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.BufferUtil;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A client that sends much at once, and a connection that reads as much as it is given. */
class ReadSliceTest {
    private static final int SENT = 200_000;
    private static final int PORTION = 8 << 10;
    private static final int BUFFER = 1 << 10;

    private final List<Integer> reads = new CopyOnWriteArrayList<>();
    private @Nullable Server server;

    /** How a connection comes to read what has arrived. */
    @FunctionalInterface
    private interface Way {
        void read(FrontEnd end, Runnable reading);
    }

    private final class Greedy extends AbstractConnection {
        private final Way way;

        Greedy(Connector connector, EndPoint end, Way way) {
            super(end, connector.getExecutor());
            this.way = way;
        }

        @Override
        public void onOpen() {
            super.onOpen();
            fillInterested();
        }

        @Override
        public void onFillable() {
            way.read(FrontEnd.below(getEndPoint()), this::readAll);
        }

        private void readAll() {
            try {
                // What was sent is there: only the end of a slice can be in the way.
                Eventually.pass(20);
                int all = 0;
                ByteBuffer buffer = BufferUtil.allocate(BUFFER);
                int filled = getEndPoint().fill(buffer);
                while (filled > 0) {
                    all += filled;
                    BufferUtil.clear(buffer);
                    filled = getEndPoint().fill(buffer);
                }
                reads.add(all);
                fillInterested();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private final class Factory extends AbstractConnectionFactory {
        private final Way way;

        Factory(Way way) {
            super("greedy");
            this.way = way;
        }

        @Override
        public Connection newConnection(Connector connector, EndPoint end) {
            return configure(new Greedy(connector, end, way), connector, end);
        }
    }

    private int largestRead(Way way) throws Exception {
        Server started = new Server();
        server = started;
        FrontConnector connector = new FrontConnector(started, 1, new Factory(way));
        connector.setHost("127.0.0.1");
        started.addConnector(connector);
        started.start();
        try (Socket client = new Socket()) {
            client.connect(new InetSocketAddress("127.0.0.1", connector.getLocalPort()));
            client.getOutputStream().write(new byte[SENT]);
            Eventually.until(() -> reads.stream().mapToInt(Integer::intValue).sum() == SENT);
        }
        return reads.stream().mapToInt(Integer::intValue).max().orElseThrow();
    }

    @AfterEach
    void stop() throws Exception {
        Objects.requireNonNull(server).stop();
    }

    @Test
    void shouldEndBehindAPortion() throws Exception {
        assertThat(largestRead((end, reading) -> reading.run())).isBetween(PORTION, PORTION + BUFFER);
    }

    @Test
    void shouldNotLimitWhoWaitsForABody() throws Exception {
        assertThat(largestRead((end, reading) -> new Thread(reading).start())).isGreaterThan(PORTION + BUFFER);
    }

    @Test
    void shouldLimitASocketWhoeverReads() throws Exception {
        int largest = largestRead((end, reading) -> {
            end.readOnlyPortions();
            new Thread(reading).start();
        });

        assertThat(largest).isBetween(PORTION, PORTION + BUFFER);
    }
}
