package io.mintmark.client.http;

import io.mintmark.client.exceptions.RequestInterruptedException;
import io.mintmark.protocol.Headers;
import io.mintmark.protocol.ProtocolVersion;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLContext;

/**
 * Carries one request to one node, once, and its reply back; its callers decide which node is asked, and how often.
 *
 * <p>Safe for any number of threads. The JDK's client itself repeats a GET if a connection that was kept open turns out
 * to be closed, and no other request.
 */
public final class HttpTransport implements AutoCloseable {
    private final JdkClient client;
    private final Optional<String> authorization;
    private final int replyBytesMax;
    private final Set<CompletableFuture<?>> underWay = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean closed = new AtomicBoolean();

    /**
     * Opens a transport that refuses replies of more than {@code replyBytesMax} bytes.
     *
     * @param bearerToken is sent with every request, if there is one
     */
    public HttpTransport(
            Duration connectTimeout, Optional<SSLContext> tls, Optional<String> bearerToken, int replyBytesMax) {
        this.client = new JdkClient(connectTimeout, tls);
        this.authorization = bearerToken.map(token -> "Bearer " + token);
        this.replyBytesMax = replyBytesMax;
    }

    /** Sends a request and waits for the whole reply; an interrupt ends the wait and stays set. */
    public ExchangeOutcome exchange(URI node, Request request, long timeoutNanos) {
        if (Thread.currentThread().isInterrupted()) {
            throw RequestInterruptedException.beforeSending(request.toString());
        }
        CompletableFuture<Reply> answer = begin(node, request);
        try {
            return new ExchangeOutcome.Answered(answer.get(timeoutNanos, TimeUnit.NANOSECONDS));
        } catch (TimeoutException e) {
            return failed(answer, "no reply within " + TimeUnit.NANOSECONDS.toMillis(timeoutNanos) + " ms", e);
        } catch (InterruptedException e) {
            answer.cancel(true);
            Thread.currentThread().interrupt();
            throw RequestInterruptedException.whileWaiting(request.toString(), e);
        } catch (ExecutionException e) {
            return JdkFailures.read(node, e);
        } catch (CancellationException e) {
            return failed(answer, "the client was closed", e);
        }
    }

    /** Begins to send a request; cancelling the future ends the exchange. */
    public CompletableFuture<Reply> begin(URI node, Request request) {
        if (closed.get()) {
            throw closedFor(request);
        }
        CompletableFuture<Reply> answer = new CompletableFuture<>();
        HttpRequest onWire = onWire(node, request);
        try {
            track(answer, client.send(onWire, info -> body(node, info, answer), answer::completeExceptionally));
        } catch (RejectedExecutionException justClosed) {
            throw closedFor(request);
        }
        return answer;
    }

    private static IllegalStateException closedFor(Request request) {
        return new IllegalStateException("The client is closed: open a new one to send " + request + ".");
    }

    /** The answer completes on the thread that reads it. */
    private BodySubscriber<byte[]> body(URI node, ResponseInfo info, CompletableFuture<Reply> answer) {
        CappedBody body = new CappedBody(node, replyBytesMax);
        CompletionStage<?> ignored = body.getBody().whenComplete((bytes, failure) -> {
            if (failure == null) {
                answer.complete(new Reply(info.statusCode(), info.headers().map(), bytes, node));
            } else {
                answer.completeExceptionally(failure);
            }
        });
        return body;
    }

    private void track(CompletableFuture<Reply> answer, Future<?> exchange) {
        underWay.add(answer);
        CompletableFuture<?> ignored = answer.whenComplete((reply, failure) -> {
            underWay.remove(answer);
            if (failure != null) {
                boolean ignoredIfDone = exchange.cancel(true);
            }
        });
        if (closed.get()) {
            answer.cancel(true);
        }
    }

    private HttpRequest onWire(URI node, Request request) {
        HttpRequest.Builder builder = HttpRequest.newBuilder(URI.create(node + request.target()));
        if (request.method().equals("GET")) {
            builder.GET();
        } else {
            builder.method(request.method(), request.body());
        }
        builder.header(Headers.CLIENT_VERSION, ProtocolVersion.FULL);
        authorization.ifPresent(value -> builder.header("Authorization", value));
        if (!request.headers().isEmpty()) {
            builder.headers(request.headers().toArray(new String[0]));
        }
        return builder.build();
    }

    private static ExchangeOutcome failed(CompletableFuture<?> answer, String reason, Exception cause) {
        answer.cancel(true);
        return new ExchangeOutcome.Failed(true, reason, cause);
    }

    /** Runs {@code task} after {@code seconds}, unless this is closed by then. */
    public Future<?> later(long seconds, Runnable task) {
        try {
            return client.later(seconds, task);
        } catch (RejectedExecutionException closed) {
            return CompletableFuture.completedFuture(null);
        }
    }

    /** Ends the exchanges under way, and the client's threads and connections, at once. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        underWay.forEach(answer -> answer.cancel(true));
        client.close();
    }
}
