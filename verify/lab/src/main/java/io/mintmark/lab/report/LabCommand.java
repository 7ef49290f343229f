package io.mintmark.lab.report;

import io.mintmark.lab.process.WorkDirectory;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The skeleton of a run: a command that measures in a directory of its own, which is erased in the end, and that looks
 * at the machine before and after.
 */
@Command(mixinStandardHelpOptions = true)
public abstract class LabCommand implements Callable<Integer> {
    @Option(
            names = "--work",
            paramLabel = "DIR",
            description = "Where data lies while it is measured, on the disk to measure. Default: ${DEFAULT-VALUE}")
    private Path work;

    @Option(
            names = "--launcher",
            paramLabel = "FILE",
            description = "The script that starts the server. Default: ${DEFAULT-VALUE}")
    private Path launcher = Path.of("mintmark");

    /** Creates a command whose data lies with that of the lab. */
    protected LabCommand() {
        this(Path.of("verify", "lab", "target", "load"));
    }

    /** Creates a command whose data lies elsewhere unless told otherwise. */
    protected LabCommand(Path work) {
        this.work = work;
    }

    /** Runs the command whose class, below the lab's package, is the first word, as the others say. */
    public static void main(String... args) throws ReflectiveOperationException {
        Constructor<?> command = Class.forName("io.mintmark.lab." + args[0]).getDeclaredConstructor();
        command.setAccessible(true);
        System.exit(run((Callable<?>) command.newInstance(), Arrays.copyOfRange(args, 1, args.length)));
    }

    /** Runs a command as {@code args} say; returns the exit code. */
    public static int run(Callable<?> command, String... args) {
        return new CommandLine(command)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute(args);
    }

    @Override
    public Integer call() throws IOException {
        WorkDirectory directory = WorkDirectory.below(work);
        try {
            Conditions conditions = Conditions.on(directory);
            int code = measure(directory, conditions);
            conditions.printAfter();
            return code;
        } finally {
            if (!isKept()) {
                directory.close();
            }
        }
    }

    /** Measures with data in {@code directory}, and prints conditions and what was found; returns the exit code. */
    protected abstract int measure(WorkDirectory directory, Conditions conditions) throws IOException;

    /** Returns whether the directory stays. */
    protected boolean isKept() {
        return false;
    }

    /** Returns where data was told to lie. */
    protected final Path work() {
        return work;
    }

    /**
     * Returns where the script is that starts the server, whatever links lead to it.
     *
     * @throws IOException if it is not there
     */
    protected final Path script() throws IOException {
        return launcher.toRealPath();
    }
}
