package io.mintmark.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Manual pages and completions have every command and option. */
final class CommandPagesTest {
    @TempDir
    private Path directory;

    @Test
    void shouldDescribeEachCommandAndItsRareOptions() {
        Map<String, String> pages = CommandPages.pages("1.2.3");

        assertThat(pages)
                .containsKeys("mintmark", "mintmark-serve", "mintmark-access", "mintmark-access-add", "mintmark-health")
                .doesNotContainKeys("mintmark-help");
        assertThat(pages.get("mintmark-serve"))
                .contains("*--limit-queued-writes*", "*--data*", "Default: 4096", "mintmark 1.2.3");
        assertThat(pages.values()).noneMatch(page -> page.contains("DEFAULT-VALUE"));
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void shouldCompleteCommandsAndOptions() throws Exception {
        Path script = Files.writeString(directory.resolve("complete.sh"), CommandPages.bash() + """
                compopt() { :; }
                complete_at() {
                  COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
                  _complete_mintmark
                  echo "${COMPREPLY[@]}"
                }
                complete_at mintmark cl
                complete_at mintmark serve --limit-queued-w
                complete_at mintmark access add --op
                """);
        Process bash = new ProcessBuilder("bash", "--norc", script.toString())
                .redirectErrorStream(true)
                .start();

        assertThat(new String(bash.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8))
                .isEqualTo("clean cluster\n--limit-queued-writes\n--operator\n");
    }

    /** build/packaging/check asks a zsh; what it stumbled over is held here. */
    @Test
    void shouldNotChangeTheZshThatLoadsIt() {
        assertThat(CommandPages.zsh())
                .startsWith("#compdef mintmark\n")
                .contains("function _complete_mintmark()", "_bash_complete -o default")
                .doesNotContain("compopt=complete", "setopt ");
    }
}
