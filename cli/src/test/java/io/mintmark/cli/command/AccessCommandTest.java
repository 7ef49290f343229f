package io.mintmark.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.mintmark.cli.CommandRun;
import io.mintmark.cli.Http;
import io.mintmark.cli.KeytoolCertificate;
import io.mintmark.server.MintmarkServer;
import io.mintmark.server.ServerSettings;
import io.mintmark.web.access.principal.AccessFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code mintmark access}: what is told to a data directory, and what its server makes of it. */
class AccessCommandTest {
    @TempDir
    private Path directory;

    @TempDir
    private Path certificates;

    private CommandRun run(String command, String... words) {
        return CommandRun.of(List.of("access", command, "--data", directory.toString()), words);
    }

    private static int status(MintmarkServer server, String token) throws IOException, InterruptedException {
        return Http.get(server.url(), "/databases", "Authorization", "Bearer " + token)
                .statusCode();
    }

    /** A server looks at its list once a second. */
    private static void awaitStatus(int expected, MintmarkServer server, String token) {
        await().atMost(Duration.ofSeconds(10)).until(() -> status(server, token), status -> status == expected);
    }

    @Test
    void shouldPrintATokenOnceAndKeepItNowhere() throws IOException {
        CommandRun added = run("add", "ada", "--operator").expect(0);

        assertThat(added.out()).matches("mintmark_[0-9a-f]{48}\\R");
        assertThat(added.err())
                .contains("ada is added: operator", "not shown again")
                .contains("access control is set up", "on loopback, too")
                .doesNotContain(added.out().strip());
        assertThat(run("list").out())
                .startsWith("ada: operator; bearer token")
                .doesNotContain(added.out().strip());
        assertThat(Files.readString(directory.resolve(AccessFile.NAME)))
                .doesNotContain(added.out().strip().substring(9));
    }

    @Test
    void shouldTellARunningServerWhoMayCall() throws Exception {
        String ada = run("add", "ada", "--operator").out().strip();
        try (MintmarkServer server =
                MintmarkServer.start(ServerSettings.builder(directory).port(0).build())) {
            assertThat(status(server, ada)).isEqualTo(200);
            String bob = run("add", "bob", "--allow", "shop=read-write").out().strip();
            awaitStatus(200, server, bob);

            String newer = run("rotate", "BOB", "--keep-old", "1h").out().strip();
            awaitStatus(200, server, newer);
            assertThat(status(server, bob)).isEqualTo(200);

            assertThat(run("remove", "bob").err()).contains("bob is removed").doesNotContain("no operator");
            awaitStatus(403, server, bob);
            assertThat(status(server, newer)).isEqualTo(403);
        }
    }

    @Test
    void shouldDrawALaunchFromAServerThatAsksWhoCalls() throws Exception {
        String ada = run("add", "ada", "--operator").out().strip();
        try (MintmarkServer server =
                MintmarkServer.start(ServerSettings.builder(directory).port(0).build())) {
            assertThat(Http.create(server.url(), "shop", "Authorization", "Bearer " + ada))
                    .isEqualTo(201);
            String[] draw = {"launch", "next", "--server", server.url().toString(), "--database", "shop"};

            CommandRun refused = CommandRun.of(draw).expect(1);
            assertThat(refused.err()).contains("this request says nothing", "MINTMARK_TOKEN", "mintmark access add");
            assertThat(CommandRun.with(Map.of("MINTMARK_TOKEN", ada), draw).out())
                    .isEqualTo("1\n");
        }
    }

    @Test
    void shouldListWhatEachMayDoAndWhenItEnds() {
        run("add", "ada", "--operator", "--thumbprint", "AB".repeat(20), "--expires", "2090-01-31");
        run("add", "b", "--allow", "Shop=admin", "--allow", "archive=read-only");
        run("add", "prometheus", "--allow-nothing");

        assertThat(run("list").out().lines())
                .containsExactly(
                        "ada: operator; certificate " + "ab".repeat(20) + "; ends 2090-01-31T00:00:00Z",
                        "b: archive=read-only shop=admin; bearer token",
                        "prometheus: no database; bearer token");
    }

    /** An empty answer would look like a server that asks nobody. */
    @Test
    void shouldSayThatNobodyIsOnTheList() {
        run("add", "ada", "--operator").expect(0);
        run("remove", "ada").expect(0);

        CommandRun list = run("list").expect(0);

        assertThat(list.out()).isEmpty();
        assertThat(list.err()).contains("nobody is on the list", "mintmark access add NAME --operator");
    }

    /** A name that was mistyped, or meant from another folder, is no server that asks nobody. */
    @ParameterizedTest
    @ValueSource(strings = {"missing", "file"})
    void shouldNotSpeakForAServerWhereThereIsNoDirectory(String name) throws IOException {
        Path file = Files.createFile(directory.resolve("file"));
        String place = directory.resolve(name).toString();

        CommandRun list = CommandRun.of("access", "list", "--data", place).expect(1);

        assertThat(list.err())
                .contains("no data of a server in " + place, "--data")
                .doesNotContain("asks nobody");
        assertThat(directory).isDirectoryContaining(file::equals).isDirectoryNotContaining("glob:**missing");
    }

    @Test
    void shouldSayWhenAccessControlIsNotSetUpAndChangeNothing() {
        CommandRun list = run("list").expect(0);
        assertThat(list.err()).contains("not set up", "asks nobody");
        for (String command : List.of("remove", "rotate")) {
            CommandRun run = run(command, "ada").expect(1);
            assertThat(run.err()).contains("not set up").contains("--data");
        }
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void shouldSayWhenNoOperatorIsThere() {
        assertThat(run("add", "b", "--allow", "shop=admin").err()).contains("there is no operator yet");
        run("add", "ada", "--operator");
        assertThat(run("remove", "ada").err()).contains("no operator left", "mintmark access add NAME --operator");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x",
                "x --operator --allow shop=admin",
                "x --allow shop",
                "x --allow shop=all",
                "x --allow =admin",
                "x --allow shop=admin --allow shop=read-only",
                "x --operator --expires soon",
                "x --operator --expires 99999999d",
                "x --operator --certificate a --thumbprint ABABABABABABABABABABABABABABABABABABABAB",
                "x --operator --thumbprint abc",
                "x --operator --expires 2020-01-01",
                "x --allow ../shop=admin",
                "--operator"
            })
    void shouldRefuseWrongUsage(String words) {
        CommandRun run = run("add", words.split(" ")).expect(2);

        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("mintmark: ").contains("--help");
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void shouldSayThatAnEndMayBeADay() {
        assertThat(run("add", "x", "--operator", "--expires", "2027-02-30").err())
                .contains("'2027-02-30'", "a day such as 2027-01-31");
    }

    @Test
    void shouldRefuseACertificateThatIsNotThere() {
        CommandRun run = run("add", "x", "--operator", "--certificate", "/nowhere/at.all")
                .expect(1);

        assertThat(run.err().lines()).hasSize(1);
        assertThat(directory).isEmptyDirectory();
    }

    /** Makes a certificate as people make one, and returns its file. */
    private static Path certificate(Path folder, String name, String... more) throws Exception {
        return KeytoolCertificate.makeWith(folder, name, more).certificate;
    }

    @Test
    void shouldDoWhatThePageSays() throws Exception {
        Path ada = certificate(certificates, "ada");
        List<String> lines = Files.readAllLines(Path.of("..", "docs", "access.md")).stream()
                .filter(line -> line.startsWith("./mintmark access ") && line.contains("--data"))
                .toList();

        assertThat(lines).hasSizeGreaterThanOrEqualTo(5);
        for (String line : lines) {
            String typed = line.substring("./mintmark ".length())
                    .replace("/srv/mintmark", directory.toString())
                    .replace("ada.crt", ada.toString());
            CommandRun run = CommandRun.of(typed.split(" "));
            assertThat(run.exitCode()).as(line + ": " + run.err()).isZero();
        }
        assertThat(run("list").out()).matches("ada: operator; certificate [0-9a-f]{64}\n");
        Files.delete(ada);
    }

    /** In a server's container the variable names the server's own certificate for every command. */
    @Test
    void shouldTakeACertificateOnlyIfItIsTyped() throws Exception {
        Path servers = certificate(certificates, "server");
        Map<String, String> container = Map.of("MINTMARK_CERTIFICATE", servers.toString());
        List<String> add = List.of("access", "add", "ada", "--operator", "--data", directory.toString());
        List<String> rotate = List.of("access", "rotate", "ada", "--data", directory.toString());

        assertThat(CommandRun.with(container, add).expect(0).out()).startsWith("mintmark_");
        assertThat(CommandRun.with(container, rotate).expect(0).out()).startsWith("mintmark_");
        assertThat(CommandRun.with(container, rotate, "--thumbprint", "ab".repeat(20))
                        .exitCode())
                .isZero();
        Files.delete(servers);
    }

    /** What is typed wins, also over the variables of what excludes it. */
    @Test
    void shouldForgetTheVariablesOfWhatTheTypedOptionsExclude() {
        Map<String, String> variables =
                Map.of("MINTMARK_OPERATOR", "true", "MINTMARK_PUBLIC_KEY_OF", "/nowhere/at.all");
        List<String> add = List.of("access", "add", "ada", "--data", directory.toString());

        CommandRun run = CommandRun.with(variables, add, "--allow", "shop=admin", "--thumbprint", "ab".repeat(20))
                .expect(0);

        assertThat(run("list").out())
                .contains("ada: ", "shop", "certificate abab")
                .doesNotContain("operator");
        assertThat(run.out()).isEmpty();
    }

    @Test
    void shouldNotRegisterACertificateWithWhichNobodyWouldBeLetIn() throws Exception {
        Path old = certificate(certificates, "old", "-startdate", "-30d", "-validity", "10");

        CommandRun refused =
                run("add", "x", "--operator", "--certificate", old.toString()).expect(1);
        assertThat(refused.err())
                .contains("The certificate expired at ", ": register another one. It is 'CN=old' with");
        assertThat(directory).isEmptyDirectory();
        assertThat(run("add", "x", "--operator", "--public-key-of", old.toString())
                        .exitCode())
                .as("its key may have a certificate that is good")
                .isZero();
        Files.delete(old);
    }

    @Test
    void shouldKeepNamesFromForgingLines() {
        CommandRun run = run("add", "a\nb: operator", "--operator").expect(2);

        assertThat(run.err().lines()).hasSize(1);
        assertThat(run.err()).contains("U+000A");
    }
}
