package io.mintmark.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.simulation.plan.Settings;
import io.mintmark.testkit.Effort;
import io.mintmark.testkit.Seed;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lives through some seeds of each shape, and shows that a seed repeats itself, also in another process. */
class SimulationTest {
    private static final int SEEDS = Effort.of("simulated seeds", 12, 300);
    private static final long EVENTS = 60_000;
    private static final int THREADS = 2;

    @Test
    void shouldKeepAllPromisesWhateverTheSeed() {
        long first = Seed.fresh("SimulationTest") & 0xffff_ffffL;
        List<Settings> all = IntStream.range(0, SEEDS)
                .mapToObj(i -> Settings.of(first + i).sized(EVENTS, 40, 20))
                .toList();

        Search search = Search.of(all, THREADS, System.out);

        System.out.println(Report.sum(search.outcomes(), search.nanos()));
        assertThat(search.broken()).extracting(Report::line).isEmpty();
        assertThat(search.outcomes())
                .allSatisfy(each -> assertThat(each.numbers()).isPositive());
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {3, 4, 5})
    void shouldTellTheSameStoryAgain(long seed) {
        Settings settings = Settings.of(seed).sized(20_000, 20, 10);

        String once = story(settings);

        assertThat(story(settings)).isEqualTo(once);
        assertThat(once.lines().count()).isGreaterThan(1_000);
        assertThat(story(Settings.of(seed + 3).sized(20_000, 20, 10)))
                .as("the story of another seed")
                .isNotEqualTo(once);
    }

    private static String story(Settings settings) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(bytes, false, StandardCharsets.UTF_8);
        Outcome outcome = Run.of(settings, out);
        out.print(Report.line(outcome));
        out.flush();
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void shouldTellTheSameStoryInAnotherProcess() throws Exception {
        String[] asked = {"--seed", "4", "--events", "20000", "--clients", "20", "--counters", "10"};

        String once = inAnotherProcess(asked);

        assertThat(once).contains("all promises held").hasSizeGreaterThan(10_000);
        assertThat(inAnotherProcess(asked)).isEqualTo(once);
        assertThat(once).as("this process").startsWith(story(Settings.of(4).sized(20_000, 20, 10)));
    }

    private static String inAnotherProcess(String... asked) throws Exception {
        List<String> command = new java.util.ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(List.of(asked));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        byte[] said = process.getInputStream().readAllBytes();
        assertThat(process.waitFor()).isZero();
        return new String(said, StandardCharsets.UTF_8);
    }
}
