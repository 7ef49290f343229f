package stranger;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A user's module on the module path: two jars, no other. */
final class ModulePathIT {
    private static final Path STRANGER = Path.of(System.getProperty("stranger.jar"));
    private static final Path CORE = Path.of(System.getProperty("core.jar"));

    @Test
    void shouldRunAsAModuleWithTheCoreModuleAlone() throws IOException, InterruptedException {
        assertThat(STRANGER).isRegularFile();
        assertThat(CORE).isRegularFile().hasExtension("jar");

        String said = java("-p", "-m", "stranger.modulepath/stranger.Main");

        assertThat(said.lines()).containsExactly("orders/10-A", "64", "true");
    }

    /** Starts a JVM with only these two jars, and returns its output. */
    private static String java(String pathOption, String... main) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                pathOption,
                STRANGER + File.pathSeparator + CORE);
        builder.command().addAll(List.of(main));
        builder.environment().keySet().removeAll(Set.of("CLASSPATH", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
        Process process = builder.redirectErrorStream(true).start();
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS))
                    .as("ended in time")
                    .isTrue();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.exitValue()).as(said).isZero();
            return said;
        } finally {
            process.destroyForcibly();
        }
    }
}
