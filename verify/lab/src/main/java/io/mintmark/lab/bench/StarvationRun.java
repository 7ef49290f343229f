package io.mintmark.lab.bench;

import io.mintmark.lab.bench.Scene.Order;
import io.mintmark.lab.instrument.Effort;
import io.mintmark.lab.instrument.EffortOptions;
import io.mintmark.lab.instrument.Progress;
import io.mintmark.lab.report.Columns;
import io.mintmark.lab.report.Conditions;
import io.mintmark.lab.report.Figures;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
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

    @Override
    public Integer call() throws InterruptedException {
        Effort planned = effort.effort();
        Duration time = Duration.ofSeconds(planned.choose(2, 12, 30));
        Conditions conditions = Conditions.withoutDisk();
        conditions
                .add("Time of a scene", time.toSeconds() + " s, and until each call that has begun ends")
                .add("Deadline of a call", "10 s")
                .print(planned);
        Map<Scene, Crowd.Result> results = new LinkedHashMap<>();
        for (Scene scene : SCENES) {
            Progress.say("%s", scene);
            results.put(scene, Crowd.run(scene, time));
        }
        System.out.println("A fair turn is threads × answer ÷ block.\n");
        print(results);
        conditions.printAfter();
        return 0;
    }

    private static void print(Map<Scene, Crowd.Result> results) {
        new Columns<Map.Entry<Scene, Crowd.Result>>()
                .text("Generator", row -> row.getKey().order().title)
                .text("threads", row -> row.getKey().threads())
                .text("block", row -> row.getKey().block())
                .text("store answers in", row -> row.getKey().answersAfter().toMillis() + " ms")
                .text("answers", row -> row.getValue().answers())
                .text("calls", row -> row.getValue().calls().total())
                .text("of these failed", row -> row.getValue().failures())
                .text("P50", row -> millis(row.getValue().calls().quantile(0.5)))
                .text("P99", row -> millis(row.getValue().calls().quantile(0.99)))
                .text("P99.9", row -> millis(row.getValue().calls().quantile(0.999)))
                .text("longest", row -> millis(row.getValue().calls().max()))
                .text("fair turn", row -> millis(row.getKey().fairTurn().toNanos()))
                .text("P99.9 ÷ fair turn, at most 5", row -> verdict(row.getKey(), row.getValue()))
                .of(results.entrySet())
                .print();
    }

    private static String verdict(Scene scene, Crowd.Result result) {
        double turns =
                (double) result.calls().quantile(0.999) / scene.fairTurn().toNanos();
        boolean isHeld = turns <= TURNS_MOST && result.failures() == 0;
        return Figures.text("%.2f, %s", turns, isHeld ? "held" : "**not held**");
    }

    private static String millis(long nanos) {
        return Figures.text("%.0f ms", nanos / 1e6);
    }
}
