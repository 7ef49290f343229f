package io.mintmark.server.jetty;

import io.mintmark.server.admission.AdmissionControl;
import org.eclipse.jetty.io.ssl.SslHandshakeListener;

/**
 * The TLS handshake of one connection. Each step of it waits for its turn among all handshakes: one costs as much as many
 * requests, and thousands of them, all asked for at once, must not keep those from being answered who are connected.
 */
final class Handshake implements SslHandshakeListener {
    private final AdmissionControl admission;
    private final TlsConnection connection;
    private final FrontEnd end;

    Handshake(AdmissionControl admission, TlsConnection connection, FrontEnd end) {
        this.admission = admission;
        this.connection = connection;
        this.end = end;
    }

    /** Runs {@code step} when its turn comes; a connection for whose handshake there is no room is closed. */
    void step(Runnable step) {
        admission.enterHandshake(end.getRemoteSocketAddress(), step, end::close);
    }

    @Override
    public void handshakeSucceeded(Event event) {
        end.handshakeEnds();
        connection.front().client().settle(connection.bytesDecrypted());
    }

    @Override
    public void handshakeFailed(Event event, Throwable failure) {
        admission.handshakeFailed();
    }
}
