package io.mintmark.jdbc.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.jdbc.Preset;
import io.mintmark.jdbc.TestDatabase;
import io.mintmark.jdbc.database.SqlName;
import io.mintmark.jdbc.schema.SchemaReport.Finding;
import io.mintmark.jdbc.schema.SchemaReport.NotJudged;
import io.mintmark.testkit.Effort;
import io.mintmark.testkit.Seed;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The doctor over a real PostgreSQL. */
class SchemaDoctorTest {
    private static final int TABLES = 200;
    private static final int FAULTS = 14;

    private DoctoredPostgres database;

    @BeforeEach
    void create() {
        database = new DoctoredPostgres();
    }

    @AfterEach
    void drop() {
        database.close();
    }

    /** Two hundred tables, fourteen faults: each is found, and nothing else. */
    @Test
    void shouldFindEachPlantedFaultAndNothingElse() {
        SplittableRandom seeds = new SplittableRandom(Seed.fresh("shouldFindEachPlantedFaultAndNothingElse"));
        int schemas = Effort.of("generated schemas", 1, 3, 25);
        for (int round = 0; round < schemas; round++) {
            if (round > 0) {
                drop();
                create();
            }
            long seed = seeds.nextLong();
            SoundTables sound = new SoundTables(new SplittableRandom(seed));
            PlantedFaults planted = new PlantedFaults();
            sound.more(TABLES);
            database.execute(sound.statements());
            database.execute(planted.statements());

            SchemaReport report = database.doctor()
                    .mapped(Stream.of(sound.mapped(), planted.mapped())
                            .flatMap(List::stream)
                            .toList())
                    .workers(List.of(planted.workers()))
                    .examine();

            assertThat(planted.expected()).hasSize(FAULTS);
            assertThat(PlantedFaults.told(report)).as("schema %d", seed).isEqualTo(planted.expected());
            assertThat(report.findings()).as("schema %d", seed).hasSize(FAULTS);
            assertThat(tables()).isGreaterThanOrEqualTo(TABLES);
            System.out.println("[doctor] " + tables() + " tables, " + report.keys() + " numeric keys, "
                    + report.findings().size() + " findings, "
                    + report.notJudged().size() + " not judged");
        }
    }

    private long tables() {
        return database.number("SELECT count(*) FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace"
                + " WHERE relkind IN ('r', 'p') AND nspname !~ '^pg_' AND nspname <> 'information_schema'");
    }

    /** The twin: generated tables alone have no finding, and one fault more is one finding more. */
    @Test
    void shouldFindNothingWhereNothingIsWrong() {
        SoundTables sound = new SoundTables(new SplittableRandom(Seed.fresh("shouldFindNothingWhereNothingIsWrong")));
        sound.more(40);
        database.execute(sound.statements());
        SchemaDoctor doctor = database.doctor().mapped(sound.mapped());

        assertThat(doctor.examine().findings()).isEmpty();
        database.execute("CREATE TABLE one (id SERIAL PRIMARY KEY)", "INSERT INTO one VALUES (7)");
        assertThat(PlantedFaults.told(doctor.examine())).containsExactly("BEHIND public.one.id");
    }

    @Test
    void shouldChangeNothing() {
        PlantedFaults planted = new PlantedFaults();
        database.execute(new SoundTables(new SplittableRandom(1)).statements());
        database.execute(planted.statements());
        String places = "SELECT coalesce(last_value, 0) FROM pg_sequences ORDER BY schemaname, sequencename";
        List<Long> before = database.numbers(places);

        SchemaReport report = database.doctor().mapped(planted.mapped()).examine();

        assertThat(report.repairs()).hasSize(4);
        assertThat(database.numbers(places)).isEqualTo(before);
    }

    @Test
    void shouldShowTheStatementsOfARepairAndThenRaise() {
        PlantedFaults planted = new PlantedFaults();
        database.execute(new SoundTables(new SplittableRandom(1)).statements());
        database.execute(planted.statements());
        SchemaDoctor doctor = database.doctor().mapped(planted.mapped());

        List<Repair> repairs = doctor.examine().repairs();

        assertThat(repairs.stream().flatMap(repair -> repair.statements().stream()))
                .containsExactlyInAnyOrder(
                        "SELECT max(nextval('\"public\".\"f_serial_id_seq\"')) FROM generate_series(1, 500)",
                        "SELECT max(nextval('\"public\".\"f_identity_id_seq\"')) FROM generate_series(1, 1)",
                        "SELECT max(nextval('\"public\".\"f_pooled_seq\"')) FROM generate_series(1, 1)",
                        "UPDATE \"hibernate_sequences\" SET \"next_val\" = 101 WHERE \"next_val\" < 101"
                                + " AND \"sequence_name\" = 'f_row'");
        repairs.forEach(repair -> assertThat(repair.run()).isPositive());
        assertThat(PlantedFaults.told(doctor.examine())).noneMatch(told -> told.startsWith("BEHIND"));
        assertThat(doctor.examine().repairs()).isEmpty();
        database.execute("INSERT INTO f_serial DEFAULT VALUES", "INSERT INTO f_identity (n) VALUES (5)");
        assertThat(database.number("SELECT max(id) FROM f_serial")).isEqualTo(501);
    }

    /** A statement that is run by hand must not draw one value too few. */
    @Test
    void shouldShowAStatementThatSufficesForASequenceThatWasSetByHand() {
        database.execute(
                "CREATE SEQUENCE orders_seq INCREMENT BY 10",
                "SELECT setval('orders_seq', 12, false)",
                "CREATE TABLE orders (id BIGINT PRIMARY KEY)",
                "INSERT INTO orders VALUES (102)");
        SchemaDoctor doctor = database.doctor()
                .mapped(List.of(
                        MappedTable.of("orders", Preset.EF_CORE.counter(10).sequence("orders_seq"))));

        List<Repair> repairs = doctor.examine().repairs();
        repairs.forEach(repair -> database.execute(repair.statements().toArray(String[]::new)));

        assertThat(repairs).hasSize(1);
        assertThat(PlantedFaults.told(doctor.examine())).isEmpty();
    }

    /** Nothing shows the rule of a plain default, and a value below its first block is none by some of them. */
    @Test
    void shouldRaiseASequenceThatWasSetInsideItsFirstBlock() {
        database.execute(
                "CREATE SEQUENCE orders_s INCREMENT BY 10",
                "SELECT setval('orders_s', 5, false)",
                "CREATE TABLE orders (id BIGINT PRIMARY KEY DEFAULT nextval('orders_s'))",
                "INSERT INTO orders VALUES (45)");

        List<Repair> repairs = database.doctor().examine().repairs();

        assertThat(repairs)
                .singleElement()
                .satisfies(repair -> assertThat(repair.run()).isGreaterThanOrEqualTo(45));
        assertThat(PlantedFaults.told(database.doctor().examine())).isEmpty();
    }

    /** Other spellings are tried for a name that nothing has as it is. */
    @Test
    void shouldTakeANameAsItIsSpeltWhereSomethingIsCalledSo() {
        database.execute(
                "CREATE SEQUENCE \"ORDERS_SEQ\"",
                "CREATE SEQUENCE orders_seq START 1000",
                "CREATE TABLE \"ORDERS\" (id BIGINT PRIMARY KEY)",
                "CREATE TABLE orders (id BIGINT PRIMARY KEY)",
                "INSERT INTO orders VALUES (500)");

        SchemaReport report = database.doctor()
                .mapped(List.of(
                        MappedTable.of("orders", Preset.DOCTRINE.counter(1).sequence("orders_seq")),
                        MappedTable.of("ORDERS", Preset.DOCTRINE.counter(1).sequence("ORDERS_SEQ"))))
                .examine();

        assertThat(report.findings()).isEmpty();
        assertThat(report.notJudged()).isEmpty();
    }

    /** A sequence of smallint ends at 32,767 values, and its blocks of ten at 327,670 ids. */
    @Test
    void shouldSayThatASequenceEndsWhoseValuesAreMultiplied() {
        database.execute(
                "CREATE SEQUENCE orders_seq AS smallint",
                "SELECT setval('orders_seq', 30000)",
                "CREATE TABLE orders (id BIGINT PRIMARY KEY)",
                "INSERT INTO orders VALUES (299999)");
        SchemaDoctor doctor = database.doctor()
                .mapped(List.of(MappedTable.of(
                        "orders", Preset.HIBERNATE_HILO.counter(10).sequence("orders_seq"))));

        assertThat(doctor.examine().findings())
                .singleElement()
                .asString()
                .contains(
                        "ends: public.orders.id by public.orders_seq: 300001 of 327670 used (91.6 %), the sequence's end");
        database.execute("SELECT setval('orders_seq', 32767)");
        assertThat(doctor.examine().findings())
                .singleElement()
                .asString()
                .contains("327670 of 327670 used (100.0 %), the sequence's end");
    }

    @Test
    void shouldSayThatItDidNotLookWithoutAnIndex() {
        database.execute(
                "CREATE TABLE bare (id BIGSERIAL, n INT)",
                "INSERT INTO bare VALUES (9, 9)",
                "CREATE INDEX some_of_it ON bare (id) WHERE n < 5",
                "CREATE INDEX behind_another ON bare (n, id)",
                "CREATE INDEX no_order ON bare USING hash (id)");

        SchemaReport report = database.doctor().examine();

        assertThat(report.findings()).isEmpty();
        assertThat(report.notJudged())
                .singleElement()
                .matches(one -> one.object().equals("public.bare.id") && !one.expected())
                .extracting(NotJudged::why)
                .asString()
                .contains("no index begins with it");
        database.execute("CREATE INDEX whole ON bare (id, n)");
        assertThat(PlantedFaults.told(database.doctor().examine())).containsExactly("BEHIND public.bare.id");
    }

    @Test
    void shouldListWhatItMayNotReadOrDoesNotKnow() {
        database.execute(
                "CREATE TABLE secret (id BIGSERIAL PRIMARY KEY)",
                "CREATE TABLE secret_counter (id BIGSERIAL PRIMARY KEY)",
                "CREATE TABLE hidden (id BIGSERIAL PRIMARY KEY)",
                "ALTER TABLE hidden ENABLE ROW LEVEL SECURITY",
                "CREATE TABLE odd (id BIGINT PRIMARY KEY DEFAULT 2 * nextval('hidden_id_seq'))",
                "CREATE TABLE nobodys (id BIGINT PRIMARY KEY)",
                "INSERT INTO nobodys VALUES (5)",
                "CREATE ROLE " + role() + " LOGIN PASSWORD 'x'",
                "GRANT SELECT ON secret_counter, hidden, odd, nobodys TO " + role());
        try {
            SchemaReport report = SchemaDoctor.over(database.url(), DoctoredPostgres.login(role()))
                    .examine();

            assertThat(report.findings()).isEmpty();
            assertThat(report.notJudged())
                    .extracting(one -> one.object() + " " + one.why().replaceFirst("[:;] .*", ""))
                    .contains(
                            "public.secret.id this user has no right to SELECT it",
                            "public.hidden.id policies hide rows of its table from this user",
                            "public.nobodys.id no counter is known for it")
                    .anyMatch(told -> told.startsWith("public.odd.id its default") && told.contains("something else"))
                    .anyMatch(told -> told.startsWith("public.secret_counter.id its counter"));
        } finally {
            database.execute("DROP OWNED BY " + role(), "DROP ROLE " + role());
        }
    }

    private static String role() {
        return "reader_of_doctors";
    }

    @Test
    void shouldSayHowLongACounterLastsAtTheRateOfTwoLooks() {
        database.execute(
                "CREATE TABLE fast (id SERIAL PRIMARY KEY, n INT)", "SELECT setval('fast_id_seq', 1000000000)");
        AtomicLong nanos = new AtomicLong();
        SchemaDoctor twice = database.doctor()
                .window(Duration.ofSeconds(10))
                .clocks(new Examination.Clocks(nanos::get, time -> {
                    nanos.addAndGet(time);
                    database.execute("SELECT nextval('fast_id_seq') FROM generate_series(1, 100000)");
                }));

        assertThat(database.doctor().examine().findings()).isEmpty();
        assertThat(twice.examine().findings())
                .singleElement()
                .matches(finding -> finding.fault() == Fault.ENDS)
                .extracting(Finding::seen)
                .asString()
                .contains("(46.6 %)", "10000.0 a second, measured for 10 s, it ends in 31.9 hours");
    }

    @Test
    void shouldSayInWholeWordsThatNothingMovedBetweenTwoLooks() {
        database.execute("CREATE TABLE idle (id SERIAL PRIMARY KEY)", "SELECT setval('idle_id_seq', 2000000000)");
        AtomicLong nanos = new AtomicLong();
        SchemaDoctor twice = database.doctor()
                .window(Duration.ofSeconds(10))
                .clocks(new Examination.Clocks(nanos::get, nanos::addAndGet));

        assertThat(twice.examine().findings())
                .singleElement()
                .asString()
                .contains("0.0 a second, measured for 10 s; inserts fail there");
    }

    @Test
    void shouldNotMakeUpARate() {
        database.execute("CREATE TABLE old (id SERIAL PRIMARY KEY)", "SELECT setval('old_id_seq', 2147483647)");

        assertThat(database.doctor().examine().findings())
                .singleElement()
                .extracting(Finding::seen)
                .asString()
                .contains("(100.0 %)")
                .contains("rate unknown");
    }

    @Test
    void shouldJudgeTwoProgramsOfOneTableByTheirRules() {
        database.execute("CREATE TABLE orders (id BIGINT PRIMARY KEY)", "CREATE SEQUENCE hilo INCREMENT BY 10");
        MappedTable efCore = MappedTable.of("Orders", Preset.EF_CORE.counter(10).sequence("hilo"));
        MappedTable pooled =
                MappedTable.of("orders", Preset.HIBERNATE_POOLED.counter(10).sequence("hilo"));
        MappedTable pooledLo =
                MappedTable.of("orders", Preset.HIBERNATE_POOLED_LO.counter(10).sequence("hilo"));

        assertThat(PlantedFaults.told(
                        database.doctor().mapped(List.of(efCore, pooledLo)).examine()))
                .isEmpty();
        assertThat(PlantedFaults.told(
                        database.doctor().mapped(List.of(efCore, pooled)).examine()))
                .containsExactly("TWO_WAYS public.orders.id");
    }

    /** The value 151 is above the id 120 by one rule, and stands for 102 to 151 by another. */
    @Test
    void shouldRaiseASequenceOfUnknownRuleAboveTheIdsByEachRule() {
        database.execute(
                "CREATE TABLE orders (id BIGINT PRIMARY KEY)",
                "INSERT INTO orders VALUES (120)",
                "CREATE SEQUENCE orders_seq INCREMENT BY 50");

        SchemaReport report = database.doctor().examine();
        report.repairs().forEach(Repair::run);

        assertThat(PlantedFaults.told(report)).containsExactly("BEHIND public.orders.id");
        assertThat(database.number("SELECT nextval('orders_seq')")).isEqualTo(201);
    }

    /** The row has its table's name, and what messages call the counter is another one. */
    @Test
    void shouldRaiseTheRowOfOurOwnTable() {
        database.execute(
                "CREATE TABLE orders (id BIGINT PRIMARY KEY)",
                "INSERT INTO orders VALUES (120)",
                "CREATE TABLE mintmark_counter (counter_name VARCHAR(255) PRIMARY KEY, last_number BIGINT NOT NULL,"
                        + " serial BIGINT NOT NULL)",
                "INSERT INTO mintmark_counter VALUES ('orders', 7, 7)");

        SchemaReport report = database.doctor().examine();
        report.repairs().forEach(Repair::run);

        assertThat(PlantedFaults.told(report)).containsExactly("BEHIND public.orders.id");
        assertThat(database.numbers("SELECT last_number FROM mintmark_counter")).containsExactly(120L);
        assertThat(database.doctor().examine().findings()).isEmpty();
    }

    /** Each tenant has a schema; a row that is nowhere beside its table may be in a schema of counters. */
    @Test
    void shouldTakeARowForATableOfItsOwnSchema() {
        for (String schema : List.of("one", "two", "counters")) {
            database.execute(
                    "CREATE SCHEMA " + schema,
                    "CREATE TABLE " + schema + ".mintmark_counter (counter_name VARCHAR(255) PRIMARY KEY,"
                            + " last_number BIGINT NOT NULL, serial BIGINT NOT NULL)");
        }
        database.execute(
                "CREATE TABLE one.orders (id BIGINT PRIMARY KEY)",
                "INSERT INTO one.orders VALUES (500)",
                "INSERT INTO one.mintmark_counter VALUES ('orders', 500, 7)",
                "CREATE TABLE two.orders (id BIGINT PRIMARY KEY)",
                "INSERT INTO two.orders VALUES (20)",
                "INSERT INTO two.mintmark_counter VALUES ('orders', 20, 7)",
                "CREATE TABLE two.items (id BIGINT PRIMARY KEY)",
                "INSERT INTO two.items VALUES (20)",
                "INSERT INTO counters.mintmark_counter VALUES ('items', 10, 7)");

        assertThat(PlantedFaults.told(database.doctor().examine())).containsExactly("BEHIND two.items.id");
        assertThat(database.doctor().schemas(List.of("one")).examine().findings())
                .isEmpty();
    }

    /** A row that means "nobody" is in the way one day; a raise above it would throw two thousand million ids away. */
    @Test
    void shouldNotRepairAboveARowThatStandsAlone() {
        database.execute(
                "CREATE TABLE customers (id SERIAL PRIMARY KEY, n INT)",
                "INSERT INTO customers (n) VALUES (1), (2)",
                "INSERT INTO customers VALUES (2000000000, 0)");

        SchemaReport alone = database.doctor().examine();
        database.execute("INSERT INTO customers VALUES (7, 7)");
        SchemaReport near = database.doctor().examine();

        for (SchemaReport report : List.of(alone, near)) {
            assertThat(report.repairs()).isEmpty();
            assertThat(report.findings())
                    .singleElement()
                    .matches(finding -> finding.fault() == Fault.BEHIND)
                    .asString()
                    .contains("10000 blocks without an id before it", "look at that row first");
        }
        database.execute("DELETE FROM customers WHERE id > 7");
        assertThat(database.doctor().examine().repairs()).hasSize(1);
    }

    @Test
    void shouldSayWhichSequenceMayFillATableThatNoMappingNames() {
        database.execute(
                "CREATE TABLE orders (id BIGINT PRIMARY KEY)", "CREATE SEQUENCE \"EntityFrameworkHiLoSequence\"");

        assertThat(database.doctor().examine().notJudged())
                .singleElement()
                .extracting(NotJudged::why)
                .asString()
                .contains("the sequence public.EntityFrameworkHiLoSequence may be");
    }

    @Test
    void shouldSayThatAMappingNamesNothing() {
        database.execute("CREATE TABLE orders (id BIGINT PRIMARY KEY)");
        SchemaDoctor doctor = database.doctor()
                .mapped(List.of(
                        MappedTable.of("orders", Preset.EF_CORE.counter(10)),
                        MappedTable.of("orderz", Preset.EF_CORE.counter(10))));

        assertThat(doctor.examine().notJudged())
                .extracting(NotJudged::object)
                .containsExactlyInAnyOrder("public.orders.id", "orderz");
    }

    @Test
    void shouldLookAtTheSchemasThatAreNamed() {
        database.execute(
                "CREATE SCHEMA a",
                "CREATE SCHEMA b",
                "CREATE TABLE a.one (id SERIAL PRIMARY KEY)",
                "CREATE TABLE b.one (id SERIAL PRIMARY KEY)",
                "INSERT INTO a.one VALUES (3)",
                "INSERT INTO b.one VALUES (3)");

        SchemaReport report = database.doctor().schemas(List.of("b")).examine();

        assertThat(PlantedFaults.told(report)).containsExactly("BEHIND b.one.id");
        assertThat(report.keys()).isEqualTo(1);
    }

    /** A misspelt schema must not look sound. */
    @Test
    void shouldSayThatASchemaHasNothingToLookAt() {
        database.execute("CREATE SCHEMA a", "CREATE TABLE a.one (id SERIAL PRIMARY KEY)");

        SchemaReport report = database.doctor().schemas(List.of("a", "A")).examine();

        assertThat(report.keys()).isEqualTo(1);
        assertThat(report.notJudged()).singleElement().asString().contains("not judged: A:", "check its spelling");
    }

    /** PostgreSQL keeps what a key includes in the key's index. */
    @Test
    void shouldNotTakeAColumnForAKeyThatAKeyIncludes() {
        database.execute("CREATE TABLE orders (id SERIAL, n INT, PRIMARY KEY (id) INCLUDE (n))");

        SchemaReport report = database.doctor().examine();

        assertThat(report.keys()).isEqualTo(1);
        assertThat(report.notJudged()).isEmpty();
    }

    /** From where it stands to its end there are more values than a long counts. */
    @Test
    void shouldSayWhereACachedSequenceBelowZeroStands() {
        database.execute(
                "CREATE SEQUENCE deep_seq MINVALUE -100 START -100 CACHE 10",
                "SELECT nextval('deep_seq')",
                "CREATE TABLE deep (id BIGINT PRIMARY KEY DEFAULT nextval('deep_seq'))",
                "INSERT INTO deep VALUES (5)");

        SchemaReport report = database.doctor().examine();

        assertThat(PlantedFaults.told(report)).containsExactly("CACHED public.deep.id");
        assertThat(report.notJudged()).singleElement().asString().contains("value=-90, first number=1");
    }

    /** Nobody gave a mapping, so no message may speak of one. */
    @Test
    void shouldSayByWhatTwoCountersOfOneTableAreKnown() {
        database.execute(
                "CREATE TABLE orders (id BIGINT PRIMARY KEY)",
                "CREATE SEQUENCE orders_seq",
                "CREATE SEQUENCE orders_id_seq");

        assertThat(database.doctor().examine().findings())
                .singleElement()
                .matches(finding -> finding.fault() == Fault.TWO_WAYS)
                .extracting(Finding::seen)
                .asString()
                .contains("public.orders_seq has its name", "public.orders_id_seq has its name");
    }

    @Test
    void shouldRefuseSettingsThatMeanNothing() {
        SchemaDoctor doctor = SchemaDoctor.over(TestDatabase.H2.source());

        assertThatThrownBy(() -> doctor.farAheadAbove(0)).hasMessageContaining("blocks=0");
        assertThatThrownBy(() -> doctor.window(Duration.ZERO)).hasMessageContaining("window=PT0S");
    }

    /** A table without an index is not read when a counter is raised, either: its writers would wait for that. */
    @Test
    void shouldNotRaiseAboveIdsThatItDidNotSee() {
        database.execute(
                "CREATE SEQUENCE shared_seq",
                "CREATE TABLE seen (id BIGINT PRIMARY KEY DEFAULT nextval('shared_seq'))",
                "INSERT INTO seen VALUES (5)",
                "CREATE TABLE unseen (id BIGINT DEFAULT nextval('shared_seq'))",
                "INSERT INTO unseen VALUES (2000000000)");

        SchemaReport report = database.doctor().examine();

        assertThat(PlantedFaults.told(report)).containsExactly("BEHIND public.seen.id");
        assertThat(report.notJudged()).extracting(NotJudged::object).containsExactly("public.unseen.id");
        report.repairs().forEach(Repair::run);
        assertThat(database.number("SELECT nextval('shared_seq')")).isEqualTo(6);
    }

    /** A column that is no worker number has as many repeated values as a table has rows. */
    @Test
    void shouldListSomeOfManyRepeatedWorkerNumbersAndSayThatThereAreMore() {
        database.execute(
                "CREATE TABLE workers (host SERIAL PRIMARY KEY, worker INT)",
                "INSERT INTO workers (worker) SELECT n / 2 FROM generate_series(2, 2001) n");

        SchemaReport report = database.doctor()
                .workers(List.of(new WorkerTable(SqlName.of("workers"), "worker", List.of())))
                .examine();

        assertThat(report.findings()).hasSize(WorkerLook.MOST);
        assertThat(report.notJudged())
                .singleElement()
                .matches(one -> one.object().equals("workers.worker") && !one.expected())
                .extracting(NotJudged::why)
                .asString()
                .contains("more than " + WorkerLook.MOST);
    }
}
