package io.mintmark.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.mintmark.client.cluster.DatabaseClient;
import io.mintmark.client.cluster.DatabaseLife;
import io.mintmark.client.exceptions.BulkInsertException;
import io.mintmark.client.exceptions.InvalidRequestException;
import io.mintmark.client.exceptions.MintmarkClientException;
import io.mintmark.client.exceptions.RequestInterruptedException;
import io.mintmark.client.exceptions.ServerError;
import io.mintmark.client.http.Reply;
import io.mintmark.client.http.Request;
import io.mintmark.client.http.RequestTarget;
import io.mintmark.client.http.StreamedBody;
import io.mintmark.client.json.JsonBytes;
import io.mintmark.client.json.JsonTrees;
import io.mintmark.protocol.Headers;
import io.mintmark.protocol.Parameters;
import io.mintmark.protocol.Routes;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The request of one bulk insert, and the server's operation behind it, which says why it failed.
 *
 * <p>All of it stays with the node that numbered the operation, since no other knows that number. Until the request's
 * first byte is read, another node may be asked for a number of its own instead; after that nothing is sent twice. For
 * one thread at a time, except {@link #progress} and {@link #abort}.
 */
final class BulkInsertRequest {
    /** Attempts to begin: a node may number an operation and then refuse the connection. */
    private static final int BEGINNINGS_MAX = 4;

    /** Limit for the connection to the node that has just numbered the operation. */
    private static final long BEGINNING_SECONDS_MAX = 30;

    /** Limit for the server to store the last two groups of a thousand documents each. */
    private static final long FINISH_SECONDS_MAX = 120;

    /** Limit for the reply that says why the connection broke. */
    private static final long REASON_SECONDS_MAX = 5;

    private static final int GZIP_BUFFER_BYTES = 16 << 10;

    private final DatabaseClient client;
    private final URI node;
    private final long operation;
    private final Optional<DatabaseLife> life;
    private final StreamedBody body;
    private final OutputStream out;
    private final CompletableFuture<Reply> reply;

    private BulkInsertRequest(DatabaseClient client, Reply numbered, BulkInsertOptions options) {
        this.client = client;
        this.node = numbered.node();
        this.operation =
                DatabaseClient.read(numbered, JsonTrees::read).path("Id").asLong();
        this.life = numbered.header(Headers.LIFE).flatMap(DatabaseLife::parse);
        this.body = new StreamedBody();
        this.out = options.isCompressed() ? compressed(body) : body;
        this.reply = client.stream(node, request(options));
        CompletableFuture<?> ignored = reply.whenComplete((done, failure) -> body.end());
    }

    /**
     * Asks a node to number an operation and begins the request there; returns when the node reads it.
     *
     * @throws MintmarkClientException if no node reads it
     */
    static BulkInsertRequest begin(DatabaseClient client, BulkInsertOptions options) {
        for (int beginning = 1; ; beginning++) {
            Reply numbered = client.send(
                    Request.get(client.target(Routes.OPERATION_NEXT_ID).toString()));
            BulkInsertRequest stream = new BulkInsertRequest(client, numbered, options);
            if (stream.isBeingRead()) {
                return stream;
            }
            if (beginning == BEGINNINGS_MAX) {
                throw new BulkInsertException(0, stream.reason(), null);
            }
        }
    }

    private Request request(BulkInsertOptions options) {
        RequestTarget target = client.target(Routes.BULK_INSERT).with(Parameters.ID, operation);
        if (options.overwrite() == BulkInsertOptions.Overwrite.IF_CHANGED) {
            target.with(Parameters.SKIP_OVERWRITE_IF_UNCHANGED, "true");
        }
        Request plain = Request.post(target.toString()).body(body, "application/json; charset=utf-8");
        Request named =
                life.map(own -> plain.header(Headers.LIFE, own.toString())).orElse(plain);
        return options.isCompressed() ? named.header("Content-Encoding", "gzip") : named;
    }

    /**
     * Refuses an id that was made for another life of the database than the one that this request writes to.
     *
     * @param made the life that the id was made for
     */
    void requireMeantFor(DatabaseLife made, String id) {
        if (life.isPresent() && !life.get().id().equals(made.id())) {
            throw new InvalidRequestException("The id '" + id + "' was made for the life " + made
                    + " of the database, and this bulk insert writes to the life " + life.get()
                    + ": the database was dropped and created anew between, so the document was not sent."
                    + " Clear its id, and store it again in a new store, which makes another.");
        }
    }

    /** Waits until the node reads the body, or the request failed before it could. */
    private boolean isBeingRead() {
        try {
            Object ignored =
                    CompletableFuture.anyOf(body.reading(), reply).get(BEGINNING_SECONDS_MAX, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            reply.cancel(true);
            Thread.currentThread().interrupt();
            throw RequestInterruptedException.whileWaiting("The bulk insert", e);
        } catch (TimeoutException e) {
            reply.cancel(true);
        } catch (ExecutionException | CancellationException failed) {
            // The body may have been read before the failure.
        }
        return body.reading().isDone();
    }

    private static OutputStream compressed(StreamedBody body) {
        try {
            return new GZIPOutputStream(body, GZIP_BUFFER_BYTES, true);
        } catch (IOException e) {
            throw new UncheckedIOException("the first bytes only fill a buffer", e);
        }
    }

    void write(JsonBytes bytes) throws IOException {
        out.write(bytes.array(), 0, bytes.size());
    }

    /** Sends what was written so far. */
    void push() throws IOException {
        out.flush();
        body.push();
    }

    /** Returns whether the server reads no more, because there is a reply or a failure already. */
    boolean isOver() {
        return reply.isDone();
    }

    /** Ends the body and waits until the server says that everything is stored; throws if it says anything else. */
    void finish() throws IOException {
        if (!reply.isDone()) {
            out.close();
        }
        try {
            Reply done = reply.get(FINISH_SECONDS_MAX, TimeUnit.SECONDS);
            if (done.status() != 201) {
                throw new IOException("the server does not say that all is stored, but answers " + done.status());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while the last documents were stored");
        } catch (ExecutionException | CancellationException | TimeoutException e) {
            throw new IOException(e);
        }
    }

    /** Runs {@code task} after {@code seconds}, unless the store is closed by then. */
    Future<?> later(long seconds, Runnable task) {
        return client.later(seconds, task);
    }

    /** Stops sending. */
    void end() {
        body.end();
    }

    /** Asks the server to end the operation, then stops sending. */
    void abort() {
        try {
            RequestTarget target = client.target(Routes.OPERATION_KILL).with(Parameters.ID, operation);
            Reply ignored = client.sendTo(node, Request.post(target.toString()).repeatable());
        } catch (MintmarkClientException unknownOrEnded) {
            // There is nothing to end.
        }
        body.end();
        reply.cancel(true);
    }

    /** Returns why the request ended, in the server's words if there are any. */
    String reason() {
        Throwable failure = failure();
        if (failure instanceof MintmarkClientException told
                && told.serverError().isPresent()) {
            return told.serverError().map(ServerError::message).orElse("");
        }
        String message = state().path("Result").path("Message").asText("");
        if (!message.isEmpty()) {
            return message;
        }
        return failure == null ? "the server ended it and does not say why" : String.valueOf(failure.getMessage());
    }

    /**
     * Returns the failure of the request; waits a little, since a connection may break before the reply that says why.
     */
    private @Nullable Throwable failure() {
        try {
            Reply done = reply.get(REASON_SECONDS_MAX, TimeUnit.SECONDS);
            return done.status() < 300 ? null : new IOException("status " + done.status());
        } catch (ExecutionException e) {
            return e.getCause();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return e;
        } catch (CancellationException | TimeoutException e) {
            return e;
        }
    }

    private JsonNode state() {
        try {
            RequestTarget target = client.target(Routes.OPERATION_STATE).with(Parameters.ID, operation);
            return DatabaseClient.read(client.sendTo(node, Request.get(target.toString())), JsonTrees::read);
        } catch (MintmarkClientException unknown) {
            return MissingNode.getInstance();
        }
    }

    BulkInsertProgress progress(long sent) {
        JsonNode state = state();
        JsonNode counts = state.path("Progress").isObject() ? state.path("Progress") : state.path("Result");
        String lastId = counts.path("LastProcessedId").asText("");
        return new BulkInsertProgress(
                sent,
                counts.path("DocumentsProcessed").asLong(0),
                lastId.isEmpty() || lastId.equals("null") ? Optional.empty() : Optional.of(lastId));
    }
}
