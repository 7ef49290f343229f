package io.mintmark.lab.peers;

import io.mintmark.lab.instrument.ClosedLoop;
import io.mintmark.lab.instrument.HttpConnection;
import io.mintmark.lab.instrument.RequestBuffer;
import io.mintmark.lab.instrument.Requests;
import io.mintmark.lab.process.PeerProcess;
import io.mintmark.lab.process.WorkDirectory;
import io.mintmark.lab.report.Sample;
import io.mintmark.lab.report.Turns;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** One etcd, and counters in it: each connection writes to a key of its own, if nobody else did since. */
public final class Etcd implements AutoCloseable {
    private static final String NAME = "etcd";

    private final PeerProcess process;

    private Etcd(PeerProcess process) {
        this.process = process;
    }

    /** Starts one, if it is on the path. */
    public static Optional<Etcd> start(WorkDirectory work) throws IOException {
        if (version().isEmpty()) {
            return Optional.empty();
        }
        InetSocketAddress address = PeerProcess.freePort();
        String client = url(address);
        String peer = url(PeerProcess.freePort());
        List<String> command = List.of((NAME + " --data-dir " + work.fresh("etcd") + " --listen-client-urls " + client
                        + " --advertise-client-urls " + client + " --listen-peer-urls " + peer
                        + " --initial-advertise-peer-urls " + peer + " --initial-cluster default=" + peer)
                .split(" ", -1));
        return Optional.of(new Etcd(PeerProcess.start(command, address, work.file("etcd.log"))));
    }

    private static String url(InetSocketAddress address) {
        return "http://" + address.getHostString() + ":" + address.getPort();
    }

    /** Returns its name and version; empty if it is not on the path. */
    public static String version() throws IOException {
        return PeerProcess.version(NAME, "--version")
                .map(said -> said.replace("etcd Version: ", "etcd "))
                .orElse("");
    }

    /** Returns a load of so many connections. */
    public Turns.Subject transactions(int connections) {
        Transactions transactions = new Transactions(connections);
        return window -> {
            try (ClosedLoop loop = ClosedLoop.connect(process.address(), transactions, connections)) {
                Sample sample = window.of(List.of(process.handle()), loop::run, 1);
                transactions.check(URI.create(url(process.address())));
                return sample;
            }
        };
    }

    @Override
    public void close() {
        process.close();
    }

    private static final class Transactions implements Requests {
        private static final String VALUE = base64("32");

        private final long[] versions;
        private final RequestBuffer body = new RequestBuffer();

        Transactions(int connections) {
            versions = new long[connections];
        }

        @Override
        public void write(int connection, RequestBuffer out) {
            String key = key(connection);
            body.clear()
                    .text("{\"compare\":[{\"target\":\"VERSION\",\"key\":\"")
                    .text(key)
                    .text("\",\"version\":\"");
            body.number(versions[connection]++)
                    .text("\"}],\"success\":[{\"requestPut\":{\"key\":\"")
                    .text(key);
            body.text("\",\"value\":\"").text(VALUE).text("\"}}]}");
            out.text("POST /v3/kv/txn HTTP/1.1\r\nHost: localhost\r\nContent-Length: ");
            out.number(body.length()).text("\r\n\r\n").append(body);
        }

        /** A transaction that found another version is answered with 200, too. */
        void check(URI server) throws IOException {
            String range = "POST /v3/kv/range";
            try (HttpConnection connection = HttpConnection.to(server)) {
                int status = connection.ask(range, "{\"key\":\"" + key(0) + "\"}");
                String expected = "\"version\":\"" + versions[0] + "\"";
                if (status != 200 || !connection.body().contains(expected)) {
                    throw new IOException("each transaction of etcd must have put, so that " + expected
                            + " stands in the answer, but it is " + connection.body());
                }
            }
        }

        private static String key(int connection) {
            return base64("orders" + connection);
        }

        private static String base64(String text) {
            return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.US_ASCII));
        }
    }
}
