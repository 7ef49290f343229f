package io.mintmark.lab.process;

import io.mintmark.lab.instrument.Rounds;
import io.mintmark.lab.report.Conditions;
import io.mintmark.lab.report.Figures;
import io.mintmark.lab.report.LabCommand;
import java.io.IOException;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * The command {@code verify/lab/cold-start}: the launcher as a user meets it, from its start as a process to the first
 * durable answer (a database created, a range of it reserved), each time on an empty data directory; then the resident
 * memory, five seconds later.
 *
 * <p>The first run is thrown away: it may build the jar or the start-up archive.
 */
@Command(
        name = "verify/lab/cold-start",
        description = "How long ./mintmark serve takes to its first durable answer, and how much memory it holds idle.")
final class ColdStart extends LabCommand {
    private static final long IDLE_MILLIS = 5_000;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "RUNS",
            description = "How many starts are measured. Default: ${DEFAULT-VALUE}")
    private int runs = 9;

    private record Sample(double readyMillis, double answerMillis, double idleMebibytes) {}

    @Override
    protected int measure(WorkDirectory directory, Conditions conditions) throws IOException {
        conditions
                .add("MINTMARK_JAVA_OPTS", "'" + ServerProcess.javaOptions() + "'")
                .print();
        Rounds<String, Sample> samples = new Rounds<>();
        Sample ignored = measure(directory, 0);
        for (int run = 1; run <= runs; run++) {
            samples.add("all", measure(directory, IDLE_MILLIS));
        }
        print(samples, "ready line", "ms", Sample::readyMillis);
        print(samples, "first durable answer", "ms", Sample::answerMillis);
        print(samples, "idle RSS", "MiB", Sample::idleMebibytes);
        return 0;
    }

    private Sample measure(WorkDirectory directory, long idleMillis) throws IOException {
        List<String> command = ServerProcess.shipped(script(), directory.fresh("data"));
        long start = System.nanoTime();
        try (ServerProcess server = ServerProcess.start(command, directory.file("server.log"))) {
            double ready = since(start);
            AdminClient client = new AdminClient(server.url());
            client.createDatabase("cold");
            String ignored = client.require(201, "GET /databases/cold/hilo/next?tag=orders", "");
            double answer = since(start);
            Child.pause(idleMillis);
            return new Sample(ready, answer, ProcessMemory.resident(server.handle()));
        }
    }

    private static double since(long startNanos) {
        return (System.nanoTime() - startNanos) / 1e6;
    }

    private static void print(
            Rounds<String, Sample> samples, String what, String unit, ToDoubleFunction<Sample> figure) {
        System.out.println(Figures.text(
                "%s: median %.0f %s of %d (%s)",
                what,
                samples.median("all", figure),
                unit,
                samples.of("all").size(),
                samples.of("all").stream()
                        .map(sample -> Figures.text("%.0f", figure.applyAsDouble(sample)))
                        .collect(Collectors.joining(", "))));
    }
}
