package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Model.OptionSpec;

/** The table of settings in {@code docs/configure.md} is made from the options, so that no default stands in it twice. */
class SettingsPageTest {
    private static final Path PAGE = Path.of("..", "docs", "configure.md");
    private static final String BEGIN = "<!-- made from the options of serve: begin -->\n";
    private static final String END = "<!-- made from the options of serve: end -->";
    private static final String DEFAULT = " Default: ";

    @Test
    void shouldHaveEveryOptionWithItsDefault() throws IOException {
        String page = Files.readString(PAGE);
        int begin = page.indexOf(BEGIN) + BEGIN.length();
        int end = page.indexOf(END);
        String made = table();

        if ("write".equals(System.getProperty("mintmark.settings"))) {
            Files.writeString(PAGE, page.substring(0, begin) + made + page.substring(end));
            return;
        }
        assertThat(page.substring(begin, end))
                .as("the settings in docs/configure.md; to write them anew: mvn -o test -pl cli -am"
                        + " -Dtest=SettingsPageTest -Dsurefire.failIfNoSpecifiedTests=false -Dmintmark.settings=write")
                .isEqualTo(made);
    }

    @Test
    void shouldShowTheValueThatCanBeTypedAndWhatAnOptionTakes() {
        assertThat(table()).contains("| `--limit-depth=N` | 128 |").contains("| `--port=PORT` | 8080 |");
    }

    private static String table() {
        List<OptionSpec> shown = options("--help");
        List<OptionSpec> rare = options("--help-all").stream()
                .filter(option -> !named(shown, option))
                .toList();
        return "| Option | Default | Meaning |\n|---|---|---|\n" + rows(shown) + "| **Rare** | | |\n" + rows(rare);
    }

    private static List<OptionSpec> options(String help) {
        String[] args = {"serve", help};
        return Mintmark.commandLine(Map.of(), args).getSubcommands().entrySet().stream()
                .filter(command -> command.getKey().equals("serve"))
                .flatMap(command -> command.getValue().getCommandSpec().options().stream())
                .filter(option -> !option.hidden()
                        && Stream.of("help", "help-all", "version")
                                .noneMatch(name -> option.longestName().equals("--" + name)))
                .toList();
    }

    private static boolean named(List<OptionSpec> options, OptionSpec option) {
        return options.stream().anyMatch(other -> other.longestName().equals(option.longestName()));
    }

    private static String rows(List<OptionSpec> options) {
        return options.stream().map(SettingsPageTest::row).collect(Collectors.joining());
    }

    private static String row(OptionSpec option) {
        String text = String.join(" ", option.description());
        int at = text.indexOf(DEFAULT);
        String value = at < 0 ? (option.arity().max() == 0 ? "off" : "none") : text.substring(at + DEFAULT.length());
        String label =
                option.arity().max() == 0 ? "" : "=" + option.paramLabel().replace("|", "/");
        return "| `" + option.longestName() + label + "` | " + value + " | " + (at < 0 ? text : text.substring(0, at))
                + " |\n";
    }
}
