package io.mintmark.javascript;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The command of the process for scripts, which has another working directory. */
final class ChildCommandTest {
    private static List<String> classPath(ChildCommand command) {
        List<String> words = command.words();
        return List.of(words.get(words.indexOf("-cp") + 1).split(File.pathSeparator, -1));
    }

    @Test
    void shouldFindTheSameClassesFromAnotherDirectory() {
        assertThat(classPath(ChildCommand.ofThisProcess(ScriptLimits.DEFAULT, null)))
                .isNotEmpty()
                .allMatch(entry -> Path.of(entry).isAbsolute());
    }

    @Test
    void shouldFindTheEngineInADirectoryOfItsOwn() {
        Path jars = Path.of("engine");

        assertThat(classPath(ChildCommand.ofThisProcess(ScriptLimits.DEFAULT, jars)))
                .endsWith(jars.toAbsolutePath() + File.separator + "*");
    }
}
