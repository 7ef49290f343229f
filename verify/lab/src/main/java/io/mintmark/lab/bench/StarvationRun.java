package io.mintmark.lab.bench;

import io.mintmark.lab.bench.Scene.Order;
import io.mintmark.lab.instrument.Effort;
import io.mintmark.lab.instrument.EffortOptions;
import io.mintmark.lab.instrument.LatencyHistogram;
import io.mintmark.lab.instrument.Progress;
import io.mintmark.lab.report.Conditions;
import io.mintmark.lab.report.Figures;
import io.mintmark.lab.report.MarkdownTable;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code verify/lab/starvation}: runs each scene and prints how long its calls took beside a fair turn. */
@Command(
        name = "verify/lab/starvation",
        mixinStandardHelpOptions = true,
        description =
                "How long callers wait for their turn where hundreds of threads share small blocks of a store that"
                        + " answers in milliseconds: 30 s a scene, or 12 s with --short.")
final class StarvationRun implements Callable<Integer> {
    /** At most so many fair turns for all calls but one in a thousand. */
    private static final double TURNS_MOST = 5;

    private static final List<Scene> SCENES = List.of(
            new Scene(Order.STRICT, 1_000, 10, Duration.ofMillis(3)),
            new Scene(Order.STRICT, 300, 10, Duration.ofMillis(3)),
            new Scene(Order.STRICT, 1_000, 10, Duration.ofMillis(10)),
            new Scene(Order.STRICT, 300, 1, Duration.ofMillis(3)),
            new Scene(Order.STRIPED, 1_000, 10, Duration.ofMillis(3)),
            new Scene(Order.PER_THREAD, 1_000, 10, Duration.ofMillis(3)),
            new Scene(Order.PER_HANDLE, 1_000, 10, Duration.ofMillis(3)));

    @Mixin
    private EffortOptions effort = new EffortOptions();

    private StarvationRun() {}

    public static void main(String... args) {
        System.exit(new CommandLine(new StarvationRun()).execute(args));
    }

    @Override
    public Integer call() throws InterruptedException {
        Effort planned = effort.effort();
        Duration time = Duration.ofSeconds(planned.choose(2, 12, 30));
        Conditions conditions = Conditions.withoutDisk();
        conditions
                .add("Time of a scene", time.toSeconds() + " s, and until each call that has begun ends")
                .add("Deadline of a call", "10 s")
                .print(planned);
        MarkdownTable table = new MarkdownTable(
                "Generator",
                "threads",
                "block",
                "store answers in",
                "answers",
                "calls",
                "of these failed",
                "P50",
                "P99",
                "P99.9",
                "longest",
                "fair turn",
                "P99.9 ÷ fair turn, at most 5");
        for (Scene scene : SCENES) {
            Progress.say("%s", scene);
            row(table, scene, Crowd.run(scene, time));
        }
        System.out.println("A fair turn is threads × answer ÷ block.\n");
        table.print();
        conditions.printAfter();
        return 0;
    }

    private static void row(MarkdownTable table, Scene scene, Crowd.Result result) {
        LatencyHistogram calls = result.calls();
        double turns = (double) calls.quantile(0.999) / scene.fairTurn().toNanos();
        table.row(
                scene.order().title,
                scene.threads(),
                scene.block(),
                scene.answersAfter().toMillis() + " ms",
                result.answers(),
                calls.total(),
                result.failures(),
                millis(calls.quantile(0.5)),
                millis(calls.quantile(0.99)),
                millis(calls.quantile(0.999)),
                millis(calls.max()),
                millis(scene.fairTurn().toNanos()),
                Figures.text(
                        "%.2f, %s", turns, turns <= TURNS_MOST && result.failures() == 0 ? "held" : "**not held**"));
    }

    private static String millis(long nanos) {
        return Figures.text("%.0f ms", nanos / 1e6);
    }
}
