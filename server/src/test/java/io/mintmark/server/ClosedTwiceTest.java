package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.mintmark.support.RecordedLog;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that is closed by several: by a program, say, and by its hook for the end of the process. */
class ClosedTwiceTest {
    @AutoClose
    private final RecordedLog log = RecordedLog.ofAll();

    @Test
    void shouldCloseOnceAndSayNothingOfFurtherCalls(@TempDir Path directory) throws InterruptedException {
        MintmarkServer server =
                MintmarkServer.start(ServerSettings.builder(directory).port(0).build());
        Thread other = new Thread(server::close);
        other.start();
        server.close();
        other.join();
        server.close();

        assertThat(log.events())
                .filteredOn(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
                .isEmpty();
        MintmarkServer.start(ServerSettings.builder(directory).port(0).build()).close();
    }
}
