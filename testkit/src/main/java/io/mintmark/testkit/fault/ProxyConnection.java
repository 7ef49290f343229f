package io.mintmark.testkit.fault;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import org.jspecify.annotations.Nullable;

/** One client's connection to the proxy: it passes request after request until one of the three parties hangs up. */
final class ProxyConnection implements Runnable {
    private final Socket client;
    private final FaultProxy proxy;
    private @Nullable UpstreamConnection upstream;

    /** Passes requests of {@code client} on, as {@code proxy} decides. */
    ProxyConnection(Socket client, FaultProxy proxy) {
        this.client = client;
        this.proxy = proxy;
    }

    @Override
    public void run() {
        try (client) {
            client.setTcpNoDelay(true);
            InputStream in = new BufferedInputStream(client.getInputStream());
            while (passOne(in)) {}
        } catch (IOException | RuntimeException hungUp) {
            // One side is gone, or the bytes were not HTTP: the connection ends, as it would in a network.
        } finally {
            hangUp();
        }
    }

    /** Passes one request and its reply; false if the connection ends with it. */
    private boolean passOne(InputStream in) throws IOException {
        HttpMessage request = HttpMessage.request(in);
        if (request == null) {
            return false;
        }
        Fault fault = proxy.nextFault();
        return switch (fault) {
            case NONE -> reply(request, ask(request));
            case REFUSE -> reset();
            case DELAY -> {
                proxy.delay();
                yield reply(request, ask(request));
            }
            case SEND_TWICE -> reply(request, askTwice(request));
            case COPY_LATER -> replyBeforeCopy(request, ask(request));
            case DROP_REPLY -> {
                HttpMessage ignored = ask(request);
                yield false;
            }
            case RESET_IN_REQUEST -> {
                connected().askHalf(request);
                yield reset();
            }
            case RESET_IN_REPLY -> {
                replyHalf(ask(request));
                yield reset();
            }
            case HALF_CLOSE -> {
                replyHalf(ask(request));
                client.shutdownOutput();
                yield false;
            }
        };
    }

    private HttpMessage ask(HttpMessage request) throws IOException {
        return connected().ask(request);
    }

    private UpstreamConnection connected() throws IOException {
        UpstreamConnection known = upstream;
        if (known == null) {
            known = proxy.connect();
            upstream = known;
        }
        return known;
    }

    private boolean replyBeforeCopy(HttpMessage request, HttpMessage reply) throws IOException {
        try {
            return reply(request, reply);
        } finally {
            proxy.later(() -> askApart(request));
        }
    }

    /** Asks by a second connection as well, before the first reply is there, and drops the second one. */
    private HttpMessage askTwice(HttpMessage request) throws IOException {
        try (UpstreamConnection apart = proxy.connect()) {
            apart.send(request);
            HttpMessage reply = ask(request);
            dropReply(apart, request);
            return reply;
        }
    }

    private static void dropReply(UpstreamConnection apart, HttpMessage request) {
        try {
            HttpMessage ignored = apart.reply(request);
        } catch (IOException noReply) {
            // Nobody would have read it.
        }
    }

    /** Asks by a connection of its own and drops the reply. */
    private void askApart(HttpMessage request) {
        try (UpstreamConnection apart = proxy.connect()) {
            HttpMessage ignored = apart.ask(request);
        } catch (IOException serverIsGone) {
            // The copy is lost, which no plan rules out.
        }
    }

    private boolean reply(HttpMessage request, HttpMessage reply) throws IOException {
        OutputStream out = client.getOutputStream();
        out.write(reply.bytes());
        out.flush();
        return !reply.endsConnection() && !request.endsConnection();
    }

    private void replyHalf(HttpMessage reply) throws IOException {
        OutputStream out = client.getOutputStream();
        out.write(reply.bytes(), 0, reply.half());
        out.flush();
    }

    /** Ends the connection with a reset, not in good order. */
    private boolean reset() throws IOException {
        client.setSoLinger(true, 0);
        return false;
    }

    private void hangUp() {
        UpstreamConnection known = upstream;
        if (known != null) {
            try {
                known.close();
            } catch (IOException nothingLeftToClose) {
                // The server closed it.
            }
        }
    }
}
