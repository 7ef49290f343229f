package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The launcher in a source tree whose jar is stale: launchers that start at once build one after another.
 *
 * <p>The tree, Maven and Java are stand-ins, the launcher and the shell are real: a build here notes when it begins and
 * ends, and waits a while in between for another one to begin beside it.
 */
@DisabledOnOs(OS.WINDOWS)
class LauncherTest {
    private static final String MAVEN = """
            #!/bin/sh
            echo begin >>"$HOME_OF_TEST/builds"
            waited=0
            while [ "$(grep -c begin "$HOME_OF_TEST/builds")" -lt 2 ] && [ $waited -lt 20 ]; do
              sleep 0.1
              waited=$((waited + 1))
            done
            i=0
            while [ $i -lt 120 ]; do
              echo "[INFO] Downloaded from central: file $i"
              i=$((i + 1))
            done
            echo "[INFO] Building Mintmark Server 0.1.0                           [4/5]"
            [ ! -f "$HOME_OF_TEST/fail" ] || { echo "[ERROR] the stub fails"; exit 1; }
            echo jar >"$HOME_OF_TEST/cli/target/mintmark.jar"
            echo end >>"$HOME_OF_TEST/builds"
            printf '\\033[0m'
            """;
    private static final String JAVA = "#!/bin/sh\necho started\n";
    private static final List<String> TOOLS = List.of(
            "sh",
            "dirname",
            "readlink",
            "find",
            "head",
            "sed",
            "grep",
            "mkdir",
            "rmdir",
            "rm",
            "cat",
            "ps",
            "sleep",
            "touch",
            "mv",
            "id");

    @TempDir
    private Path tree;

    private Path tools;

    @BeforeEach
    void plant() throws IOException {
        for (String module : List.of("core", "numbers", "protocol", "server", "cli")) {
            Files.createDirectories(tree.resolve(module).resolve("src/main"));
            Files.createFile(tree.resolve(module).resolve("pom.xml"));
        }
        Files.createFile(tree.resolve("pom.xml"));
        program("mintmark", Files.readString(Path.of("..", "mintmark")));
        program("bin/mvn", MAVEN);
        program("jdk/bin/java", JAVA);
        Files.writeString(tree.resolve("jdk/release"), "JAVA_VERSION=\"17.0.1\"\n");
        tools = tree.resolve("bin");
        for (String tool : TOOLS) {
            Files.createSymbolicLink(tools.resolve(tool), onThePath(tool));
        }
    }

    private void program(String name, String text) throws IOException {
        Path file = tree.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static Path onThePath(String tool) {
        return List.of(System.getenv("PATH").split(":", -1)).stream()
                .map(folder -> Path.of(folder).resolve(tool))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new AssertionError("there is no " + tool + " on the path"));
    }

    private void useFlock() throws IOException {
        Files.createSymbolicLink(tools.resolve("flock"), onThePath("flock"));
    }

    /** Starts a launcher that sees nothing but the tools of this test. */
    private Process launch() throws IOException {
        return launch("--version");
    }

    private Process launch(String command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(tree.resolve("mintmark").toString(), command);
        builder.environment().clear();
        builder.environment().put("PATH", tools.toString());
        builder.environment().put("JAVA_HOME", tree.resolve("jdk").toString());
        builder.environment().put("HOME_OF_TEST", tree.toString());
        builder.redirectErrorStream(true);
        return builder.start();
    }

    private record Outcome(int exitCode, String said) {}

    private static Outcome await(Process launcher) throws Exception {
        String said = new String(launcher.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        if (!launcher.waitFor(60, TimeUnit.SECONDS)) {
            throw new AssertionError("the launcher did not end; it said: " + said);
        }
        return new Outcome(launcher.exitValue(), said);
    }

    private List<Outcome> launchTogether(int count) throws Exception {
        List<Process> launchers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            launchers.add(launch());
        }
        List<Outcome> outcomes = new ArrayList<>();
        for (Process launcher : launchers) {
            outcomes.add(await(launcher));
        }
        return outcomes;
    }

    private List<String> builds() throws IOException {
        return Files.readAllLines(tree.resolve("builds"));
    }

    private void assertBuiltOnce(List<Outcome> outcomes) throws IOException {
        assertThat(outcomes).allSatisfy(outcome -> {
            assertThat(outcome.exitCode()).as(outcome.said()).isZero();
            assertThat(outcome.said()).endsWith("started\n");
        });
        assertThat(outcomes.stream().filter(outcome -> outcome.said().contains("building the jar")))
                .hasSize(1);
        assertThat(builds()).containsExactly("begin", "end");
    }

    @ParameterizedTest(name = "flock: {0}")
    @ValueSource(booleans = {true, false})
    void shouldBuildOnceHoweverManyStartAtOnce(boolean flock) throws Exception {
        if (flock) {
            useFlock();
        }

        List<Outcome> outcomes = launchTogether(4);

        assertBuiltOnce(outcomes);
        assertThat(outcomes.stream().filter(outcome -> outcome.said().contains("waiting for another launcher")))
                .as("the others start within the build")
                .isNotEmpty();
        assertThat(await(launch()).said()).as("the jar is fresh").isEqualTo("started\n");
    }

    /** The broken twin: without turns, the same start builds twice at once. */
    @Test
    void shouldBuildTwiceAtOnceWithoutTurns() throws Exception {
        String launcher = Files.readString(tree.resolve("mintmark"));
        String turnless = launcher.replace("in_turn \"$home/cli/target/launcher-lock\" build", "(build)");
        assertThat(turnless).isNotEqualTo(launcher);
        program("mintmark", turnless);

        launchTogether(2);

        assertThat(builds()).startsWith("begin", "begin");
    }

    @Test
    void shouldTellHowFarItsBuildIs() throws Exception {
        Outcome built = await(launch());

        assertThat(built.said())
                .contains("  50 files downloaded", "  100 files downloaded", "  Mintmark Server 0.1.0 [4/5]\n")
                .doesNotContain("[INFO]", "60 files");
    }

    @ParameterizedTest(name = "flock: {0}")
    @ValueSource(booleans = {true, false})
    void shouldGiveItsTurnUpWhenTheBuildFails(boolean flock) throws Exception {
        if (flock) {
            useFlock();
        }
        Files.createFile(tree.resolve("fail"));

        Outcome failed = await(launch());
        Files.delete(tree.resolve("fail"));
        Outcome mended = await(launch());

        assertThat(failed.exitCode()).isEqualTo(1);
        assertThat(failed.said())
                .contains("[ERROR] the stub fails", "the build failed; all that Maven said is in")
                .doesNotContain("started");
        assertThat(mended.exitCode()).isZero();
        assertThat(mended.said())
                .contains("building the jar")
                .doesNotContain("waiting")
                .endsWith("started\n");
    }

    @Test
    void shouldEndAServerWhoseHeapRanOut() throws Exception {
        program("jdk/bin/java", "#!/bin/sh\necho \"$@\"\n");

        assertThat(await(launch("serve")).said()).contains("-XX:+ExitOnOutOfMemoryError");
        assertThat(await(launch("check")).said()).doesNotContain("-XX:+ExitOnOutOfMemoryError");
    }

    @Test
    void shouldTakeTheTurnOfALauncherThatWasKilled() throws Exception {
        Process dead = new ProcessBuilder(tools.resolve("sh").toString(), "-c", ":").start();
        assertThat(dead.waitFor(10, TimeUnit.SECONDS)).isTrue();
        Path left = Files.createDirectories(tree.resolve("cli/target/launcher-lock.d"));
        Files.writeString(left.resolve("owner"), dead.pid() + "\n");

        List<Outcome> outcomes = launchTogether(3);

        assertBuiltOnce(outcomes);
        assertThat(left).doesNotExist();
    }
}
