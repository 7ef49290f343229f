package io.mintmark.rules.build;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.rules.OwnFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The build runs tests by the endings of their names, so a test with another ending would never run. */
final class TestNamesTest {
    private static final Pattern HAS_TESTS =
            Pattern.compile("(?m)^    @(Test|ParameterizedTest|Property|RepeatedTest)\\b");
    private static final Pattern IS_CONCRETE = Pattern.compile("(?m)^(public |final )*class \\w+");
    private static final Pattern IS_RUN = Pattern.compile(".*(Test|Properties|Schedules|IT)\\.java");
    private static final Pattern IS_NIGHTLY =
            Pattern.compile(".*(LinearityTest|Schedules|/Nightly\\w+(Test|IT))\\.java");

    @Test
    void shouldRunEveryTestOnSomeDay() throws IOException {
        List<Path> tests = tests();

        assertThat(neverRun(tests)).isEmpty();
        long nightly = tests.stream()
                .filter(file -> IS_NIGHTLY.matcher(file.toString()).matches() || file.startsWith("verify/cotenancy"))
                .count();
        System.out.printf(
                "[nightly] %,d of %,d test classes, *LinearityTest, *Schedules, Nightly* and all of cotenancy, run with"
                        + " `mvn verify -Pnightly` or in their long form with -Pproof%n",
                nightly, tests.size());
        assertThat(nightly).isBetween(1L, tests.size() / 2L);
    }

    /** The twin: a class whose name no run asks for is found. */
    @Test
    void shouldFindATestThatNeverRuns() {
        Path forgotten = Path.of("core/src/test/java/io/mintmark/ForgottenTests.java");

        assertThat(neverRun(List.of(forgotten, Path.of("core/src/test/java/io/mintmark/RandomBytesTest.java"))))
                .containsExactly(forgotten);
    }

    private static List<Path> neverRun(List<Path> tests) {
        return tests.stream()
                .filter(file -> !IS_RUN.matcher(file.toString()).matches())
                .toList();
    }

    private static List<Path> tests() throws IOException {
        Path root = Path.of("..", "..").toAbsolutePath().normalize();
        return OwnFiles.under(root).stream()
                .filter(file -> file.toString().endsWith(".java")
                        && file.toString().contains("/src/test/java/")
                        && isATest(file))
                .map(root::relativize)
                .toList();
    }

    private static boolean isATest(Path file) {
        try {
            String source = Files.readString(file);
            return HAS_TESTS.matcher(source).find()
                    && IS_CONCRETE.matcher(source).find();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
