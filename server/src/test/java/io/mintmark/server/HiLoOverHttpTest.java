package io.mintmark.server;

import static io.mintmark.server.TestServer.encoded;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.counter.Reservation;
import io.mintmark.server.TestServer.Answer;
import io.mintmark.testkit.HistoryChecker;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ranges over HTTP: their form, their clamps, their ceiling, and that they lie apart. */
class HiLoOverHttpTest extends OverHttp {
    @Test
    void shouldAnswerANextRangeInRavenDbsForm() {
        Answer answer = next("tag=Users&lastBatchSize=0&identityPartsSeparator=%2F&lastMax=0");

        answer.expect(201);
        assertThat(answer.text("Prefix")).isEqualTo("Users/");
        assertThat(answer.number("Low")).isEqualTo(1);
        assertThat(answer.number("High")).isEqualTo(32);
        assertThat(answer.number("LastSize")).isEqualTo(32);
        assertThat(answer.text("ServerTag")).isEqualTo("A");
        assertThat(answer.text("LastRangeAt")).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{7}Z");
        assertThat(answer.header("Cache-Control")).hasValue("no-store");
        assertThat(answer.header("Mintmark-Lease"))
                .hasValueSatisfying(token -> assertThat(token).matches("[A-Za-z0-9_-]{22}\\.1\\.[0-9]+"));
    }

    @Test
    void shouldShowABrokenParameterInWholeCharacters() {
        String face = "%F0%9F%98%80";

        Answer answer = next("tag=a&lastMax=" + "a".repeat(199) + face + face);

        assertThat(answer.text("Type")).isEqualTo(ARGUMENT);
        assertThat(answer.text("Message")).endsWith("a...'.");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            quoteCharacter = '^',
            value = {
                "'', must have a non-empty value",
                "tag=, must have a non-empty value",
                "tag=%20, must have a non-empty value",
                "tag=a&tag=b, must appear exactly once",
                "tag=a&lastBatchSize=many, must be a whole number",
                "tag=a&lastMax=1.5, must be a whole number",
                "tag=a&lastMax=99999999999999999999, must be a whole number",
                "tag=a&lastMax=4294967297, lastMax may be at most",
                "tag=a&identityPartsSeparator=ab, one character",
                "tag=a&identityPartsSeparator=%7C, separator",
                "tag=a&identityPartsSeparator=7, must not be a digit",
                "tag=a&identityPartsSeparator=$, would be an anchor",
                "tag=orders/, must not end with the separator '/'",
                "tag=orders-&identityPartsSeparator=-, must not end with the separator '-'",
                "tag=Raven/Hilo/a, must not begin with Raven/Hilo/",
                "tag=a%00b, control"
            })
    void shouldRefuseABrokenHiLoParameter(String parameters, String message) {
        Answer answer = next(parameters.equals("''") ? "" : parameters);

        answer.expect(400);
        assertThat(answer.text("Type")).isEqualTo(ARGUMENT);
        assertThat(answer.text("Message")).contains(message);
        assertThat(answer.text("Error")).startsWith(ARGUMENT + ": ");
        assertThat(answer.text("Url")).startsWith(DB + "/hilo/next");
    }

    @ParameterizedTest(name = "{0} of a last range {1} seconds ago makes {2}")
    @CsvSource({
        "0, , 32",
        "-5, , 32",
        "100, , 100",
        "9223372036854775807, , 1048576",
        "100, 5, 200",
        "100, -3600, 200",
        "1048576, 5, 1048576",
        "9223372036854775807, 5, 1048576",
        "100, 45, 100",
        "9223372036854775807, 45, 1048576",
        "100, 90, 50",
        "40, 90, 32",
        "9223372036854775807, 90, 1048576"
    })
    void shouldSizeARangeWithinItsClampsInEveryBranch(long lastSize, Long secondsAgo, long expected) {
        String at = secondsAgo == null
                ? ""
                : "&lastRangeAt="
                        + encoded(Instant.now().minusSeconds(secondsAgo).toString());

        Answer answer = next("tag=users&lastBatchSize=" + lastSize + at);

        assertThat(answer.number("LastSize")).isEqualTo(expected);
        assertThat(answer.number("High")).isEqualTo(expected);
    }

    /** Ruby's client has no size and no date for its first range, and writes both. */
    @Test
    void shouldTakeBlankParametersForNone() {
        Answer answer = next("tag=users&lastBatchSize=&lastRangeAt&identityPartsSeparator=&lastMax=%20");

        answer.expect(201);
        assertThat(answer.text("Prefix")).isEqualTo("users/");
        assertThat(answer.number("LastSize")).isEqualTo(32);
        server.put(DB + "/hilo/return?tag=users&end=32&last=1&lease=", "").expect(204);
    }

    @Test
    void shouldTakeAnUnreadableDateAsNoneAndIgnoreUnknownParameters() {
        assertThat(next("tag=users&lastBatchSize=64&lastRangeAt=yesterday&unknown=1")
                        .number("LastSize"))
                .isEqualTo(64);
    }

    /** 512 bytes are a separator, 16 digits, a dash, a node's tag, and 493 bytes for the rest. */
    @Test
    void shouldReserveNothingOfWhichNoIdCanBeMade() {
        Answer longest = next("tag=" + "a".repeat(493));
        Answer longer = next("tag=" + "a".repeat(494));

        longest.expect(201);
        put("a".repeat(493) + "/9007199254740991-A", "{}").expect(201);
        assertRefused(longer, ARGUMENT, "must make legal ids up to the highest number");
        assertThat(server.get(DB + "/docs?startsWith=Raven/Hilo/").path("Results"))
                .hasSize(1);
    }

    /** The highest number of a counter; where slices exist it is lower. */
    long ceiling() {
        return Reservation.CEILING_JS_SAFE;
    }

    @Test
    void shouldRefuseACounterAtTheCeilingOfJavaScript() {
        put("Raven/Hilo/users", "{\"Max\":" + (ceiling() - 11) + ",\"@metadata\":{\"@collection\":\"@hilo\"}}")
                .expect(201);

        Answer last = next("tag=users");
        Answer none = next("tag=users");

        assertThat(last.number("High")).isEqualTo(ceiling());
        assertThat(last.number("LastSize")).isEqualTo(11);
        none.expect(500);
        assertThat(none.text("Type")).isEqualTo("System.OverflowException");
        assertThat(none.text("Message"))
                .contains("Raven/Hilo/users", String.valueOf(ceiling()), "Use another counter")
                .doesNotContain("raise");
    }

    @Test
    void shouldAnswerAReturn204WhateverBecomesOfIt() {
        // A name that no database before this one used: what they reached is remembered.
        next("tag=returned");

        for (String parameters :
                List.of("tag=returned&end=32&last=2", "tag=returned&end=32&last=2", "tag=none&end=0&last=0")) {
            server.put(DB + "/hilo/return?" + parameters, "").expect(204);
        }
        assertThat(next("tag=returned").number("Low")).isEqualTo(3);
        for (String broken :
                List.of("tag=returned&end=1", "tag=returned&last=1", "end=1&last=1", "tag=u&end=x&last=1")) {
            server.put(DB + "/hilo/return?" + broken, "").expect(400);
        }
    }

    @Test
    void shouldTakeAWhollyUnusedRangeBackForItsLease() {
        Answer range = next("tag=users");
        String lease = range.header("Mintmark-Lease").orElseThrow();

        Answer returned = server.put(DB + "/hilo/return?tag=users&end=32&last=0&lease=" + lease, "");

        assertThat(returned.header("Mintmark-Return")).hasValue("accepted");
        assertThat(next("tag=users").number("Low")).isEqualTo(1);
    }

    @ParameterizedTest(name = "{0} counters")
    @CsvSource({"1", "16"})
    void shouldHandOutDisjointRangesToManyThreads(int counters) throws Exception {
        HistoryChecker history = new HistoryChecker();
        ExecutorService threads = Executors.newFixedThreadPool(64);
        try {
            List<Callable<Boolean>> clients = new ArrayList<>();
            for (int client = 0; client < 64; client++) {
                String tag = "tag" + client % counters;
                clients.add(() -> {
                    for (int i = 0; i < 10; i++) {
                        Answer range = next("tag=" + tag);
                        long high = range.number("High");
                        for (long n = range.number("Low"); n <= high; n++) {
                            history.issued(tag, n);
                        }
                    }
                    return true;
                });
            }
            for (Future<Boolean> done : threads.invokeAll(clients)) {
                done.get();
            }
        } finally {
            threads.shutdownNow();
        }

        history.requireNoDuplicates();
        assertThat(history.issuedCount()).isEqualTo(64 * 10 * 32);
    }
}
