package io.mintmark.hibernate;

import io.mintmark.document.KeyForm;
import io.mintmark.hilo.HiLo;
import io.mintmark.hilo.HiLoBuilder;
import io.mintmark.internal.ClosingTogether;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.hibernate.engine.spi.SessionFactoryImplementor;

/** Generators that a persistence unit makes over its sources, and closes. Thread-safe. */
final class GeneratorsOverSources implements CounterGenerators, AutoCloseable {
    private final UnitSettings settings;
    private final CounterSources sources;
    private final List<HiLo> generators = new ArrayList<>();

    GeneratorsOverSources(UnitSettings settings, SessionFactoryImplementor factory) {
        this.settings = settings;
        this.sources = settings.sources()
                .orElseGet(() -> withJdbc(() -> OwnTable.in(factory, settings.schema(), settings.looksAtStart())));
    }

    /** Returns what {@code ownTable} finds; refuses a class path without mintmark-jdbc. */
    static <T> T withJdbc(Supplier<T> ownTable) {
        try {
            return ownTable.get();
        } catch (NoClassDefFoundError e) {
            throw new MintmarkMappingException(
                    "@MintmarkId must know where counters live: add mintmark-jdbc, which keeps them in the unit's own"
                            + " database, or set " + MintmarkSettings.SOURCES,
                    e);
        }
    }

    @Override
    public synchronized HiLo generator(String counter) {
        // The key form, because two processes that spell it differently mean the same counter, wherever it lives.
        HiLo generator = over(settings, HiLo.over(sources.source(KeyForm.of(counter))), counter);
        generators.add(generator);
        return generator;
    }

    /** Returns the generator that {@code builder} makes with what the unit sets. */
    static HiLo over(UnitSettings settings, HiLoBuilder builder, String counter) {
        builder.name(counter).listener(settings.listener());
        settings.rangeSizeMax().ifPresent(builder::rangeSizeMax);
        settings.rangeSize().ifPresent(builder::rangeSize);
        settings.deadline().ifPresent(builder::deadline);
        return settings.jsSafe() ? builder.jsSafe().strict() : builder.strict();
    }

    @Override
    public synchronized void close() {
        ClosingTogether.all(
                GeneratorsOverSources.class,
                generators.stream().<Runnable>map(each -> each::close).toList());
        generators.clear();
        if (settings.sourcesAreOurs() && sources instanceof AutoCloseable ours) {
            closeQuietly(ours);
        }
    }

    /** All numbers are back by now, and a class that cannot close must not fail the shutdown. */
    private void closeQuietly(AutoCloseable ours) {
        try {
            ours.close();
        } catch (Exception e) {
            settings.listener()
                    .failed(new MintmarkMappingException(
                            "sources named by " + MintmarkSettings.SOURCES + " should close without an exception (" + e
                                    + ")",
                            e));
        }
    }
}
