package io.mintmark.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The README as a newcomer takes it: short, with Java that compiles and runs as it is copied. */
final class FirstPageTest {
    private static final String PAGE = "README.md";
    private static final Pattern SPACE = Pattern.compile("\\s+");

    @Test
    void shouldBeShortAndBeginWithJava() throws IOException {
        String text = Files.readString(Pages.ROOT.resolve(PAGE)).strip();

        assertThat(SPACE.splitAsStream(text).count()).as("words").isLessThanOrEqualTo(900);
        assertThat(firstJava().line()).isLessThanOrEqualTo(12);
    }

    @Test
    void shouldPrintTheNumbersThatItSays(@TempDir Path directory) throws Exception {
        JavaBlocks.Compiled program = JavaBlocks.compile(firstJava(), ClassPath.whole(), directory);

        assertThat(program.errors()).isEmpty();
        assertThat(numbersPrinted(program, directory)).containsExactly("1");
        assertThat(numbersPrinted(program, directory))
                .as("the unused numbers of the first run went back")
                .containsExactly("2");
    }

    private static Block firstJava() throws IOException {
        return Pages.blocks().stream()
                .filter(block -> block.file().equals(PAGE) && block.language().equals("java"))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> numbersPrinted(JavaBlocks.Compiled program, Path directory)
            throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        directory + System.getProperty("path.separator") + ClassPath.whole(),
                        program.types().get(0))
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed).isZero();
        return printed.lines().filter(line -> line.matches("\\d+")).toList();
    }
}
