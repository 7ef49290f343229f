package io.mintmark.lab.bench;

import io.mintmark.lab.measure.Machine;
import io.mintmark.lab.measure.MarkdownTable;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.TreeMap;

/** Where and with what was measured; printed above and below the tables. */
final class Conditions {
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

    private Conditions() {}

    static void printBefore(Effort effort) {
        MarkdownTable table = new MarkdownTable("Condition", "Value");
        table.row("Time", Instant.now().truncatedTo(ChronoUnit.SECONDS));
        table.row("Processor", Machine.processor());
        table.row("Cores the JVM sees", Runtime.getRuntime().availableProcessors());
        table.row("Operating system", Machine.system());
        table.row("JDK", Machine.java());
        table.row("JVM flags", String.join(" ", Forked.FLAGS));
        table.row("Rounds, windows", effort.rounds() + ", " + effort.batchWindow() + " and " + effort.refillWindow());
        LIBRARIES.forEach((title, type) -> table.row(title, Machine.version(type)));
        table.row("Mintmark", Machine.commit());
        table.row("Load average before", Machine.load());
        table.print();
        if (effort.equals(Effort.QUICK)) {
            System.out.println("**Quick run: it shows that everything works, its figures are worth nothing.**\n");
        }
    }

    static void printAfter() {
        System.out.println("Load average after: " + Machine.load() + " (the measurement itself counts for up to 2).\n");
    }
}
