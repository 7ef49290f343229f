package io.mintmark.cli.backup;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.cli.terminal.SilentServer;
import io.mintmark.internal.Sleeper;
import io.mintmark.internal.Ticker;
import io.mintmark.server.backup.BackupException;
import io.mintmark.server.backup.Pace;
import io.mintmark.storage.lifecycle.Progress;
import java.io.OutputStream;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A network that loses the server in the middle of a backup says nothing of it. Without a bound not even an interrupt
 * ends the wait, so the test has a thread of its own.
 */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SilentServerTest {
    private static final String BEGUN =
            "HTTP/1.1 200 OK\r\nContent-Type: application/zip\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nPK";

    @Test
    void shouldGiveUpAServerThatFallsSilent() throws Exception {
        try (SilentServer silent = new SilentServer(BEGUN);
                RunningServer server =
                        new RunningServer(silent.caller(Duration.ofSeconds(20)), Duration.ofSeconds(1))) {
            Pace pace = new Pace(1 << 20, Ticker.SYSTEM, Sleeper.SYSTEM);

            assertThatThrownBy(() -> server.copyTo(OutputStream.nullOutputStream(), pace, Progress.NONE))
                    .isInstanceOf(BackupException.class)
                    .hasMessageContaining("cannot be read to its end (it sent nothing for 1 s)");
        }
    }
}
