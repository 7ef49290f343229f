package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The launcher in a source tree whose jar is stale: however many start at once, each starts from a whole jar.
 *
 * <p>The tree, Maven and Java are stand-ins, the launcher and the shell are real: a build here has written half of its jar for a
 * while, and Java prints the jar that it was given.
 */
@DisabledOnOs(OS.WINDOWS)
class LauncherTest {
    private static final Duration BUILD_MAX = Duration.ofSeconds(60);
    private static final Duration TICK = Duration.ofMillis(10);
    private static final String MAVEN = """
            #!/bin/sh
            for word in "$@"; do
              case $word in -Dbuild.folder=*) folder=${word#*=} ;; esac
            done
            i=0
            while [ $i -lt 120 ]; do
              echo "[INFO] Downloaded from central: file $i"
              i=$((i + 1))
            done
            echo "[INFO] Building Mintmark Server 0.1.0                           [4/5]"
            [ ! -f "$HOME_OF_TEST/fail" ] || { echo "[ERROR] the stub fails"; exit 1; }
            printf 'half a ' >"$HOME_OF_TEST/cli/$folder/mintmark.jar"
            touch "$HOME_OF_TEST/half"
            sleep 1
            printf 'jar\\n' >>"$HOME_OF_TEST/cli/$folder/mintmark.jar"
            echo built >>"$HOME_OF_TEST/builds"
            printf '\\033[0m'
            """;
    private static final String JAVA = """
            #!/bin/sh
            echo "started from $(cat "$HOME_OF_TEST/cli/target/mintmark.jar")"
            """;
    private static final String WHOLE = "started from half a jar\n";
    private static final List<String> TOOLS = List.of(
            "sh",
            "dirname",
            "readlink",
            "find",
            "head",
            "sed",
            "grep",
            "mkdir",
            "rm",
            "cat",
            "sleep",
            "touch",
            "mv",
            "tr",
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

    /** Starts a launcher that sees nothing but the tools of this test. */
    private Process launch() throws IOException {
        return launch("--version");
    }

    private Process launch(String command) throws IOException {
        return launch(command, Map.of());
    }

    private Process launch(String command, Map<String, String> environment) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(tree.resolve("mintmark").toString(), command);
        builder.environment().clear();
        builder.environment().put("PATH", tools.toString());
        builder.environment().put("JAVA_HOME", tree.resolve("jdk").toString());
        builder.environment().put("HOME_OF_TEST", tree.toString());
        builder.environment().putAll(environment);
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

    /** Starts one launcher, and another one while the first has half a jar. */
    private Outcome launchWithinABuild() throws Exception {
        Process first = launch();
        try {
            Awaitility.await("the build begins")
                    .atMost(BUILD_MAX)
                    .pollInterval(TICK)
                    .until(() -> Files.exists(tree.resolve("half")));
            return await(launch());
        } finally {
            await(first);
        }
    }

    @Test
    void shouldStartFromAWholeJarHoweverManyStartAtOnce() throws Exception {
        assertThat(launchWithinABuild().said()).endsWith(WHOLE);
        assertThat(launchTogether(4)).allSatisfy(outcome -> {
            assertThat(outcome.exitCode()).as(outcome.said()).isZero();
            assertThat(outcome.said()).isEqualTo(WHOLE);
        });
        try (Stream<Path> left = Files.list(tree.resolve("cli/target"))) {
            assertThat(left.filter(file -> file.getFileName().toString().matches("launcher-\\d+")))
                    .isEmpty();
        }
    }

    /** The broken twin: a build in place is seen half done. */
    @Test
    void shouldCatchABuildInPlace() throws Exception {
        String launcher = Files.readString(tree.resolve("mintmark"));
        String inPlace = launcher.replace("-Dbuild.folder=\"$own\"", "-Dbuild.folder=target");
        assertThat(inPlace).isNotEqualTo(launcher);
        program("mintmark", inPlace);

        assertThat(launchWithinABuild().said()).endsWith("started from half a \n");
    }

    @Test
    void shouldBuildAgainWhatWasSavedDuringABuild() throws Exception {
        Process first = launch();
        Awaitility.await("the build begins")
                .atMost(BUILD_MAX)
                .pollInterval(TICK)
                .until(() -> Files.exists(tree.resolve("half")) || !first.isAlive());
        Files.createFile(tree.resolve("server/src/main/Saved.java"));
        assertThat(await(first).said()).endsWith(WHOLE);

        assertThat(await(launch()).said()).contains("building the jar").endsWith(WHOLE);
        assertThat(await(launch()).said()).isEqualTo(WHOLE);
    }

    @Test
    void shouldTellHowFarItsBuildIs() throws Exception {
        Outcome built = await(launch());

        assertThat(built.said())
                .contains("  50 files downloaded", "  100 files downloaded", "  Mintmark Server 0.1.0 [4/5]\n")
                .doesNotContain("[INFO]", "60 files");
    }

    @Test
    void shouldBuildAgainAfterABuildThatFailed() throws Exception {
        Files.createFile(tree.resolve("fail"));

        Outcome failed = await(launch());
        Files.delete(tree.resolve("fail"));
        Outcome mended = await(launch());

        assertThat(failed.exitCode()).isEqualTo(1);
        assertThat(failed.said())
                .contains("[ERROR] the stub fails", "the build failed; all that Maven said is in")
                .doesNotContain("started");
        assertThat(mended.exitCode()).isZero();
        assertThat(mended.said()).contains("building the jar").endsWith(WHOLE);
    }

    @Test
    void shouldEndAServerWhoseHeapRanOut() throws Exception {
        program("jdk/bin/java", "#!/bin/sh\necho \"$@\"\n");

        assertThat(await(launch("serve")).said()).contains("-XX:+ExitOnOutOfMemoryError");
        assertThat(await(launch("check")).said()).doesNotContain("-XX:+ExitOnOutOfMemoryError");
    }

    /** The JVM ends at once where the heap would begin above its end. */
    @ParameterizedTest
    @CsvSource({
        "MINTMARK_JAVA_OPTS, -Xmx48m, 48m",
        "MINTMARK_JAVA_OPTS, -Xmx50000k, 50000k",
        "MINTMARK_JAVA_OPTS, -Xmx40000000, 40000000",
        "MINTMARK_JAVA_OPTS, -XX:MaxHeapSize=48M -Da=b, 48M",
        "MINTMARK_JAVA_OPTS, -Xmx48m -Xmx1g, 64m",
        "MINTMARK_JAVA_OPTS, -Xmx1g -Xmx48m, 48m",
        "MINTMARK_JAVA_OPTS, -Xmx512m, 64m",
        "MINTMARK_JAVA_OPTS, -Xmx90000000, 64m",
        "MINTMARK_JAVA_OPTS, -Xmx2G, 64m",
        "MINTMARK_JAVA_OPTS, -Xmxmuch, 64m",
        "MINTMARK_JAVA_OPTS, -Xmx4x8m, 64m",
        "MINTMARK_JAVA_OPTS, '', 64m",
        "JDK_JAVA_OPTIONS, -Xmx48m, 48m",
        "JAVA_TOOL_OPTIONS, -Xmx48m, 48m",
    })
    void shouldBeginWithNoMoreHeapThanItMayHave(String variable, String options, String begin) throws Exception {
        program("jdk/bin/java", "#!/bin/sh\necho \"$@\"\n");

        assertThat(await(launch("check", Map.of(variable, options))).said()).contains(" -Xms" + begin + " ");
    }
}
