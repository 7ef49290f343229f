package io.mintmark.web.access;

import io.mintmark.web.access.principal.ClientCertificate;
import io.mintmark.web.http.Gate;
import io.mintmark.web.http.Request;
import java.time.InstantSource;

/**
 * Keeps out clients whose certificate nobody should rely on: expired, not valid yet, too weak, or made for something
 * else. Clients without a certificate pass; {@link AccessControl} asks afterwards who a certificate stands for.
 * Immutable.
 */
public final class UnreliableCertificateGate implements Gate {
    private final InstantSource clock;

    /** Creates a gate that judges dates by {@code clock}. */
    public UnreliableCertificateGate(InstantSource clock) {
        this.clock = clock;
    }

    @Override
    public void check(Request request, boolean changes) {
        ClientCertificate.of(request).ifPresent(certificate -> certificate.requireReliable(clock.instant()));
    }
}
