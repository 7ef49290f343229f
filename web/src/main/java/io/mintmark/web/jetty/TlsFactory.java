package io.mintmark.web.jetty;

import io.mintmark.web.admission.AdmissionControl;
import javax.net.ssl.SSLEngine;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/** Makes connections that speak TLS 1.3 or 1.2, with ciphers that keep secrets also after a key was stolen. */
final class TlsFactory extends SslConnectionFactory {
    /** The cheapest first. All are authenticated encryption with a fresh key for each connection. */
    private static final String[] CIPHERS = {
        "TLS_AES_128_GCM_SHA256",
        "TLS_AES_256_GCM_SHA384",
        "TLS_CHACHA20_POLY1305_SHA256",
        "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
        "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
        "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
        "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
        "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
        "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256"
    };

    private final AdmissionControl admission;

    TlsFactory(TlsFront front, AdmissionControl admission) {
        super(settings(front), HttpVersion.HTTP_1_1.asString());
        this.admission = admission;
        // Jetty's customizer would judge the Host header by the certificate's names; WebGate does, by the operator's.
        setEnsureSecureRequestCustomizer(false);
    }

    private static SslContextFactory.Server settings(TlsFront front) {
        SslContextFactory.Server settings = new SslContextFactory.Server();
        settings.setSslContext(front.context());
        settings.setIncludeProtocols("TLSv1.3", "TLSv1.2");
        settings.setIncludeCipherSuites(CIPHERS);
        settings.setUseCipherSuitesOrder(true);
        settings.setRenegotiationAllowed(false);
        settings.setWantClientAuth(front.asksClients());
        return settings;
    }

    @Override
    protected SslConnection newSslConnection(Connector connector, EndPoint end, SSLEngine engine) {
        FrontEnd front = FrontEnd.below(end);
        TlsConnection connection =
                new TlsConnection(connector.getByteBufferPool(), connector.getExecutor(), front, engine);
        Handshake handshake = new Handshake(admission, connection, front);
        connection.addHandshakeListener(handshake);
        connection.addEventListener(handshake);
        front.waitFor(handshake);
        return connection;
    }
}
