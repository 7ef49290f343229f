package io.mintmark.simulation;

import io.mintmark.simulation.plan.Agenda;
import io.mintmark.simulation.plan.LeftOut;
import io.mintmark.simulation.plan.LeftOut.Thing;
import io.mintmark.simulation.plan.Settings;
import io.mintmark.simulation.plan.Shape;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** What an id costs against clients and counters, where nothing goes wrong: exact, for time is virtual. Stateless. */
final class Costs {
    /** Even seeds: in these the server of a directory reserves ahead, as it does unless told otherwise. */
    private static final List<Long> SEEDS = List.of(2L, 4L, 6L, 8L, 10L, 12L);

    private static final int THINGS_OF_A_CLIENT = 40;
    private static final int EVENTS_A_THING = 7;
    private static final List<Shape> SHAPES = List.of(Shape.SQLITE, Shape.POSTGRESQL);
    private static final List<Integer> CLIENTS = List.of(10, 100, 1_000);
    private static final List<Integer> COUNTERS = List.of(1, 100, 10_000);

    private Costs() {}

    /** Returns the lines of a table in Markdown, each as soon as it is known. */
    static Stream<String> table() {
        return Stream.concat(
                Stream.of(
                        "| Clients and counters | SQLite, commits | PostgreSQL, commits | SQLite, waits | PostgreSQL, waits |",
                        "| --- | ---: | ---: | ---: | ---: |"),
                CLIENTS.stream().flatMap(clients -> COUNTERS.stream().map(counters -> row(clients, counters))));
    }

    /** Returns the row of so many clients and counters: for a million ids each. */
    static String row(int clients, int counters) {
        List<List<Outcome>> shapes = SHAPES.stream()
                .map(shape -> SEEDS.stream()
                        .map(seed -> Run.of(settings(seed, shape, clients, counters), null))
                        .toList())
                .toList();
        return String.format(
                Locale.ROOT,
                "| %,d clients, %,d %s | %,.0f | %,.0f | %,.0f | %,.0f |",
                clients,
                counters,
                counters == 1 ? "counter" : "counters",
                ofMillion(shapes.get(0), false),
                ofMillion(shapes.get(1), false),
                ofMillion(shapes.get(0), true),
                ofMillion(shapes.get(1), true));
    }

    private static Settings settings(long seed, Shape shape, int clients, int counters) {
        LeftOut others = LeftOut.NOTHING;
        for (Thing thing : Thing.values()) {
            others = thing == Thing.COUNTERS ? others : others.thing(thing);
        }
        return Settings.of(seed)
                .on(shape)
                .sized((long) clients * THINGS_OF_A_CLIENT * EVENTS_A_THING, clients, counters)
                .resting(Agenda.SECOND)
                .with(List.of())
                .without(others);
    }

    private static double ofMillion(List<Outcome> outcomes, boolean waits) {
        long ids = outcomes.stream().mapToLong(Outcome::numbers).sum();
        long costs = outcomes.stream()
                .mapToLong(each -> waits ? each.waits() : each.commits())
                .sum();
        return 1e6 * costs / ids;
    }
}
