package io.mintmark.web.jetty;

import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLException;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.ssl.SslConnection;

/** Encrypts and decrypts one connection, in the slices of its end. */
final class TlsConnection extends SslConnection {
    /** Guarded by the lock under which the connection reads and writes. */
    private long bytesDecrypted;

    TlsConnection(ByteBufferPool buffers, Executor executor, FrontEnd end, SSLEngine engine) {
        super(buffers, task -> executor.execute(() -> end.read(task)), end, engine);
    }

    /** Returns the HTTP connection inside. */
    FrontConnection front() {
        return (FrontConnection) getSslEndPoint().getConnection();
    }

    /** Returns how many of the received bytes were decrypted so far; the rest belongs to what follows. */
    long bytesDecrypted() {
        return bytesDecrypted;
    }

    @Override
    protected SSLEngineResult unwrap(SSLEngine engine, ByteBuffer input, ByteBuffer output) throws SSLException {
        SSLEngineResult result = super.unwrap(engine, input, output);
        bytesDecrypted += result.bytesConsumed();
        return result;
    }
}
