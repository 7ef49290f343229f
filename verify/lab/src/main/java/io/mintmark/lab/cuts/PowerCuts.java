package io.mintmark.lab.cuts;

import io.mintmark.lab.process.Child;
import io.mintmark.lab.process.WorkDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code verify/lab/power-cuts}: builds the watcher, and runs everything else in a JVM that is watched. */
@Command(
        name = "verify/lab/power-cuts",
        mixinStandardHelpOptions = true,
        description = {
            "Journals each file operation of the real engine and of the launch log, makes from it the directories that a",
            "power cut may have left at any moment (what no sync covered is lost, reordered, torn or kept), opens each",
            "with the real engine and asks for everything acknowledged. Then fails one operation after the other.",
            "Two twins must be caught: a disk that ignores syncs, and a driver that leaves them out."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:nothing acknowledged was lost or told twice, nothing was refused, and the twins were caught",
            "1:something was, or a twin was not caught",
            "2:file operations cannot be watched here"
        })
public final class PowerCuts implements Callable<Integer> {
    private static final int CANNOT_WATCH = 2;
    private static final Path MEMORY = Path.of("/dev/shm");

    @Option(names = "--images", paramLabel = "N", description = "How many images are opened. Default: 100000")
    private long images = 100_000;

    @Option(
            names = "--faults",
            paramLabel = "N",
            description = "How many operations fail at most, spread evenly. Default: each in turn, in each way")
    private long faults = 1_000_000;

    @Option(names = "--seed", paramLabel = "N", description = "Repeats a run. Default: a new one, printed")
    private @Nullable Long seed;

    @Option(
            names = "--work",
            paramLabel = "DIR",
            description = "Where everything lies meanwhile. Default: /dev/shm, or verify/lab/target/load without it")
    private Path work = Path.of("verify", "lab", "target", "load");

    @Option(names = "--watcher", hidden = true, description = "The sources of the watcher.")
    private Path watcher = Path.of("verify", "lab", "src", "main", "c");

    @Option(names = "--launcher", hidden = true, description = "Not used: no server is started.")
    private @Nullable Path launcher;

    private PowerCuts() {}

    /** Runs the command in this JVM and returns its exit code. */
    static int execute(String... args) {
        return new CommandLine(new PowerCuts()).execute(args);
    }

    @Override
    public Integer call() throws IOException {
        Optional<String> obstacle = Watcher.obstacle();
        if (obstacle.isPresent()) {
            System.err.println("power-cuts: " + obstacle.get());
            return CANNOT_WATCH;
        }
        long begin = seed == null ? new SplittableRandom().nextLong(Integer.MAX_VALUE) : seed;
        try (WorkDirectory directory = WorkDirectory.below(Files.isWritable(MEMORY) ? MEMORY : work)) {
            Path base = Files.createDirectories(directory.fresh("power-cuts"));
            Path library = Watcher.build(watcher, base);
            return Watcher.run(
                    library,
                    base,
                    WatchedRun.class,
                    List.of(base.toString(), Long.toString(images), Long.toString(faults), Long.toString(begin)));
        }
    }

    /** The library in C that watches the file operations of a JVM: built here, and loaded before all others there. */
    static final class Watcher {
        private static final String COMPILER = "gcc";

        private Watcher() {}

        /** Returns what keeps it from being built here; empty if nothing does. */
        static Optional<String> obstacle() {
            if (!System.getProperty("os.name").equals("Linux")) {
                return Optional.of("power cuts are made on Linux only: file operations are watched with LD_PRELOAD");
            }
            return Child.isOnPath(COMPILER)
                    ? Optional.empty()
                    : Optional.of("gcc is missing: apt-get install gcc libc6-dev");
        }

        /** Compiles what lies in {@code sources} into {@code directory}. */
        static Path build(Path sources, Path directory) throws IOException {
            Path library = directory.resolve("libpower-cuts.so");
            List<String> command =
                    new ArrayList<>(List.of(COMPILER, "-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC"));
            command.addAll(List.of("-o", library.toString()));
            command.addAll(List.of(
                    sources.resolve("watch.c").toString(),
                    sources.resolve("calls.c").toString()));
            command.addAll(List.of("-lpthread", "-ldl"));
            String ignored = Child.output(command);
            return library;
        }

        /** Runs a program of the lab in a JVM that is watched; returns its exit code. */
        static int run(Path library, Path base, Class<?> main, List<String> arguments) throws IOException {
            Files.createDirectories(Workbench.watched(base));
            Files.write(Workbench.control(base), new byte[Control.BYTES]);
            List<String> flags = List.of(
                    "-Xmx1g",
                    "-XX:+UseSerialGC",
                    "--enable-native-access=ALL-UNNAMED",
                    "-Dmintmark.commit=" + System.getProperty("mintmark.commit", "unknown commit"));
            List<String> command = Child.java(flags, main.getName());
            command.addAll(arguments);
            ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
            Map<String, String> environment = builder.environment();
            environment.put("LD_PRELOAD", library.toString());
            environment.put("MINTMARK_CUTS_ROOT", Workbench.watched(base).toString());
            environment.put("MINTMARK_CUTS_JOURNAL", Workbench.journal(base).toString());
            environment.put("MINTMARK_CUTS_CONTROL", Workbench.control(base).toString());
            return Child.await(builder.start());
        }
    }
}
