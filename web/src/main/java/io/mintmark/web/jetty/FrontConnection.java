package io.mintmark.web.jetty;

import io.mintmark.MintmarkException;
import io.mintmark.internal.Ticker;
import io.mintmark.web.admission.AdmissionControl;
import io.mintmark.web.admission.ClientConnection;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.HttpParser;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.internal.HttpConnection;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * One connection: it remembers what admission knows of it, and how the line of its current request was written.
 *
 * <p>Jetty tells nobody else about the line: only the parser of a connection sees it, and only a subclass of Jetty's
 * own connection, which is internal to Jetty, can bring a parser.
 */
final class FrontConnection extends HttpConnection {
    private static final String INTERNAL = "org.eclipse.jetty.server.internal";

    private final AdmissionControl admission;
    private final ClientConnection client;
    private final FrontEnd end;
    private final Optional<SSLEngine> tls;
    private final Map<Class<?>, Object> facts = new ConcurrentHashMap<>();
    private boolean targetIsStrange;

    private FrontConnection(
            HttpConfiguration configuration, Connector connector, EndPoint end, AdmissionControl admission) {
        super(configuration, connector, end);
        this.admission = admission;
        this.end = FrontEnd.below(end);
        this.tls = end instanceof SslConnection.SslEndPoint decrypting
                ? Optional.of(decrypting.getSslConnection().getSSLEngine())
                : Optional.empty();
        this.client = new Client();
    }

    /** Makes such connections. */
    static final class Factory extends HttpConnectionFactory {
        private final AdmissionControl admission;

        /**
         * Makes connections of that {@code configuration}, which {@code admission} knows while they are open.
         *
         * @throws MintmarkException if the server runs as a module that Jetty does not let in
         */
        Factory(HttpConfiguration configuration, AdmissionControl admission) {
            super(configuration);
            this.admission = admission;
            Module jetty = HttpConnectionFactory.class.getModule();
            Module own = FrontConnection.class.getModule();
            if (!jetty.isExported(INTERNAL, own)) {
                throw new MintmarkException(
                        "The server must be on the class path, or java be started with --add-exports " + jetty.getName()
                                + "/" + INTERNAL + "=" + own.getName() + ".");
            }
        }

        @Override
        public Connection newConnection(Connector connector, EndPoint end) {
            HttpConnection connection = new FrontConnection(getHttpConfiguration(), connector, end, admission);
            connection.setUseInputDirectByteBuffers(isUseInputDirectByteBuffers());
            connection.setUseOutputDirectByteBuffers(isUseOutputDirectByteBuffers());
            connection.setTransferEncodingChunkMaxLength(getTransferEncodingChunkMaxLength());
            return configure(connection, connector, end);
        }
    }

    /** Returns the connection that {@code request} came on. */
    static FrontConnection of(Request request) {
        return (FrontConnection) request.getConnectionMetaData().getConnection();
    }

    /** Returns this connection as admission sees it. */
    ClientConnection client() {
        return client;
    }

    /** Returns the same anew, at which nobody looks, for the reply to bytes that never became an exchange. */
    ClientConnection unwatched() {
        return new Client();
    }

    /** Returns whether this is the inside of a TLS connection. */
    @Override
    public boolean isSecure() {
        return tls.isPresent();
    }

    /** Returns the first certificate of the chain that the client showed, if it showed one; found out once. */
    Optional<X509Certificate> clientCertificate() {
        return tls.flatMap(engine -> only(ShownCertificate.class, () -> ShownCertificate.by(engine.getSession()))
                .certificate());
    }

    /** Returns the only {@code T} of this connection, made by {@code make} when it is first wanted. */
    <T> T only(Class<T> type, Supplier<? extends T> make) {
        Object known = facts.get(type);
        if (known == null) {
            known = make.get();
            facts.put(type, known);
        }
        return type.cast(known);
    }

    /** Returns whether the client has ended its side; only while a request waits, whose body is there. */
    boolean hasLeft() {
        return end.hasLeft();
    }

    /**
     * Answers a request of which nothing is waited for. Its reply may be held if the next request came with it; over
     * TLS it is not, whose records are made one by one.
     */
    void answerHere(Runnable answering) {
        if (tls.isPresent() || !isRequestAwaited()) {
            answering.run();
        } else {
            end.replies().holding(this::isRequestAwaited, answering);
        }
    }

    private boolean isRequestAwaited() {
        return !isRequestBufferEmpty();
    }

    /** Sends the replies that are held: the one to the present request may take long. */
    void sendHeld() {
        end.replies().send();
    }

    /** Returns whether others may read the line of the current request differently. */
    boolean isLineStrange() {
        return getParser() instanceof WatchingParser parser && parser.strange;
    }

    /** Returns whether others may see another path in the target of the current request. */
    boolean isTargetStrange() {
        return targetIsStrange;
    }

    /** Goes on after a reply, within a slice. */
    @Override
    public void run() {
        ReadSlice.run(super::run);
    }

    @Override
    public void onOpen() {
        admission.reaper().watch(client);
        super.onOpen();
    }

    @Override
    public void onClose(Throwable cause) {
        try {
            super.onClose(cause);
        } finally {
            admission.reaper().forget(client);
        }
    }

    /** This connection as admission sees it. */
    private final class Client extends ClientConnection {
        Client() {
            super(admission, getEndPoint().getRemoteSocketAddress());
        }

        @Override
        protected long bytesReceived() {
            return end.bytesReceived();
        }

        @Override
        protected long idleMillisMax() {
            return getEndPoint().getIdleTimeout();
        }

        @Override
        protected void idleMillisMax(long millis) {
            getEndPoint().setIdleTimeout(millis);
        }

        @Override
        protected void rest(Duration rest) {
            SocketAddress peer = end.getRemoteSocketAddress();
            end.waitFor(new RestAfterRefusal(
                    Ticker.SYSTEM, rest, end::waitForNothing, (step, nanos) -> readLater(peer, step, nanos)));
        }

        private void readLater(SocketAddress peer, Runnable step, long delayNanos) {
            Scheduler.Task ignored = getConnector()
                    .getScheduler()
                    .schedule(() -> admission.readRested(peer, step), delayNanos, TimeUnit.NANOSECONDS);
        }

        @Override
        protected void breakOff(String why) {
            getEndPoint().close(new TimeoutException(why));
        }
    }

    /** Called while the connection is being made. */
    @Override
    protected RequestHandler newRequestHandler() {
        return new TargetHandler();
    }

    /** Looks at each target before Jetty does, which passes over whatever stands before a path. */
    private final class TargetHandler extends RequestHandler {
        @Override
        public void startRequest(String method, String target, HttpVersion version) {
            targetIsStrange = !RequestHeads.isPathOrUrl(target);
            super.startRequest(method, target, version);
        }
    }

    /** Called while the connection is being made; the watching parser hands on everything that the usual one would. */
    @Override
    protected HttpParser newHttpParser(HttpCompliance compliance) {
        HttpParser usual = super.newHttpParser(compliance);
        HttpConfiguration configuration = getHttpConfiguration();
        HttpParser watching = new WatchingParser(
                (HttpParser.RequestHandler) usual.getHandler(), configuration.getRequestHeaderSize(), compliance);
        watching.setHeaderCacheSize(usual.getHeaderCacheSize());
        watching.setHeaderCacheCaseSensitive(usual.isHeaderCacheCaseSensitive());
        return watching;
    }

    /**
     * Watches how the first line of each request is written: method, target and version must have one space between
     * them, and the version capitals.
     *
     * <p>Jetty reads several spaces as one, and the version in small letters too. A proxy before the server may read
     * such a line in another way, and then the two do not agree on what was asked.
     */
    private static final class WatchingParser extends HttpParser {
        private boolean begun;
        private boolean ended;
        private boolean strange;
        private boolean afterSpace;
        private int spaces;

        WatchingParser(RequestHandler handler, int headBytesMax, HttpCompliance compliance) {
            super(handler, headBytesMax, compliance);
        }

        /** Looks at the bytes up to the end of the line, and leaves them to Jetty. */
        @Override
        public boolean parseNext(ByteBuffer bytes) {
            for (int i = bytes.position(); i < bytes.limit() && !ended; i++) {
                look(bytes.get(i));
            }
            return super.parseNext(bytes);
        }

        private void look(byte b) {
            if (!begun && (b == '\r' || b == '\n')) {
                // Empty lines may come before a request.
                return;
            }
            boolean space = b == ' ';
            strange |= space && (!begun || afterSpace || spaces == 2);
            strange |= spaces == 2 && b >= 'a' && b <= 'z';
            begun = true;
            ended = b == '\n';
            afterSpace = space;
            spaces += space ? 1 : 0;
        }

        @Override
        public void reset() {
            super.reset();
            begun = false;
            ended = false;
            strange = false;
            afterSpace = false;
            spaces = 0;
        }
    }
}
