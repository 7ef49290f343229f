package io.mintmark.server.databases;

import io.mintmark.protocol.ErrorType;
import io.mintmark.web.http.ApiException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The operations of one database: those under way, and the latest {@value #ENDED_MAX} that ended, fewer where those of
 * all databases would be more than {@value #ENDED_IN_ALL_MAX}. Safe for any number of threads.
 *
 * <p>They are remembered while the server runs, not longer.
 */
public final class Operations {
    private static final int ENDED_MAX = 256;
    private static final int ENDED_IN_ALL_MAX = 16_384;

    private final LongSupplier ids;
    private final InstantSource clock;
    private final AtomicInteger endedInAll;
    private final Consumer<Operation> whenChanged;
    private final Map<Long, Operation> underWay = new TreeMap<>();
    private final Map<Long, Operation> ended = new LinkedHashMap<>();
    private @Nullable ApiException closed;
    /** What this node's numbers of this database are between, those of other nodes are not. */
    private long issuedMin = Long.MAX_VALUE;

    private long issuedMax;

    /**
     * Draws numbers from {@code ids}, which never repeats one.
     *
     * @param endedInAll begins at 0; all databases share it
     * @param whenChanged hears of each new state of an operation
     */
    Operations(LongSupplier ids, InstantSource clock, AtomicInteger endedInAll, Consumer<Operation> whenChanged) {
        this.whenChanged = whenChanged;
        this.ids = ids;
        this.clock = clock;
        this.endedInAll = endedInAll;
    }

    /** Returns a number that no operation of this database has. */
    synchronized long nextId() {
        long id = ids.getAsLong();
        while (underWay.containsKey(id) || ended.containsKey(id)) {
            id = ids.getAsLong();
        }
        issuedMin = Math.min(issuedMin, id);
        issuedMax = id;
        return id;
    }

    /**
     * Begins an operation; its number is free again for another one when it ended.
     *
     * @param id its number, which its client got before or chose
     * @param stop has the worker end early for the reason given; may be called at any time, also more than once
     */
    public synchronized Operation start(long id, Consumer<ApiException> stop) {
        if (closed != null) {
            throw closed;
        }
        if (underWay.containsKey(id)) {
            throw new ApiException(
                    ErrorType.INVALID_OPERATION,
                    "Operation " + id + " is under way already: ask operations/next-operation-id for another number.");
        }
        Operation before = ended.get(id);
        if (before != null && before.isKilled()) {
            throw killed(id);
        }
        forget(id);
        Operation operation = new Operation(id, clock, stop, whenChanged, this::remember);
        underWay.put(id, operation);
        return operation;
    }

    private synchronized void remember(Operation operation) {
        underWay.remove(operation.id());
        if (closed != null) {
            return;
        }
        forget(operation.id());
        ended.put(operation.id(), operation);
        int inAll = endedInAll.incrementAndGet();
        if (ended.size() > ENDED_MAX || (inAll > ENDED_IN_ALL_MAX && ended.size() > 1)) {
            forget(ended.keySet().iterator().next());
        }
    }

    private void forget(long id) {
        if (ended.remove(id) != null) {
            int ignored = endedInAll.decrementAndGet();
        }
    }

    /** Returns the operation of that number, if it is under way or among those that ended lately. */
    synchronized Optional<Operation> find(long id) {
        Operation active = underWay.get(id);
        return Optional.ofNullable(active != null ? active : ended.get(id));
    }

    /** Returns all that is remembered, those under way first. */
    synchronized List<Operation> all() {
        List<Operation> all = new ArrayList<>(underWay.values());
        all.addAll(ended.values());
        return all;
    }

    /**
     * Kills an operation that is under way; one that ended stays as it is. One that has its number and did not begin
     * yet, because the request that kills it was quicker, never will.
     *
     * @return whether it had not ended
     */
    boolean kill(long id) {
        Optional<Operation> known = find(id);
        Operation operation = known.orElseGet(() -> neverBegun(id));
        boolean goesOn = operation.state().status() == Operation.Status.IN_PROGRESS;
        if (goesOn) {
            operation.kill(killed(id));
        }
        return goesOn || known.isEmpty();
    }

    private synchronized Operation neverBegun(long id) {
        Operation begunMeanwhile = underWay.get(id);
        if (begunMeanwhile != null) {
            return begunMeanwhile;
        }
        if (id < issuedMin || id > issuedMax) {
            throw unknown(ErrorType.ARGUMENT, id);
        }
        Operation operation = new Operation(id, clock, why -> {}, whenChanged, this::remember);
        operation.kill(killed(id));
        operation.fail(killed(id));
        return operation;
    }

    private static ApiException killed(long id) {
        return new ApiException(ErrorType.CANCELED, "Operation " + id + " was killed.");
    }

    /** Returns the refusal of a question about an operation that is not remembered. */
    static ApiException unknown(ErrorType type, long id) {
        return new ApiException(type, "Operation " + id + " is not known: it was not started, or ended too long ago.");
    }

    /** Ends what is under way, and refuses what comes, for the reason given. */
    void close(ApiException why) {
        List<Operation> active;
        synchronized (this) {
            closed = why;
            active = List.copyOf(underWay.values());
            List.copyOf(ended.keySet()).forEach(this::forget);
        }
        active.forEach(operation -> operation.interrupt(why));
    }
}
