package io.mintmark.web.jetty;

import io.mintmark.web.admission.AdmissionControl;
import java.net.SocketAddress;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.ssl.SslHandshakeListener;

/**
 * The TLS handshake of one connection. Each step of it waits for its turn among all handshakes: one costs as much as
 * many requests, and thousands of them, all asked for at once, must not keep those from being answered who are
 * connected.
 */
final class Handshake implements FrontEnd.ReadScheduler, SslHandshakeListener, Connection.Listener {
    private final AdmissionControl admission;
    private final TlsConnection connection;
    private final FrontEnd end;
    private final SocketAddress peer;
    private volatile boolean begun;

    Handshake(AdmissionControl admission, TlsConnection connection, FrontEnd end) {
        this.admission = admission;
        this.connection = connection;
        this.end = end;
        this.peer = end.getRemoteSocketAddress();
    }

    /** Runs {@code step} when its turn comes; a connection for whose handshake there is no room is closed. */
    @Override
    public void step(Runnable step) {
        if (begun) {
            admission.goOnWithHandshake(peer, step, end::close);
        } else {
            admission.beginHandshake(peer, () -> begin(step), end::close);
        }
    }

    private void begin(Runnable step) {
        begun = true;
        step.run();
    }

    @Override
    public void handshakeSucceeded(Event event) {
        end.waitForNothing();
        connection.front().client().settle(connection.bytesDecrypted());
    }

    @Override
    public void handshakeFailed(Event event, Throwable failure) {
        admission.handshakeFailed();
    }

    @Override
    public void onOpened(Connection opened) {
        // It has cost nothing yet.
    }

    @Override
    public void onClosed(Connection closed) {
        if (begun && !connection.front().client().hasAsked()) {
            admission.handshakeWasted(peer);
        }
    }
}
