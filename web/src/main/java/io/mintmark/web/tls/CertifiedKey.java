package io.mintmark.web.tls;

import io.mintmark.MintmarkException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/**
 * A private key and the certificates that lead from it to whoever vouches for it. Immutable.
 *
 * @param key the key
 * @param chain the key's certificate first, each signed by the next one
 */
record CertifiedKey(PrivateKey key, List<X509Certificate> chain) {
    private static final Set<String> KINDS = Set.of("RSA", "EC", "EdDSA");

    X509Certificate certificate() {
        return chain.get(0);
    }

    Instant expires() {
        return Validity.of(certificate()).ends();
    }

    /** Returns this if clients can accept it at {@code now}; refuses it with the rule that it breaks. */
    CertifiedKey checked(Instant now) {
        requireKind(certificate());
        requireOneKey();
        requireOrder();
        requireDates(now);
        requireName();
        CertificateRules.brokenBy(certificate(), CertificateRules.Side.SERVER).ifPresent(rule -> {
            throw new MintmarkException("the certificate " + rule + ": have it made anew");
        });
        return this;
    }

    /**
     * Returns this if a server can accept it from a client; its dates are the server's to judge, by the server's clock.
     */
    CertifiedKey checkedForClient() {
        requireKind(certificate());
        requireOneKey();
        CertificateRules.brokenBy(certificate(), CertificateRules.Side.CLIENT).ifPresent(rule -> {
            throw new MintmarkException("the certificate " + rule + ": have it made anew");
        });
        return this;
    }

    /** Refuses a certificate whose kind of key not every client takes: a key for RSASSA-PSS, say. */
    static void requireKind(X509Certificate certificate) {
        String algorithm = certificate.getPublicKey().getAlgorithm();
        if (!KINDS.contains(algorithm)) {
            throw new MintmarkException("the certificate " + certificate.getSubjectX500Principal() + " has a key for "
                    + algorithm + ", and must have one for RSA, EC or EdDSA: have it made anew");
        }
    }

    private void requireOneKey() {
        PublicKey certified = certificate().getPublicKey();
        byte[] text = "one key".getBytes(StandardCharsets.US_ASCII);
        try {
            Signature signature = Signature.getInstance(signatureBy(certified));
            signature.initSign(key);
            signature.update(text);
            byte[] signed = signature.sign();
            signature.initVerify(certified);
            signature.update(text);
            if (signature.verify(signed)) {
                return;
            }
        } catch (GeneralSecurityException e) {
            // Another kind of key, which cannot be the right one either.
        }
        throw new MintmarkException("the private key is not the one of the first certificate, " + name()
                + ": give the key that the certificate was made for, and its certificate first");
    }

    private static String signatureBy(PublicKey key) {
        return switch (key.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> key.getAlgorithm();
        };
    }

    private void requireOrder() {
        for (int i = 0; i < chain.size(); i++) {
            X509Certificate each = chain.get(i);
            boolean last = i == chain.size() - 1;
            boolean ownIssuer = each.getIssuerX500Principal().equals(each.getSubjectX500Principal());
            if (!last || ownIssuer) {
                requireSignature(each, last ? each : chain.get(i + 1));
            }
        }
    }

    private static void requireSignature(X509Certificate signed, X509Certificate signer) {
        try {
            signed.verify(signer.getPublicKey());
        } catch (GeneralSecurityException e) {
            throw new MintmarkException(
                    "the certificate " + signed.getSubjectX500Principal() + " is not signed by the one that follows, "
                            + signer.getSubjectX500Principal() + ": give the server's own first, then its issuer's,"
                            + " as they were issued",
                    e);
        }
    }

    private void requireDates(Instant now) {
        requireIssuerInForce(now);
        Validity validity = Validity.of(certificate());
        if (validity.isOver(now)) {
            throw new MintmarkException("the certificate " + name() + " expired at " + validity.ends()
                    + ", and no client accepts it: renew it");
        }
        if (validity.isToCome(now)) {
            throw new MintmarkException(
                    "the certificate " + name() + " is valid from " + validity.begins()
                            + " on, which this machine's clock has not reached: correct the clock, wait, or have the certificate made anew");
        }
    }

    /**
     * Further ones may be over: clients find another way above the issuer, and trust what signs itself whatever its
     * dates are.
     */
    private void requireIssuerInForce(Instant now) {
        if (chain.size() > 1) {
            X509Certificate issuer = chain.get(1);
            boolean ownIssuer = issuer.getIssuerX500Principal().equals(issuer.getSubjectX500Principal());
            if (!ownIssuer && Validity.of(issuer).isOver(now)) {
                throw new MintmarkException(
                        "the certificate of the issuer, " + issuer.getSubjectX500Principal()
                                + ", expired at " + Validity.of(issuer).ends()
                                + ", and no client accepts what it vouches for: put the issuer's present one behind the server's");
            }
        }
    }

    private void requireName() {
        try {
            if (certificate().getSubjectAlternativeNames() != null) {
                return;
            }
        } catch (CertificateParsingException e) {
            // Clients cannot read it either.
        }
        throw new MintmarkException(
                "the certificate " + name() + " has no subject alternative name, by which clients know"
                        + " the server: have it made with its host names and addresses, such as DNS:ids.lan");
    }

    private String name() {
        return certificate().getSubjectX500Principal().toString();
    }
}
