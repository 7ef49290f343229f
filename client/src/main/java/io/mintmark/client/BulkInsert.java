package io.mintmark.client;

import com.fasterxml.jackson.core.io.SerializedString;
import io.mintmark.client.exceptions.BulkInsertException;
import io.mintmark.client.exceptions.RequestInterruptedException;
import io.mintmark.client.json.CommandWriter;
import io.mintmark.client.json.JsonBytes;
import io.mintmark.document.DocumentId;
import io.mintmark.document.IdTemplate;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Stores any number of documents over one long request, much faster than sessions do. It promises <b>no isolation at
 * all</b>: documents are stored in groups while they arrive, others see them at once, an existing document is
 * overwritten without a check, and what was stored stays stored when the rest fails.
 *
 * <p>A caller that is faster than the server waits. {@link #close()} waits until everything is on the server's disk. A
 * bulk insert without new documents keeps its connection alive. Safe for any number of threads, though one is as fast
 * as several.
 *
 * <p>It stays with one node. If that node fails before the first byte, the next one takes over. If it fails later, the
 * bulk insert is over, and the next call to store or close throws {@link BulkInsertException}: nothing is sent twice,
 * and a loss is always reported.
 *
 * <pre>{@code
 * try (BulkInsert bulk = store.bulkInsert()) {
 *     for (User user : users) {
 *         bulk.store(user);
 *     }
 * }
 * }</pre>
 */
public final class BulkInsert implements AutoCloseable {
    /** Written bytes are handed on at this size, so that little is copied twice. */
    private static final int HANDED_ON_BYTES = 16 << 10;

    /** A server may take a connection for dead after a longer silence. */
    private static final int SILENCE_SECONDS_MAX = 10;

    private final BulkInsertRequest stream;
    private final EntityIdGenerator ids;
    private final Conventions conventions;
    private final ReentrantLock lock = new ReentrantLock();
    private final JsonBytes bytes = new JsonBytes(2 * HANDED_ON_BYTES);
    private final CommandWriter commands;
    private volatile Future<?> nextBeat;
    /** Read without the lock, which a thread has that waits for the connection. */
    private final AtomicLong sent = new AtomicLong();

    private long sentAtLastBeat;
    private boolean closed;

    BulkInsert(BulkInsertRequest stream, EntityIdGenerator ids, Conventions conventions) {
        this.stream = stream;
        this.ids = ids;
        this.conventions = conventions;
        this.commands = new CommandWriter(conventions.mapper(), bytes);
        bytes.write('[');
        nextBeat = later();
    }

    /**
     * Sends an entity to be stored under its id, or under a new one as {@link Session#store(Object)} makes it, and
     * returns that id.
     *
     * <p>If the server completes the id, {@code users/} is returned: no reply names the complete one.
     *
     * @throws BulkInsertException if the bulk insert is over; its message has the server's words
     * @throws io.mintmark.client.exceptions.InvalidEntityException if the entity cannot be written; others can be
     *     stored after it
     * @throws io.mintmark.client.exceptions.InvalidRequestException if the id was made before the database was dropped
     *     and created anew; it was not sent, and others can be
     */
    public String store(Object entity) {
        EntityType type = conventions.typeOf(entity.getClass());
        return send(type, entity, ids.idFor(type, entity), type.metadata());
    }

    /** Sends an entity to be stored under an id, or under {@code users/}, which the server completes. */
    public String store(Object entity, String id) {
        EntityType type = conventions.typeOf(entity.getClass());
        return send(type, entity, id, type.metadata());
    }

    private String send(EntityType type, Object entity, String id, SerializedString metadata) {
        IdTemplate template = IdTemplate.parse(id, ids.separator());
        if (template instanceof IdTemplate.Identity || template instanceof IdTemplate.Guid) {
            throw new IllegalArgumentException("A bulk insert needs an id, or a prefix such as users/: '" + id
                    + "' asks for a number or a GUID of the server; store it in a session.");
        }
        ids.lifeOf(id).ifPresent(life -> stream.requireMeantFor(life, id));
        Object named = template instanceof IdTemplate.Semantic semantic ? withId(type, entity, semantic.id()) : entity;
        lock.lock();
        try {
            requireOpen();
            commands.put(id, null, type.json(), named, metadata);
            sent.incrementAndGet();
            if (bytes.size() >= HANDED_ON_BYTES) {
                handOn();
            }
        } finally {
            lock.unlock();
        }
        return id;
    }

    private static Object withId(EntityType type, Object entity, DocumentId id) {
        return type.type().isRecord() ? entity : type.json().withId(entity, id.text());
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("The bulk insert is closed: begin a new one.");
        }
        if (stream.isOver()) {
            throw failure(null);
        }
    }

    private void handOn() {
        sending(() -> {
            stream.write(bytes);
            bytes.truncate(0);
        });
    }

    /** Takes a step that waits for the connection; if it fails, the bulk insert is over. */
    private void sending(Step step) {
        try {
            step.run();
        } catch (InterruptedIOException e) {
            end();
            throw RequestInterruptedException.whileWaiting("The bulk insert", new InterruptedException(e.getMessage()));
        } catch (IOException e) {
            throw failure(e);
        }
    }

    private interface Step {
        void run() throws IOException;
    }

    private BulkInsertException failure(@Nullable Throwable cause) {
        end();
        return new BulkInsertException(sent.get(), stream.reason(), cause);
    }

    private void end() {
        over();
        stream.end();
    }

    /** Sends the documents so far without waiting for more; the server stores them once it has nothing else to read. */
    public void flush() {
        lock.lock();
        try {
            requireOpen();
            handOn();
            sending(stream::push);
        } finally {
            lock.unlock();
        }
    }

    /** Asks the server for the progress; costs a request. */
    public BulkInsertProgress progress() {
        return stream.progress(sent());
    }

    /** Returns the number of documents that were handed over to be sent. */
    public long sent() {
        return sent.get();
    }

    /** Breaks the bulk insert off: documents that were not stored yet are lost. Does nothing once it is closed. */
    public void abort() {
        if (!lock.tryLock()) {
            // A thread may have it that waits for the connection, and learns by this that the wait is over.
            stream.abort();
            lock.lock();
        }
        try {
            if (!closed) {
                over();
                stream.abort();
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Ends the bulk insert and returns when all documents are on the server's disk.
     *
     * @throws BulkInsertException if not all of them are; its message has the server's words
     */
    @Override
    public void close() {
        lock.lock();
        try {
            if (closed) {
                return;
            }
            if (!stream.isOver()) {
                bytes.write(']');
                handOn();
            }
            sending(stream::finish);
            over();
        } finally {
            lock.unlock();
        }
    }

    private void over() {
        closed = true;
        boolean ignoredIfItRuns = nextBeat.cancel(false);
    }

    private Future<?> later() {
        return stream.later(SILENCE_SECONDS_MAX, this::beat);
    }

    /** Shows the server that the client is still there, if nothing else was sent lately. */
    private void beat() {
        if (!lock.tryLock()) {
            nextBeat = later(); // the thread that holds the lock is sending
            return;
        }
        try {
            if (closed || stream.isOver()) {
                return;
            }
            if (sent.get() == sentAtLastBeat) {
                commands.heartbeat();
            }
            sentAtLastBeat = sent.get();
            handOn();
            sending(stream::push);
            nextBeat = later();
        } catch (BulkInsertException | RequestInterruptedException e) {
            // The bulk insert is over; the next caller learns that, and why.
        } finally {
            lock.unlock();
        }
    }
}
