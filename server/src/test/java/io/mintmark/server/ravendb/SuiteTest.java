package io.mintmark.server.ravendb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/** A suite that cannot run says so, in a test of that name; one that fails fails. */
final class SuiteTest {
    /** A suite without a client, to be told what it lacks and what it came to. */
    private record Told(Optional<String> missing, List<Outcome> outcomes) implements Suite {
        @Override
        public Optional<String> install() {
            return Optional.empty();
        }

        @Override
        public List<Outcome> run(Run run) {
            return outcomes;
        }
    }

    @TempDir
    Path directory;

    @Test
    void shouldShowASkippedTestWithTheReasonWhereAProgramIsMissing() throws Exception {
        Command command = new Command(directory, Map.of(), Duration.ofSeconds(10));
        Told suite = new Told(command.missing("no-such-program"), List.of());

        List<DynamicTest> tests = Suite.tests(suite, "Python", directory).toList();

        assertThat(tests)
                .extracting(DynamicTest::getDisplayName)
                .containsExactly("skipped: there is no no-such-program on the path");
        assertThatThrownBy(tests.get(0).getExecutable()::execute).isInstanceOf(TestAbortedException.class);
    }

    @Test
    void shouldFailWhereNoScenarioRan() {
        assertThatThrownBy(() -> Suite.tests(new Told(Optional.empty(), List.of()), "Python", directory))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("scenarios that ran");
    }

    @Test
    void shouldFailWhereAScenarioFailedAndWhereTheTableHasOthers() throws IOException, InterruptedException {
        Told suite = new Told(Optional.empty(), List.of(new Suite.Outcome("it flies", Optional.of("it fell"))));

        Stream<DynamicTest> tests = Suite.tests(suite, "Python", directory);

        assertThat(tests)
                .hasSize(2)
                .allSatisfy(test ->
                        assertThatThrownBy(test.getExecutable()::execute).isInstanceOf(AssertionError.class));
    }
}
