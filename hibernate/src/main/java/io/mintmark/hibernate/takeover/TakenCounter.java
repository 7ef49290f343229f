package io.mintmark.hibernate.takeover;

import io.mintmark.MintmarkException;
import io.mintmark.hibernate.takeover.UnitTakeover.Line;
import io.mintmark.hilo.HiLo;
import io.mintmark.range.RangeSource;
import io.mintmark.range.RangeSourceException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.jspecify.annotations.Nullable;

/**
 * One counter that generators of a unit draw from, and whether ours does.
 *
 * <p>It is looked at when the unit starts, or else with the first id, which decides for the life of the unit. A counter
 * that stands below existing ids is looked at again with each id until somebody raised it. Safe for any number of
 * threads, one of which looks at a time.
 */
final class TakenCounter implements UnitTakeover.Drawn {
    /** Opens the counter, as {@link SharedCounters#open} does. */
    @FunctionalInterface
    interface Opener {
        RangeSource open();
    }

    /** The result of a look; the generator is there while the counter is taken. */
    private record Seen(
            IdsState state, String text, @Nullable HiLo generator, boolean isFinal) {}

    private final CounterReading reading;
    private final List<String> attributes;
    private final Opener opener;
    private final Surroundings.Generators generators;
    private final Function<String, RuntimeException> refusal;
    private final AtomicBoolean told = new AtomicBoolean();
    private boolean closed;

    /** The failure of the latest look that did not reach the database. */
    private volatile @Nullable RangeSourceException unreachable;

    private volatile Seen seen = new Seen(IdsState.PENDING, "not looked at yet", null, false);

    TakenCounter(CounterReading reading, List<String> attributes, Opener opener, Surroundings around) {
        this.reading = reading;
        this.attributes = List.copyOf(attributes);
        this.opener = opener;
        this.generators = around.generators();
        this.refusal = around.refusal();
    }

    /**
     * Looks at the counter before anybody needs an id.
     *
     * @return the failure of a database that cannot be reached; empty if the look was had
     * @throws RuntimeException made by the unit, if the counter stands below existing ids
     */
    @Override
    public Optional<RangeSourceException> lookAtStart() {
        try {
            HiLo unused = look(false);
            return Optional.empty();
        } catch (RangeSourceException e) {
            return Optional.of(e);
        }
    }

    @Override
    public @Nullable Object next(SharedSessionContractImplementor session, LongFunction<Object> form) {
        @Nullable HiLo generator = generator();
        return generator == null ? null : form.apply(generator.next());
    }

    /** Returns our generator; null where Hibernate's own is to make the id. */
    @Nullable HiLo generator() {
        Seen known = seen;
        return known.isFinal ? known.generator : look(true);
    }

    private @Nullable HiLo look(boolean isFinal) {
        return lookAfter(unreachable, isFinal);
    }

    /** Those that waited for a look that failed share its failure, or each would wait as long as all before it. */
    private synchronized @Nullable HiLo lookAfter(@Nullable RangeSourceException before, boolean isFinal) {
        if (closed) {
            throw new IllegalStateException("The session factory is closed: no id of " + attributes + " any more.");
        }
        if (!seen.isFinal) {
            seen = decide(before, isFinal);
        }
        if (seen.state == IdsState.REFUSED) {
            throw refusal.apply(seen.text);
        }
        return seen.generator;
    }

    private Seen decide(@Nullable RangeSourceException before, boolean isFinal) {
        @Nullable RangeSourceException since = unreachable;
        if (since != null && since != before) {
            throw new RangeSourceException(String.valueOf(since.getMessage()), since);
        }
        try {
            RangeSource source = opener.open();
            HiLo generator = generators.over(
                    reading.place().name(), source, reading.rule().size());
            return new Seen(IdsState.TAKEN, reading.toString(), generator, true);
        } catch (UnreadException left) {
            return new Seen(IdsState.LEFT, String.valueOf(left.getMessage()), null, isFinal);
        } catch (RangeSourceException e) {
            unreachable = e;
            throw e;
        } catch (MintmarkException below) {
            return new Seen(
                    IdsState.REFUSED,
                    "ids must be taken over from a counter that stands above them: " + attributes + " ("
                            + below.getMessage()
                            + "); raise it, or name the others in " + TakeoverContributor.SETTING,
                    null,
                    false);
        }
    }

    /** Returns true once, for the one that tells that the counter is left to Hibernate. */
    boolean isNews() {
        return !told.getAndSet(true);
    }

    @Override
    public Line line() {
        Seen known = seen;
        return new Line(known.state, known.text);
    }

    @Override
    public synchronized void close() {
        closed = true;
        @Nullable HiLo generator = seen.generator;
        if (generator != null) {
            generator.close();
        }
    }
}
