package io.mintmark.lab.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ProcessesTest {
    @TempDir
    private Path directory;

    @Test
    void shouldEraseWhatARunLeft() throws IOException {
        Path data;
        try (WorkDirectory work = WorkDirectory.below(directory.resolve("work"))) {
            data = work.fresh("data");
            Path deep = Files.createDirectories(data.resolve("deep"));
            assertThat(Files.writeString(deep.resolve("file"), "x")).exists();
            assertThat(work.fresh("data")).doesNotExist();
            assertThat(Files.createDirectory(data)).exists();
            assertThat(work.disk()).contains(" on ");
        }

        assertThat(data).doesNotExist();
        assertThat(directory.resolve("work")).isEmptyDirectory();
    }

    @Test
    void shouldMeasureADiskAndLeaveNothing() throws IOException {
        DiskBaseline disk = DiskBaseline.measure(directory.resolve("baseline"), 20);

        assertThat(disk.p50Millis()).isPositive().isLessThanOrEqualTo(disk.p99Millis());
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldTellWhatThisProcessHoldsAndUses() {
        CpuMeter meter = CpuMeter.start(ProcessHandle.current());
        ProcessHandle self = ProcessHandle.current();

        assertThat(ProcessMemory.resident(self)).isBetween(10.0, 100_000.0);
        assertThat(ProcessMemory.peak(self)).isGreaterThanOrEqualTo(ProcessMemory.resident(self) - 50);
        assertThat(ProcessMemory.together(self)).isPositive();
        CpuMeter.Usage usage = meter.stop();
        assertThat(usage.server()).isNotNegative();
        assertThat(usage.foreignCores()).isNotNegative();
    }

    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void shouldWaitForTheReadyLineAndTellWhere() throws IOException {
        List<String> command = List.of("sh", "-c", "echo '" + ServerProcess.READY + "http://127.0.0.1:1234'; exec cat");
        try (ServerProcess server = ServerProcess.start(command, directory.resolve("log"))) {
            assertThat(server.url()).hasToString("http://127.0.0.1:1234");
            assertThat(server.address().getPort()).isEqualTo(1234);
            assertThat(server.handle().isAlive()).isTrue();
        }
    }

    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void shouldShowTheLogOfAServerThatDoesNotStart() {
        List<String> command = List.of("sh", "-c", "echo 'the port is taken' >&2; exit 1");

        assertThatThrownBy(() -> ServerProcess.start(command, directory.resolve("log")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("the port is taken");
    }
}
