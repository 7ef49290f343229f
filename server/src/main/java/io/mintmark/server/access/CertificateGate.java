package io.mintmark.server.access;

import io.mintmark.internal.Printable;
import io.mintmark.protocol.ErrorType;
import io.mintmark.server.http.ApiException;
import io.mintmark.server.http.Gate;
import io.mintmark.server.http.Request;
import io.mintmark.server.tls.CertificateRules;
import io.mintmark.server.tls.CertificateRules.Side;
import io.mintmark.server.tls.Validity;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Keeps out clients whose certificate nobody should rely on: expired, not valid yet, too weak, or made for something else.
 * Clients without a certificate pass; who a certificate stands for is asked elsewhere. Immutable.
 */
public final class CertificateGate implements Gate {
    private final InstantSource clock;

    /** Creates a gate that judges dates by {@code clock}. */
    public CertificateGate(InstantSource clock) {
        this.clock = clock;
    }

    @Override
    public void check(Request request, boolean changes) {
        request.clientCertificate().ifPresent(certificate -> check(request, certificate));
    }

    private void check(Request request, X509Certificate certificate) {
        JudgedCertificate judged =
                request.ofConnection(JudgedCertificate.class, () -> JudgedCertificate.of(certificate));
        judged.refusal(clock.instant()).ifPresent(why -> {
            throw new ApiException(
                    ErrorType.FORBIDDEN,
                    "The client certificate " + judged.name() + " " + why
                            + ". Connect with another one that is registered here.");
        });
    }

    /** What does not change about a certificate while its connection lasts. */
    private record JudgedCertificate(String name, Validity validity, Optional<String> brokenRule) {
        static JudgedCertificate of(X509Certificate certificate) {
            return new JudgedCertificate(
                    "'" + Printable.brief(certificate.getSubjectX500Principal().getName()) + "'",
                    Validity.of(certificate),
                    CertificateRules.brokenBy(certificate, Side.CLIENT));
        }

        Optional<String> refusal(Instant now) {
            if (validity.isOver(now)) {
                return Optional.of("expired at " + validity.ends());
            }
            return validity.isToCome(now) ? Optional.of("is not valid before " + validity.begins()) : brokenRule;
        }
    }
}
