package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.mintmark.server.BackupSettings;
import io.mintmark.server.MintmarkServer;
import io.mintmark.server.ServerSettings;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BackupCommandTest {
    private static final Duration TICK = Duration.ofMillis(10);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    private Path temporary;

    private StoppedData data;
    private Path folder;
    private StoppedData other;

    @BeforeEach
    void choose() throws Exception {
        data = new StoppedData(temporary.resolve("data"));
        other = new StoppedData(temporary.resolve("other"));
        folder = temporary.resolve("backups");
        data.use(calls -> {
            calls.createDatabase();
            calls.next("orders");
            calls.put("notes/a", "first");
        });
    }

    private CommandRun backup(MintmarkServer server, String... more) {
        return CommandRun.of(List.of("backup", "--url", server.url().toString(), "--to", folder.toString()), more);
    }

    private CommandRun restore(String... more) throws IOException {
        return other.run(List.of("restore", BackupRounds.theOnly(folder).toString()), more);
    }

    private MintmarkServer serve(BackupSettings backups) {
        return MintmarkServer.start(
                ServerSettings.builder(data.directory).port(0).backups(backups).build());
    }

    private static Calls calls(MintmarkServer server) {
        return new Calls(HttpClient.newHttpClient(), server.url());
    }

    private List<Path> inFolder() throws IOException {
        if (!Files.exists(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }

    @Test
    void shouldLoseNothingAndRepeatNothingUnderLoad() throws Exception {
        BackupRounds.Outcome outcome = new BackupRounds(temporary, "1m").run(2);

        assertThat(outcome.lost()).isZero();
        assertThat(outcome.twice()).isZero();
    }

    /** The broken twin raises by less than was given out since the backup. */
    @Test
    void shouldRepeatNumbersIfHardlyRaised() throws Exception {
        BackupRounds.Outcome outcome = new BackupRounds(temporary, "1").run(1);

        assertThat(outcome.lost()).isZero();
        assertThat(outcome.twice()).isPositive();
    }

    @Test
    void shouldNotStartBeforeAllIsRaised() throws Exception {
        try (MintmarkServer server = data.serve()) {
            calls(server).put("notes/b", "second");
            backup(server).expect(0);
        }
        CommandRun restored = restore().expect(0);

        assertThat(restored.out()).contains("1 database", "run `mintmark raise --data");
        assertThatThrownBy(other::serve).hasMessageContaining("1 database is not raised yet");
        other.run("check").expect(0);
        assertThat(other.run("check").out()).contains("warning: restored: a copy of", "no damage");
        assertThat(other.run("backup", "--to", folder.toString()).err()).contains("not raised yet");

        other.run("raise", "--all", "--by", "1000", "--accept-repeats").expect(0);

        assertThat(other.directory.resolve("restored")).doesNotExist();
        assertThat(other.run("check").out()).doesNotContain("warning");
        other.use(calls -> {
            assertThat(calls.read(List.of("notes/a", "notes/b"))).hasSize(2);
            assertThat(calls.next("orders").low()).isGreaterThan(1000);
        });
    }

    /** The second guard: the files themselves say that they were copied while they were open. */
    @Test
    void shouldNotServeADatabaseWhoseMarkWasRemoved() throws Exception {
        try (MintmarkServer server = data.serve()) {
            backup(server).expect(0);
        }
        restore().expect(0);

        other.delete("restored");

        assertThatThrownBy(() -> other.use(calls -> calls.next("orders"))).hasMessageContaining("run `mintmark raise`");
    }

    @Test
    void shouldBackUpAStoppedServer() throws Exception {
        CommandRun run = data.run("backup", "--to", folder.toString()).expect(0);

        assertThat(run.out()).contains(BackupRounds.theOnly(folder).toString(), "1 database");
        assertThat(restore("--raise-by", "2g").out()).contains("raised by 2147483648, incarnation 2");
        other.use(calls -> assertThat(calls.read(List.of("notes/a"))).hasSize(1));
    }

    @Test
    void shouldKeepTheAccessListAndItsLock() throws Exception {
        CommandRun.of("access", "add", "ada", "--operator", "--data", data.directory.toString())
                .expect(0);
        data.run("backup", "--to", folder.toString()).expect(0);

        restore("--raise-by", "2g").expect(0);

        assertThat(other.directory.resolve("access")).hasSameBinaryContentAs(data.directory.resolve("access"));
        assertThat(other.directory.resolve("access.lock")).exists();
    }

    @Test
    void shouldNeedAnOperatorWhereTheServerAsksWhoCalls() throws Exception {
        String[] add = {"access", "add", "ada", "--operator", "--data", data.directory.toString()};
        String token =
                CommandRun.of(add).out().lines().findFirst().orElseThrow().strip();
        try (MintmarkServer server = data.serve()) {
            CommandRun refused = backup(server).expect(1);
            assertThat(refused.err()).contains("status 403", "MINTMARK_TOKEN");
            assertThat(inFolder()).isEmpty();

            String[] command = {"backup", "--url", server.url().toString(), "--to", folder.toString()};
            assertThat(CommandRun.with(Map.of("MINTMARK_TOKEN", token), command))
                    .satisfies(
                            run -> assertThat(run.exitCode()).as(run.toString()).isZero());
        }
    }

    /** In a container the variables of its server are there for every command. */
    @Test
    void shouldAskTheServerThatIsTypedWhateverDirectoryAVariableNames() throws Exception {
        Map<String, String> container = Map.of("MINTMARK_DATA", data.directory.toString());
        try (MintmarkServer server = data.serve()) {
            String[] command = {"backup", "--url", server.url().toString(), "--to", folder.toString()};
            assertThat(CommandRun.with(container, command))
                    .satisfies(
                            run -> assertThat(run.exitCode()).as(run.toString()).isZero());
        }
        assertThat(inFolder()).hasSize(1);
    }

    @Test
    void shouldKeepTheNewestBackups() throws Exception {
        Files.createDirectories(folder);
        for (int day = 1; day <= 3; day++) {
            Files.writeString(folder.resolve("mintmark-2026010" + day + "T000000Z.zip"), "old");
        }
        Files.writeString(folder.resolve("mintmark-notes.zip"), "somebody else's");
        try (MintmarkServer server = data.serve()) {
            CommandRun run = backup(server, "--keep", "2").expect(0);

            assertThat(run.out()).contains("mintmark-20260102T000000Z.zip: removed");
        }
        assertThat(inFolder())
                .hasSize(3)
                .contains(folder.resolve("mintmark-20260103T000000Z.zip"), folder.resolve("mintmark-notes.zip"));
    }

    /** A reply that was begun and is not read. */
    private HttpResponse<InputStream> begun(MintmarkServer server) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(server.url().resolve("/admin/mintmark/backup"))
                .POST(BodyPublishers.noBody())
                .build();
        return HttpClient.newHttpClient().send(request, BodyHandlers.ofInputStream());
    }

    /** Stores so many documents of two megabytes. */
    private void fill(MintmarkServer server, int documents) throws IOException, InterruptedException {
        Calls calls = calls(server);
        for (int i = 0; i < documents; i++) {
            calls.put("large/" + i, "x".repeat(2_000_000));
        }
    }

    @Test
    void shouldRefuseASecondOneAtOnceAndFreeThePlaceOfOneThatIsGivenUp() throws Exception {
        try (MintmarkServer server = data.serve()) {
            fill(server, 10);
            try (InputStream first = begun(server).body()) {
                assertThat(first.read()).isEqualTo('P');
                CommandRun second = backup(server).expect(1);
                assertThat(second.err())
                        .contains("is under way", "one at a time")
                        .doesNotContain("must be a Mintmark server");
                assertThat(inFolder()).isEmpty();
            }
            await("the place is free").atMost(PATIENCE).until(() -> backup(server), third -> third.exitCode() == 0);
        }
    }

    private void awaitBegun(CompletableFuture<CommandRun> backup) {
        await("a backup begins").pollInterval(TICK).until(() -> !inFolder().isEmpty() || backup.isDone());
    }

    @Test
    void shouldLeaveNothingIfTheServerStopsInTheMiddle() throws Exception {
        MintmarkServer server = data.serve();
        try (server) {
            fill(server, 5);
            CompletableFuture<CommandRun> slow = CompletableFuture.supplyAsync(() -> backup(server, "--pace", "2m"));
            awaitBegun(slow);
            server.close();

            slow.join().expect(1);
            assertThat(slow.join().err()).contains("mintmark: ");
            assertThat(inFolder()).isEmpty();
        }
    }

    /** Nobody would remove what a command left that was cut off by hand, or by the end of a job's time. */
    @Test
    void shouldLeaveNothingIfItsProcessIsToldToEnd() throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String[] slow = {"backup", "--data", data.directory.toString(), "--to", folder.toString(), "--pace", "1k"};
        List<String> command = new ArrayList<>(List.of(java, "-XX:TieredStopAtLevel=1", "-cp"));
        command.add(System.getProperty("java.class.path"));
        command.add(Mintmark.class.getName());
        command.addAll(List.of(slow));
        Process backup = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(temporary.resolve("said").toFile())
                .start();
        try {
            await("it begins").atMost(PATIENCE).until(() -> !inFolder().isEmpty() || !backup.isAlive());
            assertThat(backup.isAlive()).as("it is on its way").isTrue();
            backup.destroy();

            assertThat(backup.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        } finally {
            backup.destroyForcibly();
        }
        assertThat(inFolder()).isEmpty();
    }

    @Test
    void shouldEndTheBackupAndNoWriteWhenTheLogGrowsTooLong() throws Exception {
        BackupSettings backups = BackupSettings.DEFAULT.withLogBytesMax(1 << 20);
        try (MintmarkServer server = serve(backups)) {
            fill(server, 6);
            CompletableFuture<CommandRun> slow = CompletableFuture.supplyAsync(() -> backup(server, "--pace", "1m"));
            awaitBegun(slow);
            Calls calls = calls(server);
            for (int i = 0; i < 400 && !slow.isDone(); i++) {
                calls.put("more/" + i, "x".repeat(200_000));
            }

            slow.join().expect(1);
            assertThat(slow.join().err()).contains("was not completed", "no write was held up", "--backup-log");
            assertThat(inFolder()).isEmpty();
            assertThat(backup(server).exitCode()).as("the next one").isZero();
        }
    }

    /** The server may learn a moment after its reader that the last part arrived. */
    @Test
    @Timeout(60)
    void shouldTellHowOldTheNewestOneIs() throws Exception {
        try (MintmarkServer server = data.serve()) {
            assertThat(metrics(server)).contains("mintmark_backup_age_seconds NaN", "mintmark_backup_failed_total 0.0");
            backup(server).expect(0);
            String told = metrics(server);
            while (told.contains("age_seconds NaN")) {
                told = metrics(server);
            }
            assertThat(told).contains("mintmark_backup_age_seconds ");
        }
    }

    private static String metrics(MintmarkServer server) throws IOException, InterruptedException {
        return Http.get(server.url(), "/metrics").body();
    }

    /** The folder of a disk that is not mounted is no place for backups. */
    @Test
    void shouldNotStartWithoutTheFolderForBackups() throws Exception {
        BackupSettings backups = BackupSettings.DEFAULT.into(folder);

        assertThatThrownBy(() -> serve(backups))
                .hasMessageContainingAll(folder.toString(), "must exist", "mount its disk", "install -d -m 700");
        assertThat(folder).doesNotExist();
        assertThat(data.run("check").exitCode()).as("the lock is free").isZero();
    }

    @Test
    void shouldMakeNoFolderAboveTheOneThatWasNamed() throws Exception {
        Path below = temporary.resolve("disk/backups");

        CommandRun run = data.run("backup", "--to", below.toString()).expect(1);

        assertThat(run.err()).contains(below.toString(), "mount its disk").doesNotContain("Exception");
        assertThat(temporary.resolve("disk")).doesNotExist();
    }

    @Test
    void shouldBackUpByItselfAndKeepTheNewest() throws Exception {
        Path ignored = Files.createDirectory(folder);
        BackupSettings backups = BackupSettings.DEFAULT
                .into(folder)
                .withEvery(Duration.ofMillis(1_100))
                .withKeep(2);
        try (MintmarkServer server = serve(backups)) {
            List<Path> first = await("the first one").atMost(PATIENCE).until(this::whole, all -> !all.isEmpty());
            await("the first one is removed").atMost(PATIENCE).until(() -> !whole().contains(first.get(0)));
            assertThat(metrics(server)).contains("mintmark_backup_failed_total 0.0");
        }
        assertThat(whole()).hasSizeBetween(2, 3);
    }

    /** Leaves out the one that is being written, whose name ends otherwise. */
    private List<Path> whole() throws IOException {
        return inFolder().stream()
                .filter(file -> file.toString().endsWith(".zip"))
                .toList();
    }

    @Test
    void shouldNotMakeBackupsInsideOfTheData() {
        BackupSettings backups = BackupSettings.DEFAULT.into(data.directory.resolve("backups"));

        assertThatThrownBy(() -> serve(backups)).hasMessageContaining("outside of the data directory");
        assertThat(data.run("check").exitCode()).as("the lock is free").isZero();
    }

    @Test
    void shouldSayWhatIsWrongWithTheFolder() throws Exception {
        Files.writeString(folder, "a file");
        try (MintmarkServer server = data.serve()) {
            CommandRun run = backup(server).expect(1);

            assertThat(run.err())
                    .contains("The folder for backups " + folder + " cannot be made", "a file of that name")
                    .doesNotContain("Exception");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--to x",
                "--url http://127.0.0.1:1",
                "--url http://127.0.0.1:1 --data x --to y",
                "--data x --to - --keep 3",
                "--data x --to y --pace 0",
                "--data x --to y --store jdbc:postgresql://db/ids"
            })
    void shouldAssumeNothing(String options) {
        CommandRun run = CommandRun.of(("backup " + options).split(" ", -1)).expect(2);

        assertThat(run.err().lines()).singleElement().asString().contains("see mintmark backup --help");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--backup-every 1h", "--backup-keep 3", "--backup-pace 1m"})
    void shouldRefuseToBackUpOftenToNowhere(String options) {
        CommandRun run = CommandRun.of(
                        ("serve --port 0 --data " + temporary.resolve("none") + " " + options).split(" ", -1))
                .expect(2);

        assertThat(run.err()).contains("needs a --backup-to");
    }
}
