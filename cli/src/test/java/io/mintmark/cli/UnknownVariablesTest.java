package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

class UnknownVariablesTest {
    private final Logger logger = (Logger) LoggerFactory.getLogger(UnknownVariables.class);
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @TempDir
    private Path directory;

    @BeforeEach
    void listen() {
        log.start();
        logger.addAppender(log);
    }

    @AfterEach
    void stopListening() {
        logger.detachAppender(log);
    }

    /** Serves on a host that is refused when the server starts: whoever gets that far passed the variables. */
    private CommandRun serve(Map<String, String> environment, String... more) {
        return CommandRun.with(
                environment, List.of("serve", "--host=192.0.2.1", "--port=0", "--data=" + directory), more);
    }

    private void assertNothingWrong(CommandRun outcome) {
        outcome.expect(1);
        assertThat(outcome.err()).contains("--allow-unauthenticated");
    }

    private List<String> warnings() {
        return log.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    /** A command in a command has variables of its own. */
    @Test
    void shouldKnowTheVariablesOfASubcommand() {
        CommandRun run = CommandRun.with(
                Map.of(
                        "MINTMARK_SERVER", "http://127.0.0.1:1",
                        "MINTMARK_DATABASE", "shop",
                        "MINTMARK_TRUST", "a.pem",
                        "MINTMARK_PORT", "1"),
                "launch",
                "next");

        assertThat(run.err()).contains("MINTMARK_TRUST needs an https URL");
        assertThat(warnings()).isEmpty();
    }

    /** Every process of a system has its launch id, those that this command is run by as well. */
    @Test
    void shouldKnowTheVariableOfALaunchId() {
        assertNothingWrong(serve(Map.of("MINTMARK_LAUNCH_ID", "65")));

        assertThat(warnings()).isEmpty();
        assertThat(serve(Map.of("MINTMARK_LAUNCHID", "65")).err()).contains("did you mean MINTMARK_LAUNCH_ID?");
    }

    @ParameterizedTest
    @CsvSource({
        "MINTMARK_PROT, MINTMARK_PORT",
        "MINTMARK_HOSTS, MINTMARK_HOST",
        "MINTMARK_DATE, MINTMARK_DATA",
        "MINTMARK_NODETAG, MINTMARK_NODE_TAG",
        "MINTMARK_ALLOWED_HOST, MINTMARK_ALLOWED_HOSTS",
        "MINTMARK_ALLOW_UNAUTHENTICTED, MINTMARK_ALLOW_UNAUTHENTICATED",
        "MINTMARK_LIMT_BODY, MINTMARK_LIMIT_BODY",
        "MINTMARK_LOGLEVEL, MINTMARK_LOG_LEVEL",
        "MINTMARK_JAVA_OPT, MINTMARK_JAVA_OPTS",
        "mintmark_port, MINTMARK_PORT",
        "Mintmark_Leases_Max, MINTMARK_LEASES_MAX"
    })
    void shouldRefuseWhatIsNearlyAKnownName(String misspelt, String meant) {
        CommandRun outcome = serve(Map.of(misspelt, "1")).expect(2);

        assertThat(outcome.err().lines()).hasSize(1);
        assertThat(outcome.err())
                .startsWith("mintmark: the variable " + misspelt + " ")
                .contains("did you mean " + meant + "?", "unset it", "serve --help");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "MINTMARK_SERVICE_HOST",
                "MINTMARK_SERVICE_PORT",
                "MINTMARK_PORT_8080_TCP",
                "MINTMARK_PORT_8080_TCP_ADDR",
                "MINTMARK_URL",
                "MINTMARK_HELP",
                "MINTMARK_HELP_ALL",
                "MINTMARK_VERSION",
                "MINTMARK_"
            })
    void shouldOnlyMentionWhatMayBeSomebodyElses(String foreign) {
        CommandRun outcome = serve(Map.of(foreign, "tcp://10.0.0.1:8080"));

        assertNothingWrong(outcome);
        assertThat(warnings())
                .singleElement()
                .asString()
                .contains(foreign, "is ignored", "the nearest one is MINTMARK_");
    }

    @Test
    void shouldSayNothingOfWhatIsKnownEmptyOrNotOurs() {
        CommandRun outcome = serve(Map.of(
                "MINTMARK_NODE_TAG", "A",
                "MINTMARK_JAVA_OPTS", "-Xmx64m",
                "MINTMARK_NO_PREPARED", "1",
                "MINTMARK_PROT", "",
                "MINTMARKS", "x",
                "MINT_PORT", "1"));

        assertNothingWrong(outcome);
        assertThat(warnings()).isEmpty();
    }

    /** In a container they are there for each command that is run in it. */
    @Test
    void shouldSayNothingOfAServersVariablesToOtherCommands() {
        Map<String, String> ofAServer =
                Map.of("MINTMARK_PORT", "1", "MINTMARK_LOG_FORMAT", "json", "MINTMARK_DATA", directory.toString());

        CommandRun.with(ofAServer, "access", "list").expect(0);
        CommandRun.with(ofAServer, "version").expect(0);
        assertThat(warnings()).isEmpty();
        assertThat(CommandRun.with(Map.of("MINTMARK_PROT", "1"), "version").err())
                .contains("did you mean MINTMARK_PORT?");
    }

    @Test
    void shouldHelpWhateverTheVariablesAre() {
        serve(Map.of("MINTMARK_PROT", "1"), "--help").expect(0);
    }

    @Test
    void shouldNotLetANameForgeALine() {
        assertThat(serve(Map.of("MINTMARK_POR\n", "1")).err().lines()).hasSize(1);
        assertNothingWrong(serve(Map.of("MINTMARK_OTHER\nall is well", "1")));
        assertThat(warnings()).singleElement().asString().contains("\\u000a");
    }

    @Test
    void shouldKnowEveryVariableThatTheLauncherReads() throws Exception {
        List<String> read = Pattern.compile("MINTMARK_[A-Z_]+")
                .matcher(Files.readString(Path.of("..", "mintmark")))
                .results()
                .map(MatchResult::group)
                .distinct()
                .toList();

        assertThat(read).containsExactlyInAnyOrderElementsOf(UnknownVariables.LAUNCHER);
    }
}
