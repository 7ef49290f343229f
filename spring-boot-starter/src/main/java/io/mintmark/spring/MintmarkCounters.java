package io.mintmark.spring;

import io.mintmark.document.KeyForm;
import io.mintmark.hilo.HiLo;
import io.mintmark.hilo.HiLoBuilder;
import io.mintmark.internal.ClosingTogether;
import io.mintmark.range.RangeListener;
import io.mintmark.range.RangeSource;
import io.mintmark.range.Refiller;
import io.mintmark.spring.internal.CompositeListener;
import io.mintmark.spring.internal.StoreClasses;
import io.mintmark.spring.internal.UnitHiLo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The counters of an application by name, each with the one generator that everything in it draws from.
 *
 * <p>A counter is made when it is first asked for, also if no property names it. Names compare without case. Closed
 * with the application context, after all that draws from it; then unused numbers go back. Thread-safe.
 */
public final class MintmarkCounters implements AutoCloseable {
    /** A counter's place and what issues its numbers. */
    private record Open(RangeSource source, HiLo generator) {}

    private final RangeSources sources;
    private final MintmarkProperties properties;
    private final List<CounterListener> listeners;
    private final StoreClasses classes;
    private final Map<String, CompletableFuture<Open>> byKey = new ConcurrentHashMap<>();
    private volatile boolean closed;

    MintmarkCounters(
            RangeSources sources,
            MintmarkProperties properties,
            List<CounterListener> listeners,
            StoreClasses classes) {
        this.sources = sources;
        this.properties = properties;
        this.listeners = List.copyOf(listeners);
        this.classes = classes;
    }

    /**
     * Returns the generator of {@code counter}, which must not be closed by its users.
     *
     * @throws IllegalStateException if the application context is closed
     */
    public HiLo generator(String counter) {
        return open(counter).generator;
    }

    /**
     * Returns where {@code counter} lives, to raise it for instance.
     *
     * @throws IllegalStateException if the application context is closed
     */
    public RangeSource source(String counter) {
        return open(counter).source;
    }

    /** A counter whose place hangs keeps nobody from the others: only those that want it wait. */
    private Open open(String counter) {
        requireOpen(counter);
        String key = KeyForm.of(counter);
        CompletableFuture<Open> known = byKey.get(key);
        return known == null ? first(counter, key) : made(known);
    }

    private Open first(String counter, String key) {
        CompletableFuture<Open> mine = new CompletableFuture<>();
        CompletableFuture<Open> others = byKey.putIfAbsent(key, mine);
        if (others == null) {
            make(counter, key, mine);
        }
        return made(others == null ? mine : others);
    }

    private void requireOpen(String counter) {
        if (closed) {
            throw new IllegalStateException("The application is closed: no counter " + counter + " any more.");
        }
    }

    /** The next one that wants a counter that cannot be made tries again. */
    private void make(String counter, String key, CompletableFuture<Open> made) {
        try {
            Open open = make(counter);
            made.complete(open);
            if (closed) { // it may have come behind the closing of all
                open.generator.close();
                requireOpen(counter);
            }
        } catch (RuntimeException | Error e) {
            byKey.remove(key, made);
            made.completeExceptionally(e);
            throw e;
        }
    }

    /** Those that waited share the failure, or each would wait as long as all before it. */
    private static Open made(CompletableFuture<Open> counter) {
        try {
            return counter.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException told) {
                throw told;
            }
            throw e;
        }
    }

    private Open make(String counter) {
        RangeSource source = sources.source(KeyForm.of(counter));
        RangeListener health = classes.health(counter, false);
        return new Open(source, over(counter, source, properties.rangeSize(), Refiller.shared(), health));
    }

    /** Returns a generator over a counter that is not one of these, with the same settings; its user closes it. */
    HiLo over(String counter, RangeSource source, long rangeSize) {
        RangeListener health = classes.health(counter, false);
        return new UnitHiLo(over(counter, source, rangeSize, Refiller.shared(), health), health);
    }

    /** Returns a generator over one tenant's counter of that name; its user closes it. */
    HiLo overTenants(String counter, RangeSource source, long rangeSize, Refiller threads) {
        RangeListener health = classes.health(counter, true);
        return new UnitHiLo(over(counter, source, rangeSize, threads, health), health);
    }

    private HiLo over(String counter, RangeSource source, long rangeSize, Refiller threads, RangeListener health) {
        classes.tell(counter, source);
        List<RangeListener> hearing = new ArrayList<>();
        hearing.add(health);
        listeners.forEach(listener -> hearing.add(listener.of(counter)));
        HiLoBuilder builder = HiLo.over(source)
                .name(counter)
                .rangeSize(Math.min(rangeSize, HiLoBuilder.RANGE_SIZE_MAX))
                .rangeSizeMax(properties.rangeSizeMax())
                .deadline(properties.deadline())
                .refiller(threads)
                .listener(new CompositeListener(hearing));
        return properties.jsSafe() ? builder.jsSafe().strict() : builder.strict();
    }

    /** Ends issuing and gives unused numbers back, those of all counters at once. */
    @Override
    public void close() {
        closed = true;
        List<Runnable> closings = new ArrayList<>();
        byKey.values().stream()
                .filter(each -> each.isDone() && !each.isCompletedExceptionally())
                .forEach(each -> closings.add(each.join().generator::close));
        ClosingTogether.all(MintmarkCounters.class, closings);
        byKey.clear();
    }
}
