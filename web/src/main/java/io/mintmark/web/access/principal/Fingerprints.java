package io.mintmark.web.access.principal;

import io.mintmark.MintmarkException;
import io.mintmark.internal.Sha256;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.HexFormat;

/**
 * The digests by which a certificate is known.
 *
 * <p>SHA-1 is what RavenDB's tools call a thumbprint. Two certificates of one SHA-1 can be made only by one party, who
 * gains nothing by it: nobody can make a second one to a certificate of somebody else.
 *
 * @param sha256 of the whole certificate
 * @param sha1 of the whole certificate
 * @param publicKey SHA-256 of its public key, with the key's algorithm
 */
public record Fingerprints(String sha256, String sha1, String publicKey) {

    public static Fingerprints of(X509Certificate certificate) {
        try {
            byte[] whole = certificate.getEncoded();
            return new Fingerprints(
                    Sha256.of(whole),
                    sha1(whole),
                    Sha256.of(certificate.getPublicKey().getEncoded()));
        } catch (CertificateEncodingException e) {
            throw new MintmarkException("A certificate that was read cannot be written: use another one.", e);
        }
    }

    private static String sha1(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-1", e);
        }
    }
}
