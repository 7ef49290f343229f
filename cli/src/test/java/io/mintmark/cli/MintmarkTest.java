package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.cli.terminal.Variables;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

class MintmarkTest {

    @TempDir
    private Path directory;

    private static CommandRun serve(String... options) {
        return CommandRun.of(List.of("serve"), options);
    }

    private static void assertWrongUsage(CommandRun outcome, String... parts) {
        outcome.expect(2);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err().lines()).hasSize(1);
        assertThat(outcome.err()).startsWith("mintmark: ").contains(parts).contains("--help");
    }

    @Test
    void helpIsPrintedOnStandardOutput() {
        CommandRun outcome = CommandRun.of("--help").expect(0);

        assertThat(outcome.out()).contains("serve", "Exit codes:", "Examples:");
        assertThat(outcome.err()).isEmpty();
    }

    @Test
    void aCommandThatNobodyNamedIsWrongUsageAndShowsWhatThereIs() {
        CommandRun outcome = CommandRun.with(Map.of()).expect(2);

        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err()).contains("serve", "doctor", "Examples:");
    }

    @Test
    void helpAndVersionAreCommandsToo() {
        assertThat(CommandRun.of("help").out())
                .isEqualTo(CommandRun.of("--help").out());
        assertThat(CommandRun.of("help", "serve").out()).contains("--port").doesNotContain("Missing");
        assertThat(CommandRun.of("version")).isEqualTo(CommandRun.of("--version"));
    }

    /** What is refused names this help as the remedy. */
    @ParameterizedTest
    @ValueSource(strings = {"version", "prepare", "health", "launch"})
    void everyCommandHasTheHelpThatIsNamed(String command) {
        assertThat(CommandRun.of(command, "--help").expect(0).out()).startsWith("Usage: mintmark " + command);
    }

    /** Java takes an empty path for the folder where the command was started. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "serve --data=",
                "serve --log-file=",
                "serve --backup-to=",
                "serve --witness=",
                "serve --audit-file=",
                "serve --certificate=",
                "serve --javascript=",
                "backup --to b --data=",
                "restore b --data=",
                "launch next --data=",
                "access list --data="
            })
    void anEmptyPathIsRefused(String words) {
        String[] args = words.split(" ");

        // Only read: a server that took it would not end.
        assertThatThrownBy(() -> Mintmark.commandLine(Map.of(), args).parseArgs(args))
                .isInstanceOf(CommandLine.ParameterException.class)
                .hasRootCauseMessage("must be a path, but is '': write ./name for one in this folder");
    }

    @Test
    void aPathThatNoSystemTakesIsRefused() {
        assertWrongUsage(CommandRun.of("check", "--data=a\0b"), "--data must be a path", "'a\\u0000b'", "./name");
    }

    /** What is typed needs no value; a variable has one, and so have both in a script. */
    @ParameterizedTest
    @CsvSource({
        "serve, --start-cut-off",
        "serve, --audit-numbers",
        "journal, --waiting",
        "doctor --jdbc-url x, --json",
        "doctor --jdbc-url x --tables, --repair",
        "leases orders --database shop, --json"
    })
    void aSwitchThatIsNeitherTrueNorFalseIsNamedWithItsRule(String words, String option) {
        List<String> command = List.of(words.split(" ", -1));

        assertWrongUsage(CommandRun.of(command, option + "=yes"), option + " must be true or false, but is 'yes'");
        assertWrongUsage(
                CommandRun.with(Map.of(Variables.nameFor(option), "1"), command),
                Variables.nameFor(option) + " must be true or false, but is '1'");
    }

    @ParameterizedTest
    @CsvSource({"--prot, --port", "--dta=/x, --data", "--limt-wait, --limit-wait"})
    void anOptionThatIsAlmostOneIsGuessed(String option, String meant) {
        assertWrongUsage(serve(option), "Unknown option", "did you mean " + meant + "?");
    }

    @Test
    void anOptionThatIsNothingLikeOneIsNotGuessed() {
        assertThat(serve("--frobnicate").err()).contains("Unknown option").doesNotContain("did you mean");
    }

    @Test
    void helpOfServeIsShortAndNamesThoseThatPeopleNeed() {
        String help = CommandRun.of("serve", "--help").out();

        assertThat(help.lines().filter(line -> line.matches("\\s+(-\\w, )?--[a-z].*")))
                .hasSizeLessThanOrEqualTo(20);
        assertThat(help)
                .contains("--host", "--port", "--data", "--node-tag", "--limit-body", "--help-all")
                .contains("Default: 127.0.0.1", "Default: ./mintmark-data", "Default: 64m", "Default: 30d")
                .contains("Default: 8192", "Default: info")
                .doesNotContain("--limit-depth", "DEFAULT-VALUE");
    }

    @Test
    void everyDefaultThatIsShownCanBeTyped() {
        CommandLine serve = Mintmark.commandLine(Map.of(), "serve")
                .parseArgs("serve")
                .subcommand()
                .commandSpec()
                .commandLine();
        List<String> words = new ArrayList<>(List.of("serve"));
        CommandLine written = new CommandLine(new ServeCommand());
        for (OptionSpec option : written.getCommandSpec().options()) {
            String text = DefaultTexts.text(option);
            if (text != null && DefaultTexts.isShown(option)) {
                words.addAll(List.of(option.longestName(), text));
            }
        }

        assertThat(words).contains("--limit-line", "8k", "--limit-wait", "5s", "--limit-database-idle", "10m");
        String[] args = words.toArray(String[]::new);
        ServeCommand typed = Mintmark.commandLine(Map.of(), args)
                .parseArgs(args)
                .subcommand()
                .commandSpec()
                .commandLine()
                .getCommand();
        assertThat(typed.settings())
                .usingRecursiveComparison()
                .ignoringFields("dataDirectory")
                .isEqualTo(serve.<ServeCommand>getCommand().settings());
    }

    @Test
    void guessIsSaidOnce() {
        String said = serve("--limit-bodi=3m").err();

        assertThat(said).contains("did you mean --limit-body?");
        assertThat(said.split("did you mean", -1)).hasSize(2);
    }

    @Test
    void helpOfServeNamesEveryOptionAndExitCodeWhenAsked() {
        CommandRun outcome = CommandRun.with(Map.of("MINTMARK_PORT", "nonsense"), "serve", "--help-all")
                .expect(0);

        assertThat(outcome.out())
                .contains("--host", "--port", "--data", "--node-tag", "--allow-unauthenticated", "--public-url")
                .contains("--allowed-hosts", "--lease-client", "--lease-retention", "--leases-max", "--log-level")
                .contains("--limit-line", "--limit-headers", "--limit-body", "--limit-document", "--limit-depth")
                .contains("--limit-collection", "--limit-database-name", "--log-file", "143", "MINTMARK_PORT")
                .contains("--limit-connections", "--limit-database-idle", "Default: 5s", "Default: 128");
    }

    @ParameterizedTest
    @ValueSource(strings = {"cluster", "move"})
    void aStoreThatMustBeNamedHasNoDirectoryForItsDefault(String command) {
        assertThat(CommandRun.of(command, "--help").out())
                .contains("--store")
                .doesNotContain("Default: the directory of");
    }

    @Test
    void versionIsPrinted() {
        assertThat(CommandRun.of("--version").out()).startsWith("mintmark ").contains("Java ");
    }

    @Test
    void misspeltCommandIsToldItsLikelyName() {
        assertWrongUsage(CommandRun.of("srve"), "srve", "did you mean serve");
    }

    @ParameterizedTest
    @CsvSource({
        "sevre, serve",
        "SERVE, serve",
        "bakcup, backup",
        "retsore, restore",
        "acess, access",
        "access lsit, list",
        "access rotat, rotate",
        "launch nxet, next",
        "helth, health",
        "verison, version"
    })
    void misspeltCommandIsToldTheNearestOne(String typed, String meant) {
        assertWrongUsage(CommandRun.of(typed.split(" ", -1)), "did you mean " + meant + "?");
    }

    @ParameterizedTest
    @ValueSource(strings = {"frobnicate", "x"})
    void commandThatIsNothingLikeOneIsNotGuessed(String typed) {
        assertThat(CommandRun.of(typed).err()).contains("'" + typed + "'").doesNotContain("did you mean");
        assertThat(CommandRun.of("help", typed).expect(2).err()).contains("'" + typed + "'; see mintmark");
    }

    @ParameterizedTest
    @CsvSource({
        "raise --al, --all",
        "backup --to x --kep=3, --keep",
        "access add ada --oprator, --operator",
        "--hepl, --help"
    })
    void misspeltOptionOfAnyCommandIsToldTheNearestOne(String typed, String meant) {
        assertWrongUsage(CommandRun.of(typed.split(" ", -1)), "did you mean " + meant + "?");
    }

    @Test
    void allHelpNamesEveryCommandWithAllItsOptions() {
        CommandRun outcome = CommandRun.with(Map.of("MINTMARK_PORT", "nonsense"), "--help-all")
                .expect(0);

        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out())
                .contains("Usage: mintmark ", "Usage: mintmark serve", "Usage: mintmark access add")
                .contains("Usage: mintmark launch next", "Usage: mintmark doctor")
                .contains("--limit-depth", "Default: 128", "--raise-by", "--keep-old")
                .doesNotContain("DEFAULT-VALUE");
        assertThat(CommandRun.of("--help").out()).contains("--help-all");
    }

    @Test
    void misspeltOptionIsWrongUsage() {
        assertWrongUsage(serve("--prot=1"), "--prot");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    --port              | 65536               | 0 to 65535
                    --port              | -1                  | 0 to 65535
                    --port              | ٨٠                  | 0 to 65535
                    --node-tag          | a                   | A to Z
                    --node-tag          | ABCDE               | A to Z
                    --host              | http://127.0.0.1    | without scheme
                    --allowed-hosts     | ids.lan,a b         | without scheme
                    --public-url        | ids.example.com     | http or https
                    --public-url        | http://ids/?a=b     | http or https
                    --public-url        | http://ids:65536    | up to 65535
                    --lease-client      | yes                 | on or off
                    --store             | jdbc:mysql://h/d    | (jdbc:postgresql:)
                    --store-connections | 0                   | 1 to
                    --lease-retention   | 30                  | period
                    --lease-retention   | 0d                  | longer than nothing
                    --lease-retention   | 100001d             | at most 100000 days
                    --limit-idle        | PT9999999999H       | at most 100000 days
                    --leases-max        | 0                   | 1 to
                    --limit-body        | 64mb                | 64k
                    --limit-depth       | 1k                  | whole number
                    --log-level         | loud                | info
                    """)
    void badValueIsNamedWithItsRule(String option, String value, String rule) {
        String shown = value.substring(value.indexOf(',') + 1);

        assertWrongUsage(serve(option, value), option, "'" + shown + "'", rule);
        assertWrongUsage(
                CommandRun.with(Map.of(Variables.nameFor(option), value), "serve"),
                Variables.nameFor(option),
                "'" + shown + "'",
                rule);
    }

    @Test
    void valueCannotForgeASecondLine() {
        assertWrongUsage(serve("--port", "1\nmintmark: all is well\u001b[2J"), "\\u000a", "\\u001b");
    }

    @Test
    void typedOptionHidesItsBadVariable() {
        CommandRun outcome = CommandRun.with(Map.of("MINTMARK_PORT", "x"), "serve", "--port=0", "--node-tag=?");

        assertWrongUsage(outcome, "--node-tag");
    }

    @Test
    void emptyVariableCountsAsAbsent() {
        assertWrongUsage(CommandRun.with(Map.of("MINTMARK_PORT", ""), "serve", "--node-tag=?"), "--node-tag");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "::", "192.0.2.1"})
    void hostThatOthersReachNeedsConsent(String host) {
        CommandRun outcome = serve("--host", host, "--port=0", "--data", directory.toString())
                .expect(1);

        assertThat(outcome.err().lines()).hasSize(1);
        assertThat(outcome.err()).contains(host, "--allow-unauthenticated");
    }

    @Test
    void unknownHostIsRefused() {
        CommandRun outcome = serve("--host", "no-such-host.invalid", "--data", directory.toString())
                .expect(1);

        assertThat(outcome.err().lines()).hasSize(1);
        assertThat(outcome.err()).contains("no-such-host.invalid");
    }

    @Test
    void dataDirectoryThatIsAFileIsRefused() throws Exception {
        Path file = Files.createFile(directory.resolve("occupied"));

        CommandRun outcome = serve("--port=0", "--data", file.toString()).expect(1);

        assertThat(outcome.err().lines()).hasSize(1);
        assertThat(outcome.err()).contains(file.toString(), "--data").doesNotContain("Exception", "java.");
    }

    /** A disk that is not mounted must not be taken for an empty one. */
    @ParameterizedTest
    @ValueSource(strings = {"--data", "--log-file", "--audit-file", "--backup-to"})
    void placeWhoseDiskIsMissingIsRefused(String option) {
        Path place = directory.resolve(option.endsWith("-file") ? "disk/logs/mintmark.log" : "disk/mintmark");

        CommandRun outcome = option.equals("--data")
                ? serve("--port=0", option, place.toString())
                : serve("--port=0", "--data", directory.resolve("d").toString(), option, place.toString())
                        .expect(1);

        assertThat(outcome.err().lines()).hasSize(1);
        assertThat(outcome.err())
                .contains(place.toString(), "mount its disk", "make it")
                .doesNotContain("Exception", "java.");
        assertThat(directory.resolve("disk")).doesNotExist();
    }

    @Test
    void logFileThatCannotBeWrittenIsRefused() {
        CommandRun outcome = serve(
                        "--port=0", "--data", directory.resolve("d").toString(), "--log-file", "/proc/no/log")
                .expect(1);

        assertThat(outcome.err()).contains("/proc/no/log", "--log-file");
    }
}
