package io.mintmark.cli.terminal;

import io.mintmark.MintmarkException;
import io.mintmark.internal.FailureText;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpTimeoutException;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** Calls one server over HTTP for a command, with the token and the certificate that the command was given. */
public final class Caller {
    private final URI server;
    private final Optional<String> token;
    private final Duration patience;
    private final HttpClient client;

    Caller(URI server, Optional<SSLContext> tls, Optional<String> token, Duration patience) {
        this.server = server;
        this.token = token;
        this.patience = patience;
        HttpClient.Builder builder =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(patience);
        tls.ifPresent(builder::sslContext);
        this.client = builder.build();
    }

    /** Returns the server's URL, as it was typed. */
    public URI server() {
        return server;
    }

    /** Starts a request for a path of the server, in the caller's name. */
    public HttpRequest.Builder request(String path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create(server.toString().replaceAll("/+$", "") + path))
                .timeout(patience);
        token.ifPresent(text -> request.header("Authorization", "Bearer " + text));
        return request;
    }

    /**
     * Sends a request and returns its reply. The head may take as long as the patience lasts, and what {@code body}
     * reads of the rest as long again: Java's client bounds the wait for the head alone.
     *
     * @throws MintmarkException if the server's certificate is not trusted; nothing was asked then
     */
    public <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> body) throws IOException, InterruptedException {
        CompletableFuture<HttpResponse<T>> reply = client.sendAsync(request, body);
        try {
            return reply.get(2 * patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | InterruptedException e) {
            boolean ignored = reply.cancel(true);
            if (e instanceof InterruptedException interrupted) {
                throw interrupted;
            }
            throw new HttpTimeoutException("it began to answer, and did not end within " + patience.toSeconds() + " s");
        } catch (ExecutionException e) {
            throw failure(e.getCause());
        }
    }

    private IOException failure(@Nullable Throwable cause) {
        IOException failure = cause instanceof IOException known ? known : new IOException(cause);
        String distrust = distrust(failure);
        if (distrust == null) {
            return failure;
        }
        throw new MintmarkException(
                "The certificate of the server " + server + " is not trusted (" + distrust
                        + "): give the certificate of its authority, or its own, by --trust, and call the server by"
                        + " a name that is in its certificate.",
                failure);
    }

    /** Returns the innermost reason if a certificate was why, or null. */
    private static @Nullable String distrust(Throwable failure) {
        boolean certificate = false;
        Throwable innermost = failure;
        for (@Nullable Throwable each = failure; each != null; each = each.getCause()) {
            certificate |= each instanceof CertificateException;
            innermost = each;
        }
        return certificate ? FailureText.of(innermost) : null;
    }
}
