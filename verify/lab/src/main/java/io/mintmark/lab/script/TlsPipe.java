package io.mintmark.lab.script;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;

/** A client's end of TLS between bytes that are sent and received elsewhere. Not thread-safe. */
public final class TlsPipe {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final SSLEngine engine;
    private final ByteArrayOutputStream answer = new ByteArrayOutputStream();
    private final ByteBuffer record;
    private ByteBuffer received = ByteBuffer.allocate(0);
    private boolean stands;

    /** Begins nothing yet. */
    public TlsPipe(SSLContext context) {
        engine = context.createSSLEngine();
        engine.setUseClientMode(true);
        record = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
    }

    /** Returns the first bytes of the handshake. */
    public byte[] begin() throws SSLException {
        engine.beginHandshake();
        shake();
        return answer();
    }

    /** Returns whether the handshake is done. */
    public boolean stands() {
        return stands;
    }

    /** Returns {@code plain} as it is sent; only once this stands. */
    public byte[] encrypt(byte[] plain) {
        ByteBuffer left = ByteBuffer.wrap(plain);
        try {
            while (left.hasRemaining() && !engine.isOutboundDone()) {
                wrap(left);
            }
        } catch (SSLException e) {
            throw new IllegalStateException("a connection that stands encrypts", e);
        }
        return answer();
    }

    /** Returns what the bytes say; what is left of the last record is kept for the next ones. */
    public ByteBuffer decrypt(ByteBuffer encrypted) throws IOException {
        ByteBuffer all = ByteBuffer.allocate(received.remaining() + encrypted.remaining());
        received = all.put(received).put(encrypted).flip();
        ByteBuffer plain =
                ByteBuffer.allocate(received.remaining() + engine.getSession().getApplicationBufferSize());
        while (received.hasRemaining()) {
            SSLEngineResult result = engine.unwrap(received, plain);
            note(result);
            if (result.getStatus() == Status.CLOSED) {
                throw new SSLException("the server closed the connection");
            }
            if (result.getStatus() != Status.OK) {
                break;
            }
            shake();
        }
        return plain.flip();
    }

    /** Returns what the handshake has to send, once. */
    public byte[] answer() {
        byte[] bytes = answer.toByteArray();
        answer.reset();
        return bytes;
    }

    private void shake() throws SSLException {
        while (true) {
            HandshakeStatus status = engine.getHandshakeStatus();
            if (status == HandshakeStatus.NEED_TASK) {
                engine.getDelegatedTask().run();
            } else if (status == HandshakeStatus.NEED_WRAP) {
                wrap(NOTHING);
            } else {
                return;
            }
        }
    }

    private void wrap(ByteBuffer plain) throws SSLException {
        note(engine.wrap(plain, record.clear()));
        answer.write(record.array(), 0, record.position());
    }

    private void note(SSLEngineResult result) {
        stands |= result.getHandshakeStatus() == HandshakeStatus.FINISHED;
    }
}
