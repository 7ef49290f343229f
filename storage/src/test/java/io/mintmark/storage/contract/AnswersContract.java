package io.mintmark.storage.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.storage.Storage;
import io.mintmark.storage.write.AnswerLimits;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.IdentityRequest;
import io.mintmark.storage.write.KeyedAnswer;
import io.mintmark.storage.write.Lease;
import io.mintmark.storage.write.RangeRequest;
import io.mintmark.storage.write.RequestKeyException;
import io.mintmark.support.Eventually;
import java.time.Duration;
import java.util.List;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * How long every engine remembers what it answered to a request that may be sent again: by number and by time that was counted while
 * servers ran, and never by a reading of a clock.
 */
@Timeout(60)
public abstract class AnswersContract {
    /** Opens the database for a server that remembers answers for {@code limits}. */
    protected abstract Storage open(AnswerLimits limits);

    /** Lets time be counted, on all servers. */
    protected abstract void count(Duration time);

    /** Sets every clock forward, while no time passes that is counted. */
    protected abstract void stepClocks(Duration time);

    /** Lets the engine forget what it may, and returns once it did. */
    protected abstract void tidy(Storage storage);

    /** Returns how many answers are remembered. */
    protected abstract long remembered();

    /** Returns how many answers to keys are remembered. */
    protected abstract long rememberedKeys();

    private static long answer(Storage storage, String request) {
        return storage.write(new IdentityRequest("users", request));
    }

    private void awaitRemembered(LongPredicate number) {
        Eventually.until(() -> number.test(remembered()));
    }

    @Test
    void shouldForgetTheOldestAnswersBeyondTheirNumberOnceTheyAreOld() {
        try (Storage storage = open(new AnswerLimits(3, 1_000, Duration.ofMinutes(1)))) {
            for (String request : List.of("one", "two", "three", "four")) {
                assertThat(answer(storage, request)).isPositive();
                count(Duration.ofSeconds(1));
            }
            count(Duration.ofSeconds(61));
            long last = answer(storage, "five");

            awaitRemembered(number -> number == 3);

            assertThat(answer(storage, "three")).isEqualTo(3);
            assertThat(answer(storage, "five")).isEqualTo(last);
        }
    }

    @Test
    void shouldForgetTheOldestAnswersBeyondAllBoundsThoughTheyAreYoung() {
        try (Storage storage = open(new AnswerLimits(3, 5, Duration.ofDays(1)))) {
            for (int i = 1; i <= 8; i++) {
                assertThat(answer(storage, "request " + i)).isEqualTo(i);
                count(Duration.ofSeconds(1));
            }

            awaitRemembered(number -> number >= 3 && number <= 5);

            assertThat(answer(storage, "request 8")).isEqualTo(8);
            assertThat(answer(storage, "request 1")).as("forgotten").isEqualTo(9);
        }
    }

    private static KeyedAnswer<Lease> keyed(Storage storage, int key) {
        return storage.write(KeysContract.range("key " + key, "orders"));
    }

    @Test
    void shouldRefuseANewKeyWhereNoneMayBeForgotten() {
        try (Storage storage = open(new AnswerLimits(3, 5, Duration.ofDays(1)))) {
            for (int i = 0; i < 5; i++) {
                assertThat(keyed(storage, i).answer().low()).isEqualTo(1 + 10L * i);
                count(Duration.ofSeconds(1));
            }

            assertThatThrownBy(() -> keyed(storage, 5))
                    .isInstanceOf(RequestKeyException.class)
                    .hasMessageContaining("5 keys");

            assertThat(rememberedKeys()).isEqualTo(5);
            for (int i = 0; i < 5; i++) {
                assertThat(keyed(storage, i).answer().low()).isEqualTo(1 + 10L * i);
            }
            assertThat(storage.write(new RangeRequest(CounterName.ofTag("orders"), 0, 1, null))
                            .low())
                    .as("nothing was drawn for the key that was refused")
                    .isEqualTo(51);
        }
    }

    @Test
    void shouldTakeNewKeysOnceOthersAreOld() {
        try (Storage storage = open(new AnswerLimits(3, 5, Duration.ofMinutes(1)))) {
            for (int i = 0; i < 5; i++) {
                assertThat(keyed(storage, i).repeated()).isFalse();
            }
            count(Duration.ofDays(1));

            Eventually.until(() -> isTaken(storage, 5));

            assertThat(rememberedKeys()).isBetween(3L, 5L);
            assertThat(keyed(storage, 4).repeated()).as("one of the latest").isTrue();
            assertThat(keyed(storage, 5).repeated()).isTrue();
        }
    }

    private static boolean isTaken(Storage storage, int key) {
        try {
            return keyed(storage, key).answer().low() > 0;
        } catch (RequestKeyException full) {
            return false;
        }
    }

    @Test
    void shouldForgetNoKeyByAClock() {
        try (Storage storage = open(new AnswerLimits(0, 1_000, Duration.ofSeconds(30)))) {
            long first = storage.write(KeysContract.number("old", "users")).answer();
            stepClocks(Duration.ofDays(400));
            assertThat(storage.write(KeysContract.number("young", "users")).repeated())
                    .isFalse();

            tidy(storage);

            assertThat(storage.write(KeysContract.number("old", "users")).answer())
                    .isEqualTo(first);
        }
    }

    @Test
    void shouldForgetNoAnswerByAClock() {
        try (Storage storage = open(new AnswerLimits(0, 1_000, Duration.ofSeconds(30)))) {
            long first = answer(storage, "old");
            stepClocks(Duration.ofDays(400));
            assertThat(answer(storage, "young")).isGreaterThan(first);

            tidy(storage);

            assertThat(answer(storage, "old")).isEqualTo(first);
        }
    }

    /** The twin of the test before: the same time, counted. */
    @Test
    void shouldForgetItByTimeThatWasCounted() {
        try (Storage storage = open(new AnswerLimits(0, 1_000, Duration.ofSeconds(30)))) {
            long first = answer(storage, "old");
            count(Duration.ofDays(400));
            assertThat(answer(storage, "young")).isGreaterThan(first);

            awaitRemembered(number -> number <= 1);

            assertThat(answer(storage, "old")).isGreaterThan(first);
        }
    }
}
