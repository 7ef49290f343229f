package io.mintmark.lab.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Real processes that end as servers may. */
@EnabledOnOs(OS.LINUX)
@Timeout(60)
class VictimTest {
    @TempDir
    private Path directory;

    private Victim start(String script) throws IOException {
        return Victim.start(List.of("/bin/sh", "-c", script), "", directory.resolve("log"));
    }

    private String untilDead(Path gate) {
        return "echo Server available on: http://127.0.0.1:1; while [ ! -e " + gate + " ]; do sleep 0.02; done;";
    }

    @Test
    void shouldSeeAServerThatDiesWithoutAWord() throws IOException {
        Path gate = directory.resolve("gate");
        try (Victim victim = start(untilDead(gate) + "kill -9 $$")) {
            assertThat(Victims.dead(List.of(victim))).isEmpty();

            Files.createFile(gate);
            await().until(() -> !victim.isAlive());

            assertThat(Victims.dead(List.of(victim))).isEqualTo("a server ended with exit code 137");
            assertThat(victim.log().next().incidents()).isZero();
        }
    }

    @Test
    void shouldReadWhatADyingJvmSaysOnStandardOutput() throws IOException {
        Path gate = directory.resolve("gate");
        String last = "echo 'Terminating due to java.lang.OutOfMemoryError: Java heap space'; exit 3";
        try (Victim victim = start(untilDead(gate) + last)) {
            Files.createFile(gate);
            await().until(() -> !victim.isAlive());

            assertThat(victim.log().next().outOfMemory()).isEqualTo(1);
            assertThat(victim.exitCode()).isEqualTo(3);
        }
    }

    @Test
    void shouldSayWhyAServerDidNotStart() {
        assertThatThrownBy(() -> start("echo no disk >&2; exit 1")).hasMessageContaining("no disk");
    }
}
