package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.testkit.ReturnSchedule.Lease;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A database that is dropped and created again under its users: returns of its ranges change nothing in its successor. */
class LivesOverHttpTest extends OverHttp {
    private static final String ORDERS = "orders";

    private static final AtomicInteger TESTS = new AtomicInteger();

    private DroppedOverHttp database;

    @BeforeEach
    void open() {
        // A name that no database before had: what is remembered of deleted ones is what is tested here.
        database = new DroppedOverHttp(server, "lives-" + TESTS.incrementAndGet());
    }

    private Lease reserve() {
        return database.reserve(ORDERS, 32, 0);
    }

    private boolean giveBack(long last, long end, @Nullable String token) {
        return database.giveBack(ORDERS, last, end, token);
    }

    @ParameterizedTest(name = "hard: {0}, with its token: {1}")
    @CsvSource({"true, true", "true, false", "false, true", "false, false"})
    void shouldIgnoreAReturnOfTheLifeBefore(boolean hard, boolean sendsToken) {
        Lease old = reserve();
        database.dropAndCreate(hard);
        assertThat(reserve().high()).as("the same numbers again").isEqualTo(32);

        assertThat(giveBack(5, 32, sendsToken ? old.token() : null)).isFalse();

        assertThat(reserve().low()).isEqualTo(33);
    }

    @ParameterizedTest(name = "hard: {0}, with its token: {1}")
    @CsvSource({"true, true", "true, false", "false, true", "false, false"})
    void shouldIgnoreTheCopyOfAReturnThatTheLifeBeforeAccepted(boolean hard, boolean sendsToken) {
        Lease old = reserve();
        String token = sendsToken ? old.token() : null;
        assertThat(giveBack(5, 32, token)).isTrue();
        database.dropAndCreate(hard);
        reserve();

        assertThat(giveBack(5, 32, token)).isFalse();

        assertThat(reserve().low()).isEqualTo(33);
    }

    @ParameterizedTest(name = "hard: {0}")
    @ValueSource(booleans = {true, false})
    void shouldIgnoreAReturnOfAnUnusedRangeOfTheLifeBefore(boolean hard) {
        Lease old = reserve();
        database.dropAndCreate(hard);
        reserve();

        assertThat(giveBack(0, 32, old.token())).isFalse();

        assertThat(reserve().low()).isEqualTo(33);
    }

    @ParameterizedTest(name = "hard: {0}")
    @ValueSource(booleans = {true, false})
    void shouldRememberTheHighestEndOfAllLivesBefore(boolean hard) {
        database.reserve(ORDERS, 64, 0);
        database.dropAndCreate(hard);
        reserve();
        database.dropAndCreate(hard);
        database.reserve(ORDERS, 64, 0);

        assertThat(giveBack(5, 64, null)).isFalse();

        assertThat(reserve().low()).isEqualTo(65);
    }

    @ParameterizedTest(name = "hard: {0}")
    @ValueSource(booleans = {true, false})
    void shouldRememberTheLivesBeforeOverARestart(boolean hard) {
        Lease old = reserve();
        database.drop(hard);
        server.restart();
        server.createDatabase(database.name());
        reserve();
        server.restart();

        assertThat(giveBack(5, 32, old.token())).isFalse();
        assertThat(giveBack(5, 32, null)).isFalse();

        assertThat(reserve().low()).isEqualTo(33);
    }

    @ParameterizedTest(name = "hard: {0}")
    @ValueSource(booleans = {true, false})
    void shouldCompareNamesOfLivesByTheirKeyForm(boolean hard) {
        reserve();
        database.drop(hard);
        server.createDatabase(database.name().toUpperCase(Locale.ROOT));
        reserve();

        assertThat(giveBack(5, 32, null)).isFalse();

        assertThat(reserve().low()).isEqualTo(33);
    }

    @ParameterizedTest(name = "hard: {0}")
    @ValueSource(booleans = {true, false})
    void shouldAcceptReturnsOfTheNewLifeByTokenAtOnceAndWithoutAboveTheLifeBefore(boolean hard) {
        reserve();
        database.dropAndCreate(hard);

        assertThat(giveBack(5, 32, reserve().token())).isTrue();
        assertThat(reserve().low()).isEqualTo(6);

        Lease above = reserve();
        assertThat(above.low()).isEqualTo(38);
        assertThat(giveBack(40, above.high(), null)).isTrue();
        assertThat(reserve().low()).isEqualTo(41);
    }
}
