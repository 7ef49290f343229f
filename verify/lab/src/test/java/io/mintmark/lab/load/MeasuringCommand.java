package io.mintmark.lab.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.cli.Mintmark;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;

/** A command that measures servers, run in this process over servers from the class path of the test. */
record MeasuringCommand(Path directory, ToIntFunction<String[]> run, String jvmOptions) {
    /** Returns what it prints, once it has ended with 0. */
    String report(String... args) throws IOException {
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
            assertThat(run.applyAsInt(all.toArray(String[]::new))).isZero();
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
                "#!/bin/sh\nexec " + java + " " + jvmOptions + " -cp '" + System.getProperty("java.class.path") + "' "
                        + Mintmark.class.getName() + " \"$@\"\n");
        return Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    }
}
