package io.mintmark.lab.report;

import io.mintmark.lab.process.WorkDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** A command that measures in a directory of its own, which is erased in the end. */
public abstract class LabCommand implements Callable<Integer> {
    @Option(
            names = "--work",
            paramLabel = "DIR",
            description =
                    "Where data lies while it is measured, on the disk to measure. Default: verify/lab/target/load")
    private Path work = Path.of("verify", "lab", "target", "load");

    /** Runs a command as {@code args} say; returns the exit code. */
    public static int run(Callable<Integer> command, String... args) {
        return new CommandLine(command)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute(args);
    }

    @Override
    public final Integer call() throws IOException {
        try (WorkDirectory directory = WorkDirectory.below(work)) {
            return measure(directory);
        }
    }

    /** Measures with data in {@code directory}, and prints what was found; returns the exit code. */
    protected abstract int measure(WorkDirectory directory) throws IOException;
}
