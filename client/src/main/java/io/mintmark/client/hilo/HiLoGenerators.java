package io.mintmark.client.hilo;

import io.mintmark.counter.RangeSize;
import io.mintmark.document.DocumentIds;
import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.hilo.HiLo;
import io.mintmark.hilo.StripedHiLo;
import io.mintmark.internal.ClosingTogether;
import io.mintmark.range.RangeSource;
import io.mintmark.range.Refiller;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * The generators of one store: one for each tag, made when it is first needed and found by the class of an entity or by
 * the name of a collection.
 *
 * <p>Ranges carry the separator that they were reserved with. When it changes, all generators are closed, which gives
 * their unused numbers back, and new ones go on after them: {@code companies/2-A}, then {@code companies:3-A}. A thread
 * that finds its generator closed draws from the successor.
 *
 * <p>All threads draw in one order until ids of one tag are made faster than some 50,000 a second. From then on each
 * thread draws a share at a time ({@link StripedHiLo}), so that threads do not wait for each other's cache line; stored
 * documents do not show the difference. Safe for any number of threads; drawing takes no lock.
 */
public final class HiLoGenerators implements AutoCloseable {
    private final Sources sources;
    private final Function<Class<?>, String> tagsOfClasses;
    private final UnaryOperator<String> tagsOfCollections;
    private final Supplier<IdentityPartsSeparator> separatorInForce;
    private final ReentrantLock changing = new ReentrantLock();
    private volatile Generation current = new Generation(IdentityPartsSeparator.DEFAULT);
    private boolean separatorKnown;
    private boolean closed;

    /** Finds the counters. */
    public interface Sources {
        /** Returns the counter of {@code tag}, whose ranges are spelt with {@code separator}. */
        RangeSource of(String tag, IdentityPartsSeparator separator);
    }

    /**
     * Creates an empty set of generators over {@code sources}.
     *
     * @param tagsOfClasses finds the tag of a class; throws if it has none
     * @param tagsOfCollections finds the tag of a collection; throws if it has none
     * @param separatorInForce finds the separator; may ask the server
     */
    public HiLoGenerators(
            Sources sources,
            Function<Class<?>, String> tagsOfClasses,
            UnaryOperator<String> tagsOfCollections,
            Supplier<IdentityPartsSeparator> separatorInForce) {
        this.sources = sources;
        this.tagsOfClasses = tagsOfClasses;
        this.tagsOfCollections = tagsOfCollections;
        this.separatorInForce = separatorInForce;
    }

    /** Returns a new id for an entity of a class, {@code orders/10-A}; fails as {@link HiLo#next()} does. */
    public String nextId(Class<?> type) {
        return draw(type, Generator::nextId);
    }

    /** Returns a new id for a document of a collection; fails as {@link HiLo#next()} does. */
    public String nextId(String collection) {
        return draw(collection, Generator::nextId);
    }

    /** Returns a new number of the same counter; fails as {@link HiLo#next()} does. */
    public long nextNumber(Class<?> type) {
        return draw(type, Generator::nextNumber);
    }

    /** Returns a new number of the counter of a collection; fails as {@link HiLo#next()} does. */
    public long nextNumber(String collection) {
        return draw(collection, Generator::nextNumber);
    }

    /** Draws for a class, or for a collection that is named. */
    private <T> T draw(Object owner, Function<Generator, T> drawing) {
        while (true) {
            Generation now = current;
            Generator known = now.byOwner.get(owner);
            try {
                return drawing.apply(known == null ? make(owner) : known);
            } catch (IllegalStateException e) {
                // The generator was closed meanwhile: it has a successor, or the store is closed.
                if (now == current) {
                    throw e;
                }
            }
        }
    }

    private Generator make(Object owner) {
        String tag =
                owner instanceof Class<?> type ? tagsOfClasses.apply(type) : tagsOfCollections.apply((String) owner);
        IdentityPartsSeparator first = separatorInForce.get();
        changing.lock();
        try {
            if (closed) {
                throw new IllegalStateException("The store is closed: open a new one to make ids.");
            }
            if (!separatorKnown) {
                useSeparator(first); // later separators come through useSeparator and are never older than this
            }
            Generation now = current;
            Generator generator =
                    now.byTag.computeIfAbsent(tag, any -> Generator.over(sources.of(tag, now.separator), tag));
            now.byOwner.put(owner, generator);
            return generator;
        } finally {
            changing.unlock();
        }
    }

    /** Changes the separator; returns when the generators with the old one have given their numbers back. */
    public void useSeparator(IdentityPartsSeparator separator) {
        changing.lock();
        try {
            separatorKnown = true;
            Generation old = current;
            if (!closed && !old.separator.equals(separator)) {
                current = new Generation(separator);
                old.close();
            }
        } finally {
            changing.unlock();
        }
    }

    /** Stops issuing and gives all unused numbers back. */
    @Override
    public void close() {
        changing.lock();
        try {
            closed = true;
            Generation last = current;
            current = new Generation(last.separator);
            last.close();
        } finally {
            changing.unlock();
        }
    }

    /** The generators whose ids have one separator. */
    private static final class Generation {
        private final IdentityPartsSeparator separator;
        private final Map<String, Generator> byTag = new ConcurrentHashMap<>();

        /** The same generators by class and collection: a second look-up would be a good part of an id's cost. */
        private final Map<Object, Generator> byOwner = new ConcurrentHashMap<>();

        Generation(IdentityPartsSeparator separator) {
            this.separator = separator;
        }

        /** Closes all at once: a server that does not answer holds up each of them for as long as its deadline. */
        void close() {
            ClosingTogether.all(
                    HiLoGenerators.class,
                    byTag.values().stream()
                            .<Runnable>map(generator -> generator.numbers()::close)
                            .toList());
        }
    }

    /** One tag's numbers, and the ids that are made of them. */
    private record Generator(StripedHiLo numbers, DocumentIds ids) {
        static Generator over(RangeSource source, String tag) {
            StripedHiLo numbers = HiLo.over(source)
                    .name(tag)
                    .rangeSize(RangeSize.MIN)
                    .refiller(new DelayedStartRefiller(Refiller.shared()))
                    .striped();
            return new Generator(numbers, DocumentIds.of(numbers));
        }

        String nextId() {
            return ids.next();
        }

        long nextNumber() {
            return numbers.next();
        }
    }
}
