package io.mintmark.protocol;

/**
 * The kinds of failure that a reply may name, each with its HTTP status.
 *
 * <p>A client reads the status first and the {@link #wireName() name} second. A kind that blames the request has a
 * status of 400 to 499, so that proxies, meters and retry loops do not take it for a failure of the server. RavenDB's
 * clients give these statuses a meaning of their own: 404 is an answer without a result, 409 a lost race for a
 * document, and after 408, 410, 502, 503 and 504 they ask another node. They throw after every other status by the name
 * alone, which is that of RavenDB's .NET server; a client without a class of that name throws its general exception.
 */
public enum ErrorType {
    /** An argument broke a rule; clients see a general exception with the message. */
    ARGUMENT(400, "System.ArgumentException"),
    /** The request makes no sense in the present state. */
    INVALID_OPERATION(400, "System.InvalidOperationException"),
    /** Sent data does not have the form that it should have. */
    INVALID_DATA(400, "System.IO.InvalidDataException"),
    /** The server knows the feature and does not have it. */
    NOT_SUPPORTED(400, "System.NotSupportedException"),
    /** There is no such subscription; ends the workers of RavenDB's clients, which repeat other requests. */
    SUBSCRIPTION_MISSING(400, "Raven.Client.Exceptions.Documents.Subscriptions.SubscriptionDoesNotExistException"),
    /** The definition of an index breaks a rule. */
    INDEX_INVALID(400, "Raven.Client.Exceptions.Documents.Indexes.IndexInvalidException"),
    /** There is no index of that name; with the status 404 clients would take it for an answer without a result. */
    INDEX_MISSING(400, "Raven.Client.Exceptions.Documents.Indexes.IndexDoesNotExistException"),
    /** A document belongs to one collection and was put into another. */
    COLLECTION_MISMATCH(400, "Raven.Client.Exceptions.Documents.DocumentCollectionMismatchException"),
    /**
     * What was written is durable, but indexes have not followed it in the time that a client gave them; with the
     * status 408 or 504 clients would write it again.
     */
    INDEX_LATE(500, "Raven.Client.Exceptions.RavenTimeoutException"),
    /** A counter or an identity reached its ceiling: no request can be right until somebody chooses another one. */
    EXHAUSTED(500, "System.OverflowException"),
    /** An operation was ended by another request before it was done; RavenDB's clients look for this name. */
    CANCELED(500, "System.Threading.Tasks.TaskCanceledException"),
    /**
     * The server ended what lasts, because it stops or the database was deleted; with the status 503 clients would
     * begin anew.
     */
    CUT_SHORT(500, "System.InvalidOperationException"),
    /** The server failed, and no caller could have prevented it. */
    INTERNAL(500, "System.Exception"),
    /** The bytes are not a request that can be understood. */
    BAD_REQUEST(400, "Raven.Client.Exceptions.BadRequestException"),
    /** No route has that path; with the status 404 clients would take it for an answer without a result. */
    ROUTE_NOT_FOUND(400, "Raven.Client.Exceptions.Routing.RouteNotFoundException"),
    /** There are routes of that path, but for other methods; travels with {@code Allow}, which names them. */
    METHOD_NOT_ALLOWED(405, "Raven.Client.Exceptions.Routing.RouteNotFoundException"),
    /** The caller's origin, or the name by which it calls this server, is not allowed. */
    FORBIDDEN(403, "Raven.Client.Exceptions.Security.AuthorizationException"),
    /** A named thing that is not a document does not exist. */
    NOT_FOUND(404, "System.Collections.Generic.KeyNotFoundException"),
    /** The store was not there in time to draw a number of an identity, and drew none; clients ask another node. */
    IDENTITY_TIMEOUT(408, "System.TimeoutException"),
    /** A document's change vector is not the expected one. */
    CONCURRENCY(409, "Raven.Client.Exceptions.ConcurrencyException"),
    /** The plain API, where it is 409: the first request with this idempotency key is being answered. */
    IDEMPOTENCY_KEY_RUNNING(400, "Raven.Client.Exceptions.BadRequestException"),
    /** The plain API, where it is 409: a counter or identity would leap, and nobody said that this is meant. */
    LEAP(400, "Raven.Client.Exceptions.BadRequestException"),
    /** The database was deleted while the request waited, and nothing was done; clients ask for the topology anew. */
    DATABASE_GONE(410, "Raven.Client.Exceptions.Database.DatabaseNotRelevantException"),
    /**
     * The request is meant for another life of the database: it was dropped and made anew since, and nothing was done.
     */
    ANOTHER_LIFE(412, "Raven.Client.Exceptions.BadRequestException"),
    /** The body is larger than its limit. */
    BODY_TOO_LARGE(413, "Raven.Client.Exceptions.BadRequestException"),
    /** The request line is larger than its limit. */
    LINE_TOO_LONG(414, "Raven.Client.Exceptions.BadRequestException"),
    /** The body comes in an encoding that the server does not read. */
    UNSUPPORTED_ENCODING(415, "Raven.Client.Exceptions.BadRequestException"),
    /** The plain API: this idempotency key came with another request before. */
    IDEMPOTENCY_KEY_REUSED(422, "Raven.Client.Exceptions.BadRequestException"),
    /** The plain API: as many idempotency keys are remembered as may be, and this one is new. */
    IDEMPOTENCY_KEYS_FULL(429, "Raven.Client.Exceptions.BadRequestException"),
    /** The header fields are larger than their limit. */
    HEADERS_TOO_LARGE(431, "Raven.Client.Exceptions.BadRequestException"),
    /** The server has too much to do and did not start this; travels with {@code Retry-After}. */
    OVERLOADED(503, "System.TimeoutException"),
    /** The database does not exist on this server; travels with {@link Headers#DATABASE_MISSING}. */
    DATABASE_MISSING(503, "Raven.Client.Exceptions.Database.DatabaseDoesNotExistException"),
    /** The database's store stopped taking writes, or cannot be opened; another node may succeed. */
    DATABASE_FAILED(503, "Raven.Client.Exceptions.Database.DatabaseLoadFailureException");

    private final int status;
    private final String wireName;

    ErrorType(int status, String wireName) {
        this.status = status;
        this.wireName = wireName;
    }

    /** Returns the HTTP status of this kind. */
    public int status() {
        return status;
    }

    /** Returns the full type name that the reply's {@code Type} member carries. */
    public String wireName() {
        return wireName;
    }
}
