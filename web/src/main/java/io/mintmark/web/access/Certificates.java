package io.mintmark.web.access;

import io.mintmark.MintmarkException;
import io.mintmark.internal.FailureText;
import io.mintmark.web.access.principal.ClientCertificate;
import io.mintmark.web.tls.CertificateRules;
import io.mintmark.web.tls.Validity;
import java.io.ByteArrayInputStream;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;

/** Reads certificates that somebody registers, and refuses those with which nobody would be let in. */
public final class Certificates {
    private Certificates() {}

    /**
     * Returns the first certificate in bytes that are PEM or DER; one whose dates are still to come is fine.
     *
     * @throws MintmarkException if there is none, or it has expired, is too weak, or is made for something else
     */
    public static X509Certificate read(byte[] bytes, Instant now) {
        X509Certificate certificate = readForItsKey(bytes);
        Validity validity = Validity.of(certificate);
        if (validity.isOver(now)) {
            throw refusal(certificate, "expired at " + validity.ends());
        }
        return certificate;
    }

    /**
     * Returns the same, whatever its dates, for the sake of its key, which another certificate may have, too.
     *
     * @throws MintmarkException if there is none, or it is too weak, or is made for something else
     */
    public static X509Certificate readForItsKey(byte[] bytes) {
        X509Certificate certificate = parse(bytes);
        CertificateRules.brokenBy(certificate, CertificateRules.Side.CLIENT).ifPresent(why -> {
            throw refusal(certificate, why);
        });
        return certificate;
    }

    private static MintmarkException refusal(X509Certificate certificate, String why) {
        return new MintmarkException("The certificate " + why + ": register another one."
                + ClientCertificate.of(certificate).shown());
    }

    private static X509Certificate parse(byte[] bytes) {
        try {
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(bytes));
        } catch (CertificateException e) {
            throw new MintmarkException(
                    "A certificate must be X.509, as PEM or DER, but these bytes are not: " + FailureText.of(e), e);
        }
    }
}
