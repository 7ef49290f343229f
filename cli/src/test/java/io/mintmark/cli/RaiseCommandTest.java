package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.server.MintmarkServer;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A copy that is put back repeats numbers, and does not once it was raised. */
class RaiseCommandTest {
    private static final int BY = 1_000;

    @TempDir
    private Path temporary;

    private StoppedData data;
    private StoppedData copy;
    private Given beforeTheCopy = new Given(new Calls.Range(0, 0, ""), 0, "");
    private Given afterTheCopy = beforeTheCopy;

    /** One of each number that a server gives out. */
    private record Given(Calls.Range range, long identity, String id) {
        static Given by(Calls calls) throws IOException, InterruptedException {
            return new Given(calls.next("orders"), calls.nextIdentity("letters"), calls.put("users/", "x"));
        }

        /** The number in an id that the server made: {@code users/0000000000000000007-A}. */
        long numberInId() {
            return Long.parseLong(id.substring("users/".length(), id.lastIndexOf('-')));
        }
    }

    /** Two servers that started for all tests at once: each test has its own copies of what they left. */
    private record Prepared(StoppedData data, Given beforeTheCopy, StoppedData copy, Given afterTheCopy) {}

    private static Prepared prepared;

    @BeforeAll
    static void makeACopyAndGoOn(@TempDir Path directory) throws Exception {
        StoppedData data = new StoppedData(directory.resolve("data"));
        Given before;
        try (MintmarkServer server = data.serve()) {
            Calls calls = new Calls(HttpClient.newHttpClient(), server.url());
            calls.createDatabase();
            before = Given.by(calls);
        }
        StoppedData copy = data.copyTo(directory.resolve("copy"));
        try (MintmarkServer server = data.serve()) {
            Given after = Given.by(new Calls(HttpClient.newHttpClient(), server.url()));
            prepared = new Prepared(data, before, copy, after);
        }
    }

    @BeforeEach
    void copyWhatWasPrepared() throws IOException {
        data = prepared.data().copyTo(temporary.resolve("data"));
        copy = prepared.copy().copyTo(temporary.resolve("copy"));
        beforeTheCopy = prepared.beforeTheCopy();
        afterTheCopy = prepared.afterTheCopy();
    }

    @Test
    void shouldRaiseEveryNumberOfACopyThatIsPutBack() throws Exception {
        CommandRun run = copy.run("raise", "--all", "--by", "1000", "--accept-repeats");

        assertThat(run)
                .isEqualTo(new CommandRun(0, "crash: 1 counter and 1 identity raised by 1000, incarnation 2\n", ""));
        copy.use(calls -> {
            Given now = Given.by(calls);
            assertThat(now.range().low()).isEqualTo(beforeTheCopy.range().high() + BY + 1);
            assertThat(now.range().low()).isGreaterThan(afterTheCopy.range().high());
            assertThat(now.identity()).isEqualTo(beforeTheCopy.identity() + BY + 1);
            assertThat(now.numberInId())
                    .isGreaterThan(afterTheCopy.numberInId())
                    .isGreaterThan(BY);
            assertThat(now.id()).as("the node tag is the same").endsWith("-A");
        });
    }

    /** The broken twin puts the copy back and starts. */
    @Test
    void shouldRepeatNumbersWithoutIt() throws Exception {
        copy.use(calls -> {
            Given now = Given.by(calls);
            assertThat(now.range().low()).isEqualTo(afterTheCopy.range().low());
            assertThat(now.identity()).isEqualTo(afterTheCopy.identity());
            assertThat(now.id()).isEqualTo(afterTheCopy.id());
        });
    }

    @Test
    void shouldBeginCountersAndIdentitiesOfAfterTheCopyAboveThem() throws Exception {
        copy.run("raise", "--all", "--by", "1000", "--accept-repeats").expect(0);

        copy.use(calls -> {
            assertThat(calls.next("invoices").low()).isEqualTo(BY + 1);
            assertThat(calls.nextIdentity("parcels")).isEqualTo(BY + 1);
        });
    }

    /** It may have been there when the copy was not made yet, also where databases are raised one by one. */
    @ParameterizedTest
    @ValueSource(strings = {"--all", "--database crash"})
    void shouldBeginADatabaseOfAfterTheCopyAboveThem(String which) throws Exception {
        String[] options = ("raise " + which + " --by 1000 --accept-repeats").split(" ", -1);
        copy.run(options[0], Arrays.copyOfRange(options, 1, options.length)).expect(0);

        try (MintmarkServer server = copy.serve()) {
            assertThat(Http.create(server.url(), "later")).isEqualTo(201);
            assertThat(Http.get(server.url(), "/databases/later/hilo/next?tag=orders")
                            .body())
                    .contains("\"Low\":1001,");
        }
    }

    @Test
    void shouldTakeNoLeaseOfBeforeBack() throws Exception {
        copy.run("raise", "--all", "--by", "1000", "--accept-repeats").expect(0);

        copy.use(calls -> {
            for (Given given : new Given[] {beforeTheCopy, afterTheCopy}) {
                assertThat(given.range().token()).contains(".1.");
                assertThat(calls.giveBack("orders", given.range(), given.range().low(), true))
                        .isFalse();
                assertThat(calls.giveBack("orders", given.range(), given.range().low(), false))
                        .isFalse();
            }
            Calls.Range now = calls.next("orders");
            assertThat(now.token()).contains(".2.").doesNotContain(".1.");
            assertThat(calls.giveBack("orders", now, now.low(), true)).isTrue();
        });
    }

    @Test
    void shouldBeginOneMoreLifeEachTime() {
        assertThat(copy.run("raise", "--all", "--by", "1000", "--accept-repeats")
                        .out())
                .endsWith("incarnation 2\n");
        assertThat(copy.run("raise", "--database", "CRASH", "--rate", "10", "--period", "2h", "--accept-repeats"))
                .isEqualTo(new CommandRun(0, "crash: 1 counter and 1 identity raised by 72000, incarnation 3\n", ""));
    }

    @Test
    void shouldOpenACopyThatLostItsLogs() throws Exception {
        StoppedData lost;
        try (MintmarkServer server = data.serve()) {
            afterTheCopy = Given.by(new Calls(HttpClient.newHttpClient(), server.url()));
            lost = data.copyTo(temporary.resolve("lost"));
        }
        lost.delete(StoppedData.CATALOG + "-wal");
        lost.delete(StoppedData.FILE + "-wal");
        assertThatThrownBy(lost::serve).hasMessageContaining("run `mintmark raise`");
        lost.run("check").expect(3);

        lost.run("raise", "--all", "--by", "1000", "--accept-repeats").expect(0);

        lost.run("check").expect(0);
        lost.use(calls -> assertThat(calls.next("orders").low())
                .isGreaterThan(afterTheCopy.range().high()));
    }

    @Test
    void shouldRefuseADatabaseThatLostItsLogUntilItIsRaised() throws Exception {
        StoppedData lost;
        try (MintmarkServer server = data.serve()) {
            afterTheCopy = Given.by(new Calls(HttpClient.newHttpClient(), server.url()));
            lost = data.copyTo(temporary.resolve("lost"));
        }
        lost.delete(StoppedData.FILE + "-wal");
        assertThatThrownBy(() -> lost.use(calls -> calls.next("orders"))).hasMessageContaining("run `mintmark raise`");

        lost.run("raise", "--database", "crash", "--by", "1000", "--accept-repeats")
                .expect(0);

        lost.use(calls -> assertThat(calls.next("orders").low())
                .isGreaterThan(afterTheCopy.range().high()));
    }

    @Test
    void shouldRefuseWhileAServerRuns() throws Exception {
        CommandRun run;
        try (MintmarkServer server = data.serve()) {
            run = data.run("raise", "--all", "--by", "1000", "--accept-repeats");
            Calls calls = new Calls(HttpClient.newHttpClient(), server.url());
            assertThat(calls.next("orders").low()).isEqualTo(65);
        }

        run.expect(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.err().lines()).singleElement().asString().contains("in use by another server", "stop that one");
    }

    @Test
    void shouldRaiseTheOthersWhenOneFails() throws Exception {
        try (MintmarkServer server = data.serve()) {
            assertThat(Http.create(server.url(), "aaa")).isEqualTo(201);
            assertThat(Http.create(server.url(), "zoo")).isEqualTo(201);
        }
        data.delete(StoppedData.FILE);

        CommandRun run =
                data.run("raise", "--all", "--by", "5", "--accept-repeats").expect(1);

        assertThat(run.out().lines())
                .containsExactly(
                        "aaa: 0 counters and 0 identities raised by 5, incarnation 2",
                        "zoo: 0 counters and 0 identities raised by 5, incarnation 2");
        assertThat(run.err())
                .contains("mintmark: crash is not raised: ", "is missing")
                .contains("mintmark: 2 of 3 databases raised, not raised: crash");
    }

    @Test
    void shouldRefuseADirectoryThatNoServerUsed() {
        StoppedData mistyped = new StoppedData(temporary.resolve("mistyped"));

        CommandRun run =
                mistyped.run("raise", "--all", "--by", "5", "--accept-repeats").expect(1);

        assertThat(run.err()).contains("no data of a server", "--data");
        assertThat(mistyped.directory).doesNotExist();
    }

    @Test
    void shouldRefuseADatabaseThatIsNotThere() {
        CommandRun run = copy.run("raise", "--database", "shop", "--by", "5", "--accept-repeats")
                .expect(1);

        assertThat(run.err()).contains("no database shop", "there is crash");
    }

    @Test
    void shouldRefuseToRaiseByLessThanTheCopyAsksFor() throws Exception {
        CommandRun run = copy.run("raise", "--all", "--by", "1000").expect(1);

        assertThat(run.out()).isEmpty();
        assertThat(run.err().lines())
                .singleElement()
                .asString()
                .contains("To raise by 1000 is too little", "crash needs at least 107", "history is too short")
                .contains("--accept-repeats");
        copy.use(calls -> assertThat(calls.next("orders").low())
                .as("nothing is raised")
                .isEqualTo(beforeTheCopy.range().high() + 1));
    }

    @Test
    void shouldRaiseByWhatTheCopyAsksFor() throws Exception {
        CommandRun run = copy.run("raise", "--all").expect(0);

        assertThat(run.out()).matches("crash: 1 counter and 1 identity raised by 10[0-9]{8}, incarnation 2\n");
        assertThat(run.err())
                .containsPattern("crash is raised by 10[0-9]{8}: the copy's history is too short: 1 of 24 hours");
        copy.use(calls -> {
            assertThat(calls.next("orders").low()).isGreaterThan(1L << 30);
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "--all --accept-repeats",
                "--by 5",
                "--all --database crash --by 5",
                "--all --by 5 --rate 5 --period 1h",
                "--all --by 5 --rate 5",
                "--all --rate 5",
                "--all --period 1h",
                "--all --by 0",
                "--all --by -1",
                "--all --by 9007199254740992",
                "--all --by 1t",
                "--all --rate 9007199254740991 --period 2s",
                "--all --rate 1 --period 0s"
            })
    void shouldAssumeNothing(String options) {
        CommandRun run = copy.run("raise", options.isEmpty() ? new String[0] : options.split(" ", -1))
                .expect(2);

        assertThat(run.out()).isEmpty();
        assertThat(run.err().lines()).singleElement().asString().contains("see mintmark raise --help");
    }

    @Test
    void shouldTakeUnitsAndVariables() {
        CommandRun run = CommandRun.with(
                Map.of("MINTMARK_DATA", copy.directory.toString(), "MINTMARK_BY", "1m"),
                "raise",
                "--all",
                "--accept-repeats");

        assertThat(run.out()).contains("raised by 1048576");
    }
}
