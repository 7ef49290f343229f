package io.mintmark.server;

import io.mintmark.MintmarkException;
import io.mintmark.counter.ExhaustedException;
import io.mintmark.document.InvalidDocumentIdException;
import io.mintmark.indexes.definition.InvalidIndexException;
import io.mintmark.indexes.definition.UnsupportedIndexException;
import io.mintmark.indexes.linq.UnsupportedLinqException;
import io.mintmark.protocol.ErrorType;
import io.mintmark.storage.DatabaseExistsException;
import io.mintmark.storage.StorageBusyException;
import io.mintmark.storage.StorageClosedException;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.StorageUnreachableException;
import io.mintmark.storage.document.BatchScopeException;
import io.mintmark.storage.document.CollectionMismatchException;
import io.mintmark.storage.document.ConcurrencyException;
import io.mintmark.storage.evaluation.EngineException;
import io.mintmark.storage.evaluation.GroupUnknownException;
import io.mintmark.storage.write.HiLoDocument;
import io.mintmark.storage.write.RequestKeyException;
import io.mintmark.support.InvalidJsonException;
import io.mintmark.web.access.principal.AccessListException;
import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.Overload;
import java.util.function.Supplier;

/** Translates refusals from below into those that a client understands: a kind on the wire, and further members. */
final class Refusals {
    /** An engine that changes its primary is back within seconds. */
    private static final String RETRY_AFTER_SECONDS = "1";

    private Refusals() {}

    /** Returns what {@code work} returns; throws what it throws, {@linkplain #translate translated}. */
    static <T> T translating(Supplier<T> work) {
        try {
            return work.get();
        } catch (RuntimeException e) {
            throw translate(e);
        }
    }

    /** Returns {@code e}, or the {@link ApiException} that says the same to a client. */
    static RuntimeException translate(RuntimeException e) {
        if (e instanceof ApiException) {
            return e;
        }
        if (e instanceof ConcurrencyException concurrency) {
            return concurrency(concurrency);
        }
        if (e instanceof StorageBusyException busy) {
            return Overload.refusal(String.valueOf(busy.getMessage()));
        }
        if (e instanceof RequestKeyException key) {
            return refusal(typeOf(key.reason()), key);
        }
        if (e instanceof StorageUnreachableException unreachable) {
            return refusal(ErrorType.DATABASE_FAILED, unreachable).header("Retry-After", RETRY_AFTER_SECONDS);
        }
        if (e instanceof MintmarkException refused) {
            return refusal(typeOf(refused), refused);
        }
        return e instanceof IllegalArgumentException ? refusal(ErrorType.ARGUMENT, e) : e;
    }

    private static ApiException concurrency(ConcurrencyException e) {
        return refusal(ErrorType.CONCURRENCY, e)
                .with("Id", e.id().text())
                .with("ExpectedChangeVector", e.expected())
                .with("ActualChangeVector", e.actual());
    }

    private static ErrorType typeOf(RequestKeyException.Reason reason) {
        return switch (reason) {
            case REUSED -> ErrorType.IDEMPOTENCY_KEY_REUSED;
            case NO_ROOM -> ErrorType.IDEMPOTENCY_KEYS_FULL;
            case NOT_KEPT -> ErrorType.NOT_SUPPORTED;
        };
    }

    private static ErrorType typeOf(MintmarkException e) {
        if (e instanceof StorageClosedException) {
            return ErrorType.DATABASE_GONE;
        }
        if (e instanceof StorageFailedException) {
            return ErrorType.DATABASE_FAILED;
        }
        if (e instanceof AccessListException || e instanceof EngineException || e instanceof GroupUnknownException) {
            // What the server keeps has failed, and no request is to blame for that.
            return ErrorType.INTERNAL;
        }
        if (e instanceof DatabaseExistsException) {
            return ErrorType.CONCURRENCY;
        }
        if (e instanceof CollectionMismatchException) {
            return ErrorType.COLLECTION_MISMATCH;
        }
        if (e instanceof InvalidIndexException) {
            return ErrorType.INDEX_INVALID;
        }
        if (e instanceof UnsupportedIndexException
                || e instanceof UnsupportedLinqException
                || e instanceof BatchScopeException) {
            return ErrorType.NOT_SUPPORTED;
        }
        if (e instanceof ExhaustedException) {
            return ErrorType.EXHAUSTED;
        }
        if (e instanceof InvalidJsonException || e instanceof HiLoDocument.InvalidHiLoDocumentException) {
            return ErrorType.INVALID_DATA;
        }
        return isReservedEnding(e) ? ErrorType.NOT_SUPPORTED : ErrorType.ARGUMENT;
    }

    /** RavenDB refuses a final id that ends with a pipe by another kind than every other bad id. */
    private static boolean isReservedEnding(MintmarkException e) {
        return e instanceof InvalidDocumentIdException refused
                && refused.rule() == InvalidDocumentIdException.Rule.IDENTITY_MARK;
    }

    private static ApiException refusal(ErrorType type, RuntimeException cause) {
        ApiException refusal = new ApiException(type, String.valueOf(cause.getMessage()));
        refusal.initCause(cause);
        return refusal;
    }
}
