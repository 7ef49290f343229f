package io.mintmark.web.access.principal;

import io.mintmark.internal.Printable;
import io.mintmark.protocol.ErrorType;
import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.Request;
import io.mintmark.web.tls.CertificateRules;
import io.mintmark.web.tls.CertificateRules.Side;
import io.mintmark.web.tls.Validity;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * The certificate that a client showed when it connected: what does not change about it while the connection lasts.
 *
 * @param subject the name in it, which grants nothing
 * @param fingerprints the digests by which it is known
 * @param validity its dates
 * @param brokenRule why nobody should rely on it, as the end of a sentence about it, whatever the time is
 */
public record ClientCertificate(
        String subject, Fingerprints fingerprints, Validity validity, Optional<String> brokenRule) {

    /** Returns the certificate of a request's connection, judged once a connection. */
    public static Optional<ClientCertificate> of(Request request) {
        return request.clientCertificate().map(shown -> request.ofConnection(ClientCertificate.class, () -> of(shown)));
    }

    public static ClientCertificate of(X509Certificate certificate) {
        return new ClientCertificate(
                Printable.brief(certificate.getSubjectX500Principal().getName()),
                Fingerprints.of(certificate),
                Validity.of(certificate),
                CertificateRules.brokenBy(certificate, Side.CLIENT));
    }

    /**
     * Returns its name and its thumbprint, as a message shows them: in a last sentence, which is left out where there
     * is room for the reason only.
     */
    public String shown() {
        return " It is '" + subject + "' with the thumbprint "
                + fingerprints.sha1().toUpperCase(Locale.ROOT) + ".";
    }

    /** Refuses it if it has expired, is not valid yet, is too weak, or was made for something else. */
    public void requireReliable(Instant now) {
        refusal(now).ifPresent(why -> {
            throw new ApiException(
                    ErrorType.FORBIDDEN,
                    "The client certificate " + why + ". Connect with another one that is registered here." + shown());
        });
    }

    private Optional<String> refusal(Instant now) {
        if (validity.isOver(now)) {
            return Optional.of("expired at " + validity.ends());
        }
        return validity.isToCome(now) ? Optional.of("is not valid before " + validity.begins()) : brokenRule;
    }
}
