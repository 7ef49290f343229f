package io.mintmark.client.http;

import java.net.URI;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.Optional;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;

/** Says what was wrong with a TLS handshake, and what to do about it, in the place of Java's stack of exceptions. */
final class TlsFailures {
    private static final int CAUSES_MAX = 10;
    /** Common to Java's two ways of saying that bytes are no TLS. */
    private static final String NO_TLS = "nrecognized SSL message";
    /** Java's word for a connection that closed before a reply: it may be faster than the exception above. */
    private static final String NO_REPLY = "received no bytes";

    private TlsFailures() {}

    /** Returns why the handshake with {@code node} failed, if it did or may have. */
    static Optional<String> reason(URI node, Throwable failure) {
        String message = String.valueOf(failure.getMessage());
        if ("https".equalsIgnoreCase(node.getScheme()) && message.contains(NO_REPLY)) {
            return Optional.of("the server closed the connection without a reply (" + message
                    + "): if the server speaks no TLS, call it by http");
        }
        return failure instanceof SSLException ? handshake(failure, message) : Optional.empty();
    }

    private static Optional<String> handshake(Throwable failure, String message) {
        if (find(failure, CertificateExpiredException.class).isPresent()) {
            return Optional.of("the server's certificate expired (" + message + "): have it renewed there");
        }
        if (find(failure, CertificateNotYetValidException.class).isPresent()) {
            return Optional.of("the server's certificate is not valid yet (" + message + "): look at both clocks");
        }
        if (find(failure, CertPathBuilderException.class).isPresent()) {
            return Optional.of("the server's certificate is not trusted, since no trusted certificate vouches for it ("
                    + message + "): give the one to trust, see Tls.trusting");
        }
        if (find(failure, CertificateException.class)
                .filter(TlsFailures::isAboutTheName)
                .isPresent()) {
            return Optional.of("the server's certificate is not for the host that was called (" + message
                    + "): call the server by a name in its certificate");
        }
        if (message.contains(NO_TLS)) {
            return Optional.of("the server speaks no TLS (" + message + "): call it by http");
        }
        return message.contains("Received fatal alert") || message.contains("terminated the handshake")
                ? Optional.of("the server broke the handshake off (" + message
                        + "): look at the client's certificate and its key")
                : Optional.empty();
    }

    /** Returns whether the handshake failed, so that the request was never sent. */
    static boolean isBeforeTheRequest(Throwable failure) {
        return failure instanceof SSLHandshakeException
                || (failure instanceof SSLException
                        && String.valueOf(failure.getMessage()).contains(NO_TLS));
    }

    /** Java has no exception of its own for a certificate of another host. */
    private static boolean isAboutTheName(CertificateException failure) {
        String message = String.valueOf(failure.getMessage());
        return message.startsWith("No subject alternative") || message.startsWith("No name matching");
    }

    private static <T extends Throwable> Optional<T> find(Throwable failure, Class<T> kind) {
        Throwable cause = failure;
        for (int i = 0; i < CAUSES_MAX && cause != null; i++) {
            if (kind.isInstance(cause)) {
                return Optional.of(kind.cast(cause));
            }
            cause = cause.getCause();
        }
        return Optional.empty();
    }
}
