package io.mintmark.web.tls;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Takes any certificate of a client, whoever issued it.
 *
 * <p><b>Why this is safe.</b> A trust manager answers who vouches for a name, and no name in a client's certificate
 * means anything here. Access goes by the certificate itself, or by its public key, as an operator registered it: a
 * certificate that somebody else made with the same names, issuer and serial number has another key, and so another
 * thumbprint. What the handshake must show is that the client has the private key. It does, before any request is read,
 * whatever this class answers: the client signs the handshake up to there with that key (RFC 8446, 4.4.3; RFC 5246,
 * 7.4.8), and Java's TLS breaks off when the signature is wrong. A copied certificate without its key is therefore
 * worth nothing.
 *
 * <p>RavenDB's clients come with certificates that nobody but their owner signed, and the server names no issuers, so
 * that they send them. Dates and purpose are judged with the request, which can be answered with the reason; a
 * handshake can only be broken off. This class refuses only what costs memory.
 */
final class AnyClientCertificate extends X509ExtendedTrustManager {
    static final int CERTIFICATES_MAX = 8;
    static final int CERTIFICATE_BYTES_MAX = 8 << 10;

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        if (chain.length > CERTIFICATES_MAX) {
            throw new CertificateException("a client's chain must have at most " + CERTIFICATES_MAX
                    + " certificates, and this one has " + chain.length);
        }
        for (X509Certificate certificate : chain) {
            int bytes = certificate.getEncoded().length;
            if (bytes > CERTIFICATE_BYTES_MAX) {
                throw new CertificateException("a client's certificate must have at most " + CERTIFICATE_BYTES_MAX
                        + " bytes, and this one has " + bytes);
            }
        }
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        checkClientTrusted(chain, authType);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        checkClientTrusted(chain, authType);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        throw new CertificateException("this judges clients, no servers");
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        checkServerTrusted(chain, authType);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        checkServerTrusted(chain, authType);
    }

    /** Names no issuer: a client that has a certificate may send it, whoever issued it. */
    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
