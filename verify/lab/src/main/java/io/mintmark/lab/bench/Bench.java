package io.mintmark.lab.bench;

import io.mintmark.lab.bench.generators.Catalogue;
import io.mintmark.lab.instrument.Effort;
import io.mintmark.lab.instrument.EffortOptions;
import io.mintmark.lab.report.Columns;
import io.mintmark.lab.report.Conditions;
import io.mintmark.lab.report.Machine;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code verify/lab/bench}: prints the tables asked for as Markdown, with the conditions around them. */
@Command(
        name = "verify/lab/bench",
        mixinStandardHelpOptions = true,
        description = "Measures the generators beside their peers: in 5 rounds, or in 3 with --short.")
final class Bench implements Callable<Integer> {
    private static final double UUID_TIMES_FASTER = 2;

    private static final Map<String, String> LIBRARIES = new TreeMap<>(Map.of(
            "Bouncy Castle", "org.bouncycastle.crypto.fpe.FPEFF1Engine",
            "CosId", "me.ahoo.cosid.segment.SegmentChainId",
            "java-uuid-generator", "com.fasterxml.uuid.Generators",
            "ulid-creator", "com.github.f4b6a3.ulid.UlidCreator",
            "Hutool", "cn.hutool.core.lang.Snowflake",
            "Hibernate", "org.hibernate.id.enhanced.PooledLoOptimizer",
            "RavenDB client", "net.ravendb.client.documents.identity.HiLoIdGenerator",
            "tsid-creator", "com.github.f4b6a3.tsid.TsidFactory",
            "uuid-creator", "com.github.f4b6a3.uuid.UuidCreator",
            "JMH", "org.openjdk.jmh.runner.Runner"));

    /** Measures one table and prints it. */
    @FunctionalInterface
    private interface Table {
        void print(Effort effort);
    }

    private final Map<String, Table> tables = tables();
    private String asked = "";

    @Mixin
    private EffortOptions.WithRounds effort = new EffortOptions.WithRounds();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private Bench() {}

    /** All tables by the words that ask for them, in the order in which they are printed. */
    private static Map<String, Table> tables() {
        Map<String, Table> tables = new LinkedHashMap<>();
        tables.put("contended", ContendedReport::print);
        tables.put("refill", RefillReport::print);
        tables.put("ids", Bench::documentIds);
        tables.put("uuid", Bench::uuids);
        tables.put("permutation", Bench::permutations);
        tables.put("jmh", JmhReport::print);
        tables.put("time", TimeReport::print);
        return tables;
    }

    /** JMH tells the bytes. */
    private static void documentIds(Effort effort) {
        BatchTable ignored = BatchTable.report(
                "a document id", Catalogue.documentIds(), effort, "concat-id", Catalogue.RAVENDB_ID, 1, 2);
        System.out.println("## Garbage of a document id, one thread\n");
        JmhReport.printGarbage(effort);
    }

    private static void uuids(Effort effort) {
        BatchTable batches = BatchTable.report(
                "a UUID or ULID", Catalogue.uuids(), effort, Catalogue.ATOMIC_LONG, Catalogue.UUID_V7_FAST, 1, 2);
        System.out.println("## Target: UUID v7 against uuid-creator's fast one\n");
        ToDoubleFunction<Integer> ratio = threads -> batches.ratio(Catalogue.UUID_V7_FAST, "our-uuid-v7", threads);
        new Columns<Integer>()
                .text("Threads", threads -> threads)
                .figure("× faster (at least " + UUID_TIMES_FASTER + ")", "%.2f", ratio)
                .text("Verdict", threads -> ratio.applyAsDouble(threads) >= UUID_TIMES_FASTER ? "met" : "**missed**")
                .of(List.of(1, 2))
                .print();
    }

    private static void permutations(Effort effort) {
        BatchTable ignored = BatchTable.report(
                "a permuted number", Catalogue.permutations(), effort, Catalogue.ATOMIC_LONG, Catalogue.FF1, 1);
    }

    @Parameters(paramLabel = "TABLE", description = "all, contended, refill, ids, uuid, permutation, jmh or time")
    private void table(String word) {
        if (!word.equals("all") && !tables.containsKey(word)) {
            throw new ParameterException(
                    spec.commandLine(), "TABLE must be all or one of " + tables.keySet() + ": '" + word + "'");
        }
        asked = word;
    }

    @Override
    public Integer call() {
        Effort planned = effort.effort(1, 3, 5);

        System.out.println("# Generators beside their peers\n");
        Conditions conditions = Conditions.withoutDisk()
                .add("JVM flags", String.join(" ", Forked.FLAGS))
                .add("Windows", Windows.batch(planned) + " and " + Windows.refill(planned));
        LIBRARIES.forEach((title, type) -> conditions.add(title, Machine.version(type)));
        conditions.print(planned);
        for (Map.Entry<String, Table> table : tables.entrySet()) {
            if (asked.equals("all") || asked.equals(table.getKey())) {
                table.getValue().print(planned);
            }
        }
        conditions.printAfter();
        return 0;
    }
}
