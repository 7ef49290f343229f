package io.mintmark.hibernate.takeover;

import io.mintmark.internal.ClosingTogether;
import io.mintmark.range.RangeSourceException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.jspecify.annotations.Nullable;

/**
 * The ids of one session factory that were taken over from Hibernate's generators, and those that were not.
 *
 * <p>Generators of one counter share one generator of ours. A counter that two of them read otherwise is left alone,
 * also where only one of the two is named. Thread-safe; closed with the session factory, when unused numbers go back.
 */
public final class UnitTakeover implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(UnitTakeover.class.getPackageName());

    private final String factory;
    private final List<MappedGenerator> wrapped = new ArrayList<>();
    private final List<Drawn> counters = new ArrayList<>();

    /** The state of each, by its attribute; read anew each time. */
    private final Map<String, Supplier<Line>> lines = new LinkedHashMap<>();

    /**
     * The state of the ids of one attribute.
     *
     * @param text by which rule they are taken over, or why they are not
     */
    public record Line(IdsState state, String text) {}

    /** One counter that generators of the unit draw from. */
    interface Drawn extends AutoCloseable {
        /** Returns the next id for {@code session}'s tenant; null where Hibernate's own generator is to make it. */
        @Nullable Object next(SharedSessionContractImplementor session, LongFunction<Object> form);

        /** Looks at it before anybody needs an id; the failure of a database that cannot be reached. */
        Optional<RangeSourceException> lookAtStart();

        /** Returns by which rule it is taken over, or why it is not. */
        Line line();

        @Override
        void close();
    }

    private UnitTakeover(String factory) {
        this.factory = factory;
    }

    /**
     * Takes over what {@code names} mean, and logs once what was left alone, and why.
     *
     * @throws RuntimeException made by the unit, if a name means nothing or a counter stands below its ids
     */
    public static UnitTakeover start(
            SessionFactoryImplementor factory, Names names, Surroundings around, TakeoverContributor.Parts parts) {
        List<MappedGenerator> all = MappedGenerator.all(factory);
        all.addAll(parts.all());
        MeantNames.require(all, names, around.refusal());
        UnitTakeover takeover = new UnitTakeover(factory.getUuid());
        try {
            takeover.take(factory, all, names, around);
            if (around.looksAtStart()) {
                takeover.lookAtStart();
            }
        } catch (RuntimeException e) {
            takeover.close();
            throw e;
        }
        takeover.log();
        return takeover;
    }

    private void take(SessionFactoryImplementor unit, List<MappedGenerator> all, Names names, Surroundings around) {
        SchemaNames schemas = new SchemaNames(unit, around.schema());
        GeneratorReader reader = new GeneratorReader(schemas);
        Map<String, List<ReadGenerator>> byCounter = new LinkedHashMap<>();
        for (MappedGenerator generator : all) {
            try {
                ReadGenerator read = new ReadGenerator(generator, reader.read(generator));
                byCounter
                        .computeIfAbsent(read.reading().place().key(), key -> new ArrayList<>())
                        .add(read);
            } catch (UnreadException e) {
                leave(generator, names, String.valueOf(e.getMessage()));
            }
        }
        Optional<SharedCounters> places =
                around.connections().map(connections -> new SharedCounters(connections, schemas));
        byCounter.values().stream()
                .flatMap(UnitTakeover::apart)
                .forEach(sharing -> take(unit, sharing, names, new Lent(around, schemas, places)));
    }

    /** Counters of one name are several in schemas of several names; one without a schema may be any of them. */
    private static Stream<List<ReadGenerator>> apart(List<ReadGenerator> sameName) {
        Map<String, List<ReadGenerator>> bySchema = sameName.stream()
                .collect(Collectors.groupingBy(
                        each -> each.reading().place().schemaKey(), LinkedHashMap::new, Collectors.toList()));
        return bySchema.containsKey("") ? Stream.of(sameName) : bySchema.values().stream();
    }

    /** A generator and how it reads its counter. */
    record ReadGenerator(MappedGenerator generator, CounterReading reading) {}

    /** The loans of the unit, its names, and the place of its counters; empty where they are in more than one. */
    private record Lent(Surroundings around, SchemaNames schemas, Optional<SharedCounters> places) {}

    private void take(SessionFactoryImplementor unit, List<ReadGenerator> sharing, Names names, Lent lent) {
        Optional<String> reason = WhyLeft.of(sharing, lent.around());
        List<ReadGenerator> meant = new ArrayList<>();
        for (ReadGenerator each : sharing) {
            Optional<String> left = reason.or(() -> WhyLeft.of(each.generator()));
            if (left.isPresent()) {
                leave(each.generator(), names, left.get());
            } else if (each.generator().isMeant(names)) {
                meant.add(each);
            }
        }
        // Names that differ in case may be two counters, and so are two columns of a row: only equal ones share. The
        // columns of ids end by their type.
        meant.stream()
                .collect(Collectors.groupingBy(
                        each -> List.of(each.reading().place(), each.generator().type()),
                        LinkedHashMap::new,
                        Collectors.toList()))
                .values()
                .forEach(same -> bind(unit, same, drawn(same, lent)));
    }

    private static Drawn drawn(List<ReadGenerator> meant, Lent lent) {
        Surroundings around = lent.around();
        return around.tenancy()
                .<Drawn>map(tenancy -> new TenantCounters(
                        meant.get(0).reading(),
                        tenancy,
                        tenant -> counter(
                                meant,
                                new SharedCounters(tenancy.connections().apply(tenant), lent.schemas()),
                                around)))
                .orElseGet(() -> counter(meant, lent.places().orElseThrow(), around));
    }

    private static TakenCounter counter(List<ReadGenerator> meant, SharedCounters places, Surroundings around) {
        return new TakenCounter(meant.get(0).reading(), attributes(meant), opener(meant, places), around);
    }

    private static List<String> attributes(List<ReadGenerator> generators) {
        return generators.stream()
                .map(each -> each.generator().mapped().attribute())
                .toList();
    }

    private static TakenCounter.Opener opener(List<ReadGenerator> meant, SharedCounters counters) {
        List<IdPlace> places = meant.stream()
                .flatMap(each -> each.generator().mapped().places().stream())
                .distinct()
                .toList();
        return () -> counters.open(meant.get(0).reading(), places);
    }

    private void bind(SessionFactoryImplementor unit, List<ReadGenerator> meant, Drawn counter) {
        counters.add(counter);
        for (ReadGenerator each : meant) {
            MappedGenerator generator = each.generator();
            LongFunction<Object> form = IdForm.of(generator.type()).orElseThrow();
            generator.wrapper().orElseThrow().bind(unit, session -> counter.next(session, form));
            wrapped.add(generator);
            lines.put(generator.mapped().attribute(), counter::line);
        }
    }

    private void leave(MappedGenerator generator, Names names, String reason) {
        if (generator.isMeant(names)) {
            Line line = new Line(IdsState.LEFT, reason);
            lines.put(generator.mapped().attribute(), () -> line);
        }
    }

    /** A database that cannot be reached is asked once, or a start would wait for it as often as it has counters. */
    private void lookAtStart() {
        for (Drawn counter : counters) {
            Optional<RangeSourceException> failure = counter.lookAtStart();
            if (failure.isPresent()) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "This persistence unit starts without its counters, which are looked at when an id is wanted: {0}",
                        failure.get().getMessage());
                return;
            }
        }
    }

    private void log() {
        StringBuilder text = new StringBuilder(
                "Ids of Hibernate's generators, as the setting " + TakeoverContributor.SETTING + " names them:");
        lines().forEach((attribute, line) -> text.append(System.lineSeparator())
                .append("  ")
                .append(attribute)
                .append(' ')
                .append(line.state())
                .append(": ")
                .append(line.text()));
        LOG.log(System.Logger.Level.INFO, text.toString());
    }

    /** Returns the state of the ids of each attribute that the setting names. */
    public Map<String, Line> lines() {
        Map<String, Line> now = new LinkedHashMap<>();
        lines.forEach((attribute, line) -> now.put(attribute, line.get()));
        return now;
    }

    /** Ends issuing and gives unused numbers back; a second time does nothing. */
    @Override
    public void close() {
        ClosingTogether.all(
                UnitTakeover.class,
                counters.stream().<Runnable>map(counter -> counter::close).toList());
        wrapped.forEach(generator -> generator.wrapper().orElseThrow().unbind(factory));
    }
}
