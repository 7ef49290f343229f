package io.mintmark.number;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import io.mintmark.MintmarkException;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Steps the system clock of a real process, by libfaketime (Debian's package {@code libfaketime}), which the environment
 * variable {@code MINTMARK_FAKETIME} names if it lies elsewhere. Skipped, with a line that says so, where there is none.
 *
 * <p>The library's variant {@code MT} is taken. The other one reads its file into a buffer that all threads share without
 * a lock (its pull request 547): two threads that ask for the time while the file changes bring the process down.
 */
class FaketimeTest {
    private static final boolean PROOF = "proof".equals(System.getProperty("mintmark.effort"));
    private static final Pattern ANSWER = Pattern.compile("faketime (\\d+) (\\d+) (\\d+) (\\d+) (\\d+)");

    @TempDir
    private Path directory;

    @Test
    @Timeout(300)
    void shouldRepeatNoIdWhileTheSystemClockStepsToAndFro() throws Exception {
        Path library = library().orElseGet(() -> abort(skipped()));
        long seed = Long.getLong("mintmark.seed", System.nanoTime());
        System.out.println("[seed] FaketimeTest: " + seed);

        Matcher answer = answerOf(library, seed, PROOF ? 500 : 100);

        long stepsBack = Long.parseLong(answer.group(1));
        long ids = Long.parseLong(answer.group(2));
        System.out.printf(
                "libfaketime: %,d steps back seen · %,d ids · %s twice · %s refusals · broken twin: %s twice%n",
                stepsBack, ids, answer.group(3), answer.group(4), answer.group(5));
        assertThat(stepsBack).as("steps that the process felt").isGreaterThan(10);
        assertThat(ids).isPositive();
        assertThat(answer.group(3)).as("ids that came twice").isEqualTo("0");
        assertThat(Long.parseLong(answer.group(5))).as("the twin's").isPositive();
    }

    private static String skipped() {
        String why = "[skipped] steps of a real system clock: no libfaketime here; install Debian's package libfaketime"
                + " or set MINTMARK_FAKETIME to its libfaketimeMT.so.1";
        System.out.println(why);
        return why;
    }

    private static Optional<Path> library() {
        return Stream.of(
                        System.getenv().getOrDefault("MINTMARK_FAKETIME", "/nowhere"),
                        "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1",
                        "/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1")
                .map(Path::of)
                .filter(Files::isRegularFile)
                .map(FaketimeTest::forManyThreads)
                .findFirst();
    }

    /** Debian's package has both variants beside each other. */
    private static Path forManyThreads(Path library) {
        Path other = library.resolveSibling("libfaketimeMT.so.1");
        return Files.isRegularFile(other) ? other : library;
    }

    private Matcher answerOf(Path library, long seed, int steps) throws Exception {
        Path clock = Files.writeString(directory.resolve("clock"), "+0");
        ProcessBuilder child = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                classPath(),
                FaketimeChild.class.getName(),
                clock.toString(),
                Long.toString(seed),
                Integer.toString(steps));
        child.environment().put("LD_PRELOAD", library.toString());
        child.environment().put("FAKETIME_TIMESTAMP_FILE", clock.toString());
        child.environment().put("FAKETIME_NO_CACHE", "1");
        child.environment().put("FAKETIME_DONT_FAKE_MONOTONIC", "1");
        Path output = directory.resolve("output");
        return answer(
                child.redirectErrorStream(true).redirectOutput(output.toFile()).start(), output);
    }

    private static Matcher answer(Process process, Path output) throws IOException, InterruptedException {
        try {
            assertThat(process.waitFor(4, TimeUnit.MINUTES))
                    .as("the process ended by itself")
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        String text = Files.readString(output);
        assertThat(process.exitValue())
                .as("the process ended in order, and the library did not abort it; it wrote: %s", text)
                .isZero();
        Matcher answer = ANSWER.matcher(text);
        assertThat(answer.find()).as(text).isTrue();
        return answer;
    }

    /** Where the classes of this module, of its tests and of the core lie, also when the tests run in modules. */
    private static String classPath() throws URISyntaxException {
        Path tests = placeOf(FaketimeTest.class);
        return Stream.of(
                        tests.resolveSibling("classes"),
                        tests.resolveSibling("test-classes"),
                        placeOf(MintmarkException.class))
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static Path placeOf(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }
}
