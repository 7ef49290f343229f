package io.mintmark.web.tls;

import java.security.cert.X509Certificate;
import java.time.Instant;

/**
 * The time for which a certificate is meant: the one place that meets Java's older type of dates, which certificates
 * have.
 *
 * @param begins the first moment
 * @param ends the last one
 */
public record Validity(Instant begins, Instant ends) {

    /** Returns the validity that {@code certificate} states. */
    public static Validity of(X509Certificate certificate) {
        return new Validity(
                certificate.getNotBefore().toInstant(),
                certificate.getNotAfter().toInstant());
    }

    /** Returns whether it is over at {@code now}. */
    public boolean isOver(Instant now) {
        return now.isAfter(ends);
    }

    /** Returns whether it has not begun at {@code now}. */
    public boolean isToCome(Instant now) {
        return now.isBefore(begins);
    }
}
