package io.mintmark.web.tls;

import java.security.PublicKey;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECKey;
import java.security.interfaces.EdECKey;
import java.security.interfaces.RSAKey;
import java.util.List;
import java.util.Optional;

/** Rules that a certificate of either side must keep, whoever vouches for it; its dates are asked apart. */
public final class CertificateRules {
    private static final int RSA_BITS_MIN = 2048;
    private static final int EC_BITS_MIN = 256;
    private static final int DIGITAL_SIGNATURE = 0;
    private static final String ANY_PURPOSE = "2.5.29.37.0";

    /** The side of a connection on which a certificate is shown. */
    public enum Side {
        /** The server's. */
        SERVER("1.3.6.1.5.5.7.3.1", "serverAuth"),
        /** The client's. */
        CLIENT("1.3.6.1.5.5.7.3.2", "clientAuth");

        private final String purpose;
        private final String name;

        Side(String purpose, String name) {
            this.purpose = purpose;
            this.name = name;
        }
    }

    private CertificateRules() {}

    /**
     * Returns the first rule that {@code certificate} breaks on that {@code side}, as the end of a sentence about it.
     */
    public static Optional<String> brokenBy(X509Certificate certificate, Side side) {
        return weakness(certificate.getPublicKey())
                .or(() -> unknownExtension(certificate))
                .or(() -> wrongUse(certificate, side));
    }

    private static Optional<String> weakness(PublicKey key) {
        if (key instanceof RSAKey rsa) {
            return tooShort("RSA", rsa.getModulus().bitLength(), RSA_BITS_MIN);
        }
        if (key instanceof ECKey ec) {
            return tooShort("EC", ec.getParams().getOrder().bitLength(), EC_BITS_MIN);
        }
        return key instanceof EdECKey
                ? Optional.empty()
                : Optional.of("has a key for " + key.getAlgorithm() + ", and must have one for RSA, EC or EdDSA");
    }

    private static Optional<String> tooShort(String algorithm, int bits, int bitsMin) {
        return bits >= bitsMin
                ? Optional.empty()
                : Optional.of(
                        "has an " + algorithm + " key of " + bits + " bits, and must have one of at least " + bitsMin);
    }

    private static Optional<String> unknownExtension(X509Certificate certificate) {
        return certificate.hasUnsupportedCriticalExtension()
                ? Optional.of("has a critical extension that this server does not know, and must have none")
                : Optional.empty();
    }

    private static Optional<String> wrongUse(X509Certificate certificate, Side side) {
        boolean[] usage = certificate.getKeyUsage();
        if (usage != null && !usage[DIGITAL_SIGNATURE]) {
            return Optional.of("is not made for signatures, and its key usage must name digitalSignature");
        }
        try {
            List<String> purposes = certificate.getExtendedKeyUsage();
            return purposes == null || purposes.contains(side.purpose) || purposes.contains(ANY_PURPOSE)
                    ? Optional.empty()
                    : Optional.of("is made for another purpose, and its extended key usage must name " + side.name);
        } catch (CertificateParsingException e) {
            return Optional.of("has an extended key usage that cannot be read, and must have a sound one or none");
        }
    }
}
