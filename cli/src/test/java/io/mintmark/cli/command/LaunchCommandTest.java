package io.mintmark.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.cli.CommandRun;
import io.mintmark.cli.Http;
import io.mintmark.server.MintmarkServer;
import io.mintmark.server.ServerSettings;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LaunchCommandTest {

    @TempDir
    private Path directory;

    private CommandRun next(String... options) {
        return CommandRun.of(
                List.of("launch", "next", "--data", directory.resolve("data").toString()), options);
    }

    private Path log() {
        return directory.resolve("data").resolve("launches.log");
    }

    @Test
    void shouldPrintTheNextIdAndNothingElse() {
        assertThat(next().out()).isEqualTo("1\n");
        assertThat(next()).isEqualTo(new CommandRun(0, "2\n", ""));
        assertThat(next("--note", "release 4.2")).isEqualTo(new CommandRun(0, "3\n", ""));
    }

    /** Nothing shows that a log was removed; that one begins is all that can be said. */
    @Test
    void shouldRemarkThatALogBegins() throws IOException {
        assertThat(next().err())
                .startsWith("mintmark: this begins a new launch log in " + directory)
                .contains("put their log back");
        assertThat(next().err()).isEmpty();

        Files.delete(log());

        assertThat(next().err()).contains("begins a new launch log");
    }

    @Test
    void shouldWriteALineThatCannotBeForged() throws IOException {
        next("--note", "one\n99\ttwo");

        List<String> lines = Files.readAllLines(log());
        assertThat(lines).hasSize(1);
        assertThat(lines.get(0).split("\t", -1)).hasSize(4);
        assertThat(lines.get(0)).matches("1\t20[0-9-]+T[0-9:]+Z\t[^\t]*\tone\\\\u000a99\\\\u0009two");
    }

    @Test
    void shouldRemoveALineThatWasNeverTold() throws IOException {
        next();
        Files.writeString(log(), "2\t2026-11-0", StandardOpenOption.APPEND);

        assertThat(next().out()).isEqualTo("2\n");
        assertThat(Files.readAllLines(log())).hasSize(2).allMatch(line -> line.split("\t", -1).length == 4);
    }

    @Test
    void shouldRefuseADamagedLog() throws IOException {
        next();
        next();
        String good = Files.readString(log());
        Files.writeString(log(), good.substring(good.indexOf('\n') + 1));

        CommandRun refused = next().expect(1);

        assertThat(refused.out()).isEmpty();
        assertThat(refused.err()).startsWith("mintmark: ").contains("damaged: line 1 must begin with 1");
    }

    @Test
    void shouldRefuseTheLaunchAfterTheLast() throws IOException {
        next();
        StringBuilder full = new StringBuilder();
        for (int id = 1; id <= 99_999; id++) {
            full.append(id).append("\t\t\t\n");
        }
        Files.writeString(log(), full);

        assertThat(next().err()).contains("all 99999 launches");
    }

    @Test
    void shouldRefuseWhileThisProcessWritesTheLog() throws IOException {
        next();
        try (FileChannel other = FileChannel.open(log(), StandardOpenOption.WRITE);
                FileLock lock = other.lock()) {
            assertThat(lock.isValid()).isTrue();
            assertThat(next().err()).contains("one at a time");
        }
    }

    @Test
    void shouldRefuseADirectoryThatCannotBeOne() throws IOException {
        Files.writeString(directory.resolve("data"), "a file");

        assertThat(next().err()).contains("cannot be written").contains("no launch id was drawn");
    }

    @Test
    void shouldNameTheVariableThatTheDirectoryIsTypedBeside() {
        CommandRun refused = CommandRun.with(
                        Map.of("MINTMARK_SERVER", "http://127.0.0.1:1"),
                        List.of("launch", "next", "--data", directory.toString()))
                .expect(2);

        assertThat(refused.err()).contains("--data and MINTMARK_SERVER are two places of the log");
    }

    @Test
    void shouldRefuseALongNote() {
        CommandRun refused = next("--note", "x".repeat(501)).expect(2);

        assertThat(refused.err()).contains("--note must have at most 500 characters, but this one has 501");
        assertThat(log()).doesNotExist();
    }

    @Test
    void shouldKeepTheLogOnAServer() throws Exception {
        try (MintmarkServer server = MintmarkServer.start(
                ServerSettings.builder(directory.resolve("server")).port(0).build())) {
            String url = server.url().toString();
            assertThat(CommandRun.of("launch", "next", "--server", url, "--database", "shop")
                            .err())
                    .contains("create the database");
            assertThat(Http.create(server.url(), "shop")).isEqualTo(201);

            CommandRun first = CommandRun.of("launch", "next", "--server", url, "--database", "shop");
            assertThat(first.out()).isEqualTo("1\n");
            assertThat(first.err()).contains("begins a new launch log", "database shop");
            assertThat(CommandRun.of("launch", "next", "--server", url, "--database", "shop", "--note", "\"second\"")
                            .out())
                    .isEqualTo("2\n");
            assertThat(Http.get(server.url(), "/databases/shop/docs?id=launches/2")
                            .body())
                    .contains("\\\"second\\\"")
                    .contains("\"@collection\":\"Launches\"");
        }
        assertThat(CommandRun.of("launch", "next", "--server", "http://127.0.0.1:1", "--database", "shop")
                        .err())
                .contains("cannot be reached");
        assertThat(CommandRun.of("launch", "next", "--server", "http://127.0.0.1:1")
                        .expect(2)
                        .err())
                .contains("needs --database");
    }

    /** A log of its own would repeat the ids of the log on the server that was forgotten. */
    @Test
    void shouldRefuseADatabaseWithoutAServer() {
        CommandRun refused = next("--database", "shop").expect(2);

        assertThat(refused.out()).isEmpty();
        assertThat(refused.err()).contains("--database needs a --server", "leave --database out");
        assertThat(log()).doesNotExist();
    }

    /** In a server's container a variable names its directory for every command. */
    @Test
    void shouldRefuseADirectoryThatIsTypedBesideAServer() {
        List<String> onServer = List.of("launch", "next", "--server", "http://127.0.0.1:1", "--database", "shop");

        assertThat(CommandRun.of(onServer, "--data", directory.toString())
                        .expect(2)
                        .err())
                .contains("--data", "--server", "leave one out");
        assertThat(CommandRun.with(Map.of("MINTMARK_DATA", directory.toString()), onServer)
                        .expect(1)
                        .err())
                .contains("cannot be reached");
    }

    @Test
    void shouldExplainItself() {
        assertThat(CommandRun.of("launch", "--help").out()).contains("next");
        assertThat(CommandRun.of("launch", "next", "--help").out())
                .contains("MINTMARK_LAUNCH_ID", "--data", "--server", "--database", "--note");
        CommandRun.of("launch").expect(2);
    }

    /** They would be sent to nobody, and printed with every message about the server. */
    @Test
    void shouldRefuseAServerUrlWithUserAndPasswordAndNotRepeatThem() {
        CommandRun launch = CommandRun.of(
                        "launch", "next", "--server", "http://app:swordfish@127.0.0.1:1", "--database", "d")
                .expect(2);

        assertThat(launch.err()).contains("without user and password").doesNotContain("swordfish");
    }
}
