package io.mintmark.lab.instrument;

import java.net.InetSocketAddress;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/**
 * Where a server answers, how to speak TLS with it if it does, and how to say who calls.
 *
 * @param socket its host and port
 * @param tls opens connections that trust any certificate, and perhaps show one; empty for plain HTTP
 * @param authorization header lines of each request that say who calls; empty if the connection does, or nobody asks
 */
public record ServerAddress(InetSocketAddress socket, Optional<SSLContext> tls, String authorization) {

    /** Returns the address in a URL, whose scheme says whether it speaks TLS. */
    public static ServerAddress of(URI url) {
        return new ServerAddress(
                new InetSocketAddress(url.getHost(), url.getPort()),
                url.getScheme().equals("https") ? Optional.of(TrustsAnybody.context()) : Optional.empty(),
                "");
    }

    /** Returns the address of a server that speaks plain HTTP. */
    public static ServerAddress plain(InetSocketAddress socket) {
        return new ServerAddress(socket, Optional.empty(), "");
    }

    /** Returns the same for a caller with a bearer token. */
    public ServerAddress withToken(String token) {
        return new ServerAddress(socket, tls, "Authorization: Bearer " + token + "\r\n");
    }

    /** Returns the same for a caller who shows a certificate of its own. */
    public ServerAddress withCertificate(KeyStore own, char[] password) {
        return new ServerAddress(socket, Optional.of(TrustsAnybody.context(own, password)), "");
    }

    /** Takes any certificate: a measurement talks to the server that it started itself. */
    private static final class TrustsAnybody implements X509TrustManager {
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
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
