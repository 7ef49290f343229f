package io.mintmark.server.http;

import io.mintmark.MintmarkException;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.HttpParser;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.internal.HttpConnection;

/**
 * Makes connections that remember how the line of their current request was written; {@link Framing} asks.
 *
 * <p>Jetty tells nobody else: only the parser of a connection sees the line, and only a subclass of Jetty's own connection, which
 * is internal to it, can bring a parser.
 */
final class StrictConnections extends HttpConnectionFactory {
    private static final String INTERNAL = "org.eclipse.jetty.server.internal";

    /**
     * Makes connections of that {@code configuration}.
     *
     * @throws MintmarkException if the server runs as a module that Jetty does not let in
     */
    StrictConnections(HttpConfiguration configuration) {
        super(configuration);
        Module jetty = HttpConnectionFactory.class.getModule();
        Module own = StrictConnections.class.getModule();
        if (!jetty.isExported(INTERNAL, own)) {
            throw new MintmarkException("The server must be on the class path, or java be started with --add-exports "
                    + jetty.getName() + "/" + INTERNAL + "=" + own.getName() + ".");
        }
    }

    @Override
    public Connection newConnection(Connector connector, EndPoint end) {
        HttpConnection connection = new StrictConnection(getHttpConfiguration(), connector, end);
        connection.setUseInputDirectByteBuffers(isUseInputDirectByteBuffers());
        connection.setUseOutputDirectByteBuffers(isUseOutputDirectByteBuffers());
        connection.setTransferEncodingChunkMaxLength(getTransferEncodingChunkMaxLength());
        return configure(connection, connector, end);
    }

    /** Returns whether the line of {@code request} is written in a way that others may read differently. */
    static boolean isLineStrange(Request request) {
        return request.getConnectionMetaData().getConnection() instanceof HttpConnection connection
                && connection.getParser() instanceof WatchingParser parser
                && parser.line.isStrange();
    }

    private static final class StrictConnection extends HttpConnection {
        StrictConnection(HttpConfiguration configuration, Connector connector, EndPoint end) {
            super(configuration, connector, end);
        }

        /** Called while the connection is being made; what the usual parser tells, the watching one tells too. */
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
    }

    private static final class WatchingParser extends HttpParser {
        private final RequestLine line = new RequestLine();

        WatchingParser(RequestHandler handler, int headBytesMax, HttpCompliance compliance) {
            super(handler, headBytesMax, compliance);
        }

        @Override
        public boolean parseNext(ByteBuffer buffer) {
            line.look(buffer);
            return super.parseNext(buffer);
        }

        @Override
        public void reset() {
            super.reset();
            line.reset();
        }
    }
}
