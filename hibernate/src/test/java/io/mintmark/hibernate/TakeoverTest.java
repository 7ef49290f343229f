package io.mintmark.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.hilo.HiLo;
import io.mintmark.range.InMemoryRanges;
import io.mintmark.range.RangeSource;
import io.mintmark.testkit.HistoryChecker;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Ids that a property takes over from Hibernate's generators, beside units that it does not change. */
final class TakeoverTest {
    private static final Class<?>[] ENTITIES = {
        Depot.Crate.class, Depot.Pallet.class, Depot.Truck.class, Depot.Inbound.class, Depot.Outbound.class,
        Depot.Shelf.class, Depot.Forklift.class, Depot.Vehicle.class, Depot.Van.class, Depot.Parcel.class
    };

    /** Each counter and what is inserted with its numbers. */
    private static final Map<String, List<Supplier<Depot.Numbered>>> BY_COUNTER = Map.of(
            "crate", List.of(Depot.Crate::new),
            "pallet", List.of(Depot.Pallet::new),
            "truck", List.of(Depot.Truck::new),
            "moves", List.of(Depot.Inbound::new, Depot.Outbound::new),
            "shelf", List.of(Depot.Shelf::new),
            "forklift", List.of(Depot.Forklift::new),
            "vehicle", List.of(Depot.Vehicle::new, Depot.Van::new));

    @ParameterizedTest
    @EnumSource(Databases.class)
    void shouldTakeEveryGeneratorOver(Databases kind) {
        try (SessionFactory unit = taking("all", kind.create(), Map.of())) {
            assertThat(TakeoverReport.of(unit).taken())
                    .containsOnlyKeys(
                            "Crate.id",
                            "Pallet.id",
                            "Truck.id",
                            "Inbound.id",
                            "Outbound.id",
                            "Shelf.id",
                            "Forklift.id",
                            "Vehicle.id",
                            "Parcel.id",
                            "Parcel.stamps (collection)");
            assertThat(TakeoverReport.of(unit).left()).isEmpty();
        }
    }

    /** Hibernate's own generator asks the database in the session, so that its statements are counted. */
    @ParameterizedTest
    @EnumSource(Databases.class)
    void shouldMakeIdsWithoutAStatementOfTheSession(Databases kind) {
        try (SessionFactory unit = taking("all", kind.create(), Map.of())) {
            unit.getStatistics().clear();
            unit.inTransaction(session -> {
                for (int i = 0; i < 200; i++) {
                    session.persist(new Depot.Truck());
                }

                assertThat(unit.getStatistics().getPrepareStatementCount()).isZero();
            });
            assertThat(unit.getStatistics().getEntityInsertCount()).isEqualTo(200);
        }
    }

    /** The twin: what is not named makes its ids as before. */
    @Test
    void shouldLeaveWhatIsNotNamedAsItWas() {
        try (SessionFactory unit = taking("Crate", Units.newH2(), Map.of())) {
            unit.getStatistics().clear();
            unit.inTransaction(session -> {
                session.persist(new Depot.Truck());

                assertThat(unit.getStatistics().getPrepareStatementCount()).isOne();
            });
            assertThat(TakeoverReport.of(unit).taken()).containsOnlyKeys("Crate.id");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "H2,pooled",
        "H2,pooled-lo",
        "H2,pooled-lotl",
        "H2,hilo",
        "H2,legacy-hilo",
        "POSTGRES,pooled",
        "POSTGRES,pooled-lo",
        "POSTGRES,hilo"
    })
    void shouldNeverRepeatAnIdBesideAUnitThatItDoesNotChange(Databases kind, String optimizer) {
        String database = kind.create();
        Map<String, Object> settings = Map.of("hibernate.id.optimizer.pooled.preferred", optimizer);
        long seed = Long.getLong("mintmark.seed", System.nanoTime());
        System.out.println("mintmark.seed=" + seed);
        HistoryChecker history = new HistoryChecker();
        try (SessionFactory plain = plain(database, settings);
                SessionFactory taken = taking("all", database, settings);
                SessionFactory other = taking("all", database, settings)) {
            List<SessionFactory> units = List.of(plain, taken, other);
            insertInAnyOrder(units, new Random(seed), history);

            assertThat(history.duplicateCount()).isZero();
            assertThat(TakeoverReport.of(taken).taken()).hasSize(10);
        }
    }

    /** One that hangs holds up no other: a container is ended before many deadlines have passed. */
    @Test
    void shouldGiveNumbersOfAllCountersBackAtOnce() {
        Units.Meeting meeting = new Units.Meeting(2);
        persistTwo((counter, source) -> HiLo.over(meeting.over(new InMemoryRanges()))
                .deadline(Duration.ofMinutes(5))
                .strict());

        assertThat(meeting.met()).hasSizeGreaterThanOrEqualTo(2).doesNotContain(false);
    }

    @Test
    void shouldCloseAllGeneratorsAndTheUnitWhereALendersDoNotClose() {
        List<String> closed = new CopyOnWriteArrayList<>();
        persistTwo((counter, source) -> (HiLo) Proxy.newProxyInstance(
                HiLo.class.getClassLoader(), new Class<?>[] {HiLo.class}, (self, method, arguments) -> {
                    if (method.getName().equals("close")) {
                        closed.add(counter);
                        throw new IllegalStateException("this one does not close, as a test wants it");
                    }
                    return source.reserve(1).low();
                }));

        assertThat(closed).containsExactlyInAnyOrder("CRATE_SEQ", "PALLET_NUMBERS");
    }

    /** Takes two counters over by generators that are lent, draws from both, and closes the unit. */
    private static void persistTwo(BiFunction<String, RangeSource, HiLo> lent) {
        CounterGenerators lender = new CounterGenerators() {
            @Override
            public HiLo generator(String counter) {
                throw new IllegalStateException("no counter of ours");
            }

            @Override
            public HiLo generatorOver(String counter, RangeSource source, long block) {
                return lent.apply(counter, source);
            }
        };
        Map<String, Object> settings =
                Map.of(MintmarkSettings.TAKEOVER, "all", MintmarkSettings.DEFAULT_GENERATORS, lender);
        SessionFactory unit = Units.start(Units.newH2(), settings, Depot.Crate.class, Depot.Pallet.class);
        unit.inTransaction(session -> {
            session.persist(new Depot.Crate());
            session.persist(new Depot.Pallet());
        });
        unit.close();
        assertThat(unit.isClosed()).isTrue();
    }

    private static void insertInAnyOrder(List<SessionFactory> units, Random random, HistoryChecker history) {
        for (int step = 0; step < 120; step++) {
            int many = 1 + random.nextInt(30);
            units.get(random.nextInt(units.size()))
                    .inTransaction(session -> BY_COUNTER.forEach((counter, makers) -> {
                        for (int i = 0; i < many; i++) {
                            Depot.Numbered made = makers.get(i % makers.size()).get();
                            session.persist(made);
                            assertThat(made.number()).as(counter).isPositive();
                            history.issued(counter, made.number());
                        }
                    }));
        }
    }

    private static SessionFactory plain(String database, Map<String, Object> settings) {
        return Units.start(database, settings, ENTITIES);
    }

    private static SessionFactory taking(String names, String database, Map<String, Object> settings) {
        Map<String, Object> all = new HashMap<>(settings);
        all.put(MintmarkSettings.TAKEOVER, names);
        return Units.start(database, all, ENTITIES);
    }
}
