package io.mintmark.web.jetty;

import java.security.cert.X509Certificate;
import java.util.Optional;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/**
 * What a client showed when it connected over TLS.
 *
 * @param certificate the first of its chain, if it showed one
 */
record ShownCertificate(Optional<X509Certificate> certificate) {
    static ShownCertificate by(SSLSession session) {
        try {
            return new ShownCertificate(Optional.of((X509Certificate) session.getPeerCertificates()[0]));
        } catch (SSLPeerUnverifiedException none) {
            return new ShownCertificate(Optional.empty());
        }
    }
}
