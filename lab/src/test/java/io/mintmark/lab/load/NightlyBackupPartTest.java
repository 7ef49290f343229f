package io.mintmark.lab.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.cli.Mintmark;
import io.mintmark.testkit.Effort;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The part of {@code lab/load} that backs a server up measures what its targets compare. */
@EnabledOnOs(OS.LINUX)
@Timeout(600)
class NightlyBackupPartTest {
    @TempDir
    private Path directory;

    @Test
    void shouldHaveAFigureForEachTarget() throws IOException {
        String report = report(Effort.isProof() ? "--short" : "--quick", "backup");

        System.out.println(report);
        assertThat(report).contains("## Writes beside a backup", "## Targets");
        assertThat(report.substring(report.indexOf("## Targets"))).doesNotContain("not measured");
        assertThat(report).doesNotContain(": 0 MB, 0 MB");
    }

    private String report(String... args) throws IOException {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream before = System.out;
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            List<String> all = new ArrayList<>(List.of(args));
            all.addAll(List.of(
                    "--launcher",
                    launcher().toString(),
                    "--work",
                    directory.resolve("work").toString()));
            assertThat(LoadRun.run(all.toArray(String[]::new))).isZero();
        } finally {
            System.setOut(before);
        }
        return printed.toString(StandardCharsets.UTF_8);
    }

    /** The command from the class path of this test, where the script would need the jar. */
    private Path launcher() throws IOException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        Path script = Files.writeString(
                directory.resolve("mintmark"),
                "#!/bin/sh\nexec " + java + " -XX:+UseSerialGC -cp '" + System.getProperty("java.class.path") + "' "
                        + Mintmark.class.getName() + " \"$@\"\n");
        return Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    }
}
