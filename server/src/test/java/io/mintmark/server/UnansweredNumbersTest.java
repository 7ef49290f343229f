package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Members that the server does not answer, with numbers of any size: 0 asks for nothing, and others are refused. */
class UnansweredNumbersTest {
    private static final String HUGE = "5666666666666666666666666666666666666666666666666";

    @AutoClose
    @SuppressWarnings("NullAway.Init")
    private TestServer server;

    @BeforeEach
    void start(@TempDir Path directory) {
        server = TestServer.start(directory);
        server.createDatabase("shop");
    }

    private TestServer.Answer batch(String number) {
        return server.post(OverHttp.DB + "/bulk_docs", "{\"Unheard\":" + number + ",\"Commands\":[]}");
    }

    private TestServer.Answer record(String number) {
        return server.put("/admin/databases?name=made", "{\"Unheard\":" + number + "}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"1", "-0.5", "1e400", "-1e2147483648", "1e" + HUGE, "1.5E+" + HUGE, "100000000000000000000"})
    void shouldRefuseEachButZero(String number) {
        for (TestServer.Answer answer : new TestServer.Answer[] {batch(number), record(number)}) {
            answer.expect(400);
            assertThat(answer.text("Message")).contains("Unheard");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-0", "0.000", "0e" + HUGE, "0E-5"})
    void shouldTakeZeroForNothing(String number) {
        assertThat(batch(number).status()).isLessThan(300);
        assertThat(record(number).status()).isLessThan(300);
    }
}
