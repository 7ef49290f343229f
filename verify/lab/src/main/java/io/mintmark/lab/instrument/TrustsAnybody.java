package io.mintmark.lab.instrument;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/** Takes any certificate: a measurement talks to the server that it started itself. */
final class TrustsAnybody extends X509ExtendedTrustManager {
    private TrustsAnybody() {}

    static SSLContext context() {
        try {
            return context(new KeyManager[0]);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java speaks TLS", e);
        }
    }

    /** Returns the same for a client that shows the certificate in {@code own}. */
    static SSLContext context(KeyStore own, char[] password) {
        try {
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(own, password);
            return context(keys.getKeyManagers());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the key of a client opens with its own password", e);
        }
    }

    private static SSLContext context(KeyManager[] keys) throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys, new TrustManager[] {new TrustsAnybody()}, null);
        return context;
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) {
        // Trusted.
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) {
        // Trusted.
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket) {
        // Trusted.
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket) {
        // Trusted.
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine) {
        // Trusted.
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine) {
        // Trusted.
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
