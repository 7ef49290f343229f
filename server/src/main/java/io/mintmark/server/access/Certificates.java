package io.mintmark.server.access;

import io.mintmark.MintmarkException;
import java.io.ByteArrayInputStream;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;

/** Reads certificates that somebody registers. */
public final class Certificates {
    private Certificates() {}

    /**
     * Returns the first certificate in bytes that are PEM or DER.
     *
     * @throws MintmarkException if there is none
     */
    public static X509Certificate read(byte[] bytes) {
        try {
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(bytes));
        } catch (CertificateException e) {
            throw new MintmarkException(
                    "A certificate must be X.509, as PEM or DER, but these bytes are not: " + e.getMessage(), e);
        }
    }
}
