package io.mintmark.fuzz.targets;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.mintmark.support.limits.Limits;
import io.mintmark.web.admission.AdmissionCounts;
import io.mintmark.web.http.Reply;
import io.mintmark.web.http.Request;
import io.mintmark.web.http.Router;
import io.mintmark.web.jetty.HttpFront;
import io.mintmark.web.jetty.HttpSettings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The shipped front over loopback: its connections are sockets, and no others are to be had. Keeps what reached an
 * endpoint. For one exchange at a time.
 */
final class LoopbackFront {
    private static final int PATIENCE_MILLIS = 60_000;
    /** Each connection leaves its port taken for a while; many addresses have many ports. */
    private static final int ADDRESSES = 200;

    private static final Limits LIMITS =
            Limits.DEFAULT.with(new Limits.Sizes(1 << 10, 4 << 10, 64 << 10, 64 << 10, 128, 256, 128));

    private final HttpFront front;
    private final List<Seen> seen = new ArrayList<>();
    private int connections;

    /** A request as an endpoint saw it. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Seen(String method, String target, byte[] body) {}

    /** What came of the bytes of one connection: requests that were answered by an endpoint, and all replies. */
    record Exchanged(List<Seen> seen, String replies) {}

    LoopbackFront() {
        Router router = new Router();
        for (String method : List.of("GET", "POST", "PUT")) {
            for (String pattern : List.of("/", "/{a}", "/{a}/{b}", "/{a}/{b}/{c}")) {
                router.add(method, pattern, this::answer);
            }
        }
        HttpSettings settings = new HttpSettings("127.0.0.1", 0, LIMITS, Set.of());
        front = HttpFront.start(
                settings, router, (request, changes) -> {}, (request, reply) -> reply, new AdmissionCounts());
    }

    private Reply answer(Request request) {
        synchronized (seen) {
            seen.add(new Seen(request.method(), request.target(), request.body()));
        }
        return Reply.empty(200);
    }

    /**
     * Sends {@code bytes} on a connection of their own, and waits until the server closes it.
     *
     * @param ends whether the client says then that it sends no more
     */
    Exchanged exchange(byte[] bytes, boolean ends) throws IOException {
        synchronized (seen) {
            seen.clear();
        }
        String replies;
        try (Socket socket = new Socket()) {
            int number = connections++ % ADDRESSES;
            socket.bind(new InetSocketAddress(
                    InetAddress.getByAddress(new byte[] {127, 0, 1, (byte) (1 + number)}), 0));
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.connect(front.address(), PATIENCE_MILLIS);
            send(socket, bytes, ends);
            replies = received(socket.getInputStream());
        }
        synchronized (seen) {
            return new Exchanged(List.copyOf(seen), replies);
        }
    }

    /** A server that has refused a request may close while the rest is being sent. */
    private static void send(Socket socket, byte[] bytes, boolean ends) {
        try {
            socket.getOutputStream().write(bytes);
            if (ends) {
                socket.shutdownOutput();
            }
        } catch (IOException closed) {
            // The reply says why, if it is still to be read.
            return;
        }
    }

    private static String received(InputStream in) throws IOException {
        ByteArrayOutputStream received = new ByteArrayOutputStream();
        byte[] buffer = new byte[8 << 10];
        try {
            for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
                received.write(buffer, 0, length);
            }
        } catch (SocketTimeoutException e) {
            throw new AssertionError("a connection must be closed within " + PATIENCE_MILLIS + " ms", e);
        } catch (IOException reset) {
            // A connection with bytes unread is reset; what came before that counts.
            return received.toString(ISO_8859_1);
        }
        return received.toString(ISO_8859_1);
    }
}
