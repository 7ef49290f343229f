package io.mintmark.client.cluster;

import io.mintmark.client.exceptions.AccessRefusedException;
import io.mintmark.client.exceptions.ConcurrencyException;
import io.mintmark.client.exceptions.DatabaseMissingException;
import io.mintmark.client.exceptions.InvalidReplyException;
import io.mintmark.client.exceptions.InvalidRequestException;
import io.mintmark.client.exceptions.MintmarkClientException;
import io.mintmark.client.exceptions.ServerError;
import io.mintmark.client.exceptions.ServerFailedException;
import io.mintmark.client.exceptions.ServerOverloadedException;
import io.mintmark.client.exceptions.UnknownOutcomeException;
import io.mintmark.client.http.ExchangeOutcome;
import io.mintmark.client.http.Reply;
import io.mintmark.client.http.Request;
import io.mintmark.protocol.ErrorType;
import io.mintmark.protocol.Headers;
import java.net.URI;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Decides what follows from one attempt: a reply, a typed exception, or a retry.
 *
 * <p>A request is retried only if it certainly had no effect (no connection was made, or the node said that it did not
 * start), or if repeating it is harmless. Any other unknown outcome is reported as such.
 */
final class RetryPolicy {
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);
    private static final int RETRY_AFTER_SECONDS_MAX = 3_600;

    /** Failures that RavenDB's servers answer with 500 although the request is to blame. */
    private static final Set<String> BLAMES_THE_REQUEST = Stream.of(
                    ErrorType.ARGUMENT,
                    ErrorType.INVALID_OPERATION,
                    ErrorType.INVALID_DATA,
                    ErrorType.NOT_SUPPORTED,
                    ErrorType.COLLECTION_MISMATCH)
            .map(ErrorType::wireName)
            .collect(Collectors.toUnmodifiableSet());

    private RetryPolicy() {}

    static NextStep of(URI node, Request request, ExchangeOutcome outcome) {
        if (outcome instanceof ExchangeOutcome.Answered answered) {
            return ofReply(request, answered.reply());
        }
        ExchangeOutcome.Failed failed = (ExchangeOutcome.Failed) outcome;
        if (failed.sent() && !request.isRepeatable()) {
            return unknown(node, request, failed.reason(), failed.cause());
        }
        return new NextStep.Retry(failed.reason(), failed.sent(), false, Duration.ZERO, null, failed.cause());
    }

    private static NextStep unknown(URI node, Request request, String reason, @Nullable Throwable cause) {
        return new NextStep.Fail(new UnknownOutcomeException(request.toString(), node, reason, cause));
    }

    private static NextStep ofReply(Request request, Reply reply) {
        int status = reply.status();
        if (status / 100 == 2 || status == 304 || status == 404) {
            return new NextStep.Return(reply);
        }
        if (status < 400) {
            return new NextStep.Fail(new InvalidReplyException(reply.node(), "status " + status, null));
        }
        ServerError error = ErrorBody.read(request, reply);
        return switch (status) {
            case 408, 502, 504 -> unanswered(request, reply, error);
            case 410 -> notStarted(error);
            case 503 -> unavailable(request, reply, error);
            default -> new NextStep.Fail(refusal(error));
        };
    }

    private static MintmarkClientException refusal(ServerError error) {
        return switch (error.status()) {
            case 401, 403 -> new AccessRefusedException(error);
            case 409 -> new ConcurrencyException(error);
            default ->
                error.status() < 500 || BLAMES_THE_REQUEST.contains(error.type())
                        ? new InvalidRequestException(error)
                        : new ServerFailedException(error);
        };
    }

    /** A gateway without an answer does not know what its server did. */
    private static NextStep unanswered(Request request, Reply reply, ServerError error) {
        return request.isRepeatable()
                ? new NextStep.Retry(error.sentence(), true, false, Duration.ZERO, null, null)
                : unknown(reply.node(), request, error.sentence(), null);
    }

    private static NextStep notStarted(ServerError error) {
        return new NextStep.Retry(error.sentence(), true, false, Duration.ZERO, null, null);
    }

    private static NextStep unavailable(Request request, Reply reply, ServerError error) {
        if (reply.header(Headers.DATABASE_MISSING).isPresent()) {
            return new NextStep.Fail(new DatabaseMissingException(error));
        }
        if (reply.header("Retry-After").isPresent()) {
            Duration retryAfter = retryAfter(reply);
            return new NextStep.Retry(
                    error.sentence(), true, true, retryAfter, new ServerOverloadedException(error, retryAfter), null);
        }
        // A store that failed while it wrote does not know what is on its disk.
        return error.type().equals(ErrorType.DATABASE_FAILED.wireName())
                ? unanswered(request, reply, error)
                : notStarted(error);
    }

    /** Reads seconds; the other form, a date, is taken for one second. */
    private static Duration retryAfter(Reply reply) {
        String seconds = reply.header("Retry-After").orElse("").strip();
        return seconds.matches("[0-9]{1,9}")
                ? Duration.ofSeconds(Math.min(RETRY_AFTER_SECONDS_MAX, Integer.parseInt(seconds)))
                : RETRY_AFTER;
    }
}
