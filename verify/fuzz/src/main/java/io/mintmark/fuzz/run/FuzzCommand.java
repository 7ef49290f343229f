package io.mintmark.fuzz.run;

import io.mintmark.fuzz.Bounds;
import io.mintmark.fuzz.Targets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code verify/fuzz/run}. */
@Command(
        name = "verify/fuzz/run",
        mixinStandardHelpOptions = true,
        description = {
            "Searches for bytes that break a parser: Jazzer changes inputs, and keeps those that reach new branches.",
            "A finding is an exception that is no refusal, a property that does not hold, a run of more than a second",
            "or of much memory. Each is stored as a file, and printed with the command that repeats it."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:nothing was found", "1:something was found, or a search did not end as it should"})
public final class FuzzCommand implements Callable<Integer> {
    @Option(
            names = "--target",
            paramLabel = "NAME",
            description = "Searches this target; may be given again. Default: all")
    private List<String> targets = List.of();

    @ArgGroup
    private Way way = new Way();

    @Option(names = "--folder", hidden = true, description = "The folder of the module.")
    private Path folder = Path.of("verify", "fuzz");

    /** What it does with the targets: one of these, and options of a search only with one. */
    private static final class Way {
        @Option(names = "--list", description = "Lists the targets.")
        private boolean list;

        @Option(
                names = "--replay",
                paramLabel = "FILE",
                description = "Runs --target once with the bytes of this file.")
        private @Nullable Path replay;

        @Option(
                names = "--unpack",
                paramLabel = "FOLDER",
                description = "Writes the packed corpus of --target there, a file an input, and searches nothing.")
        private @Nullable Path unpack;

        @ArgGroup(exclusive = false)
        private Searched search = new Searched();
    }

    /** How long, and with what choices, targets are searched, and what becomes of what is found. */
    private static final class Searched {
        @Option(
                names = "--seconds",
                paramLabel = "N",
                description = "How long each target is searched. Default: ${DEFAULT-VALUE}")
        private long seconds = 60;

        @Option(
                names = "--seed",
                paramLabel = "N",
                description = "Repeats the choices of a run. Default: a new one, printed")
        private @Nullable Integer seed;

        @Option(
                names = "--keep",
                description = "Puts what was found into the packed corpus in git, as few small inputs as possible.")
        private boolean keep;
    }

    private FuzzCommand() {}

    public static void main(String... args) {
        System.exit(execute(args));
    }

    /** Runs the command in this JVM and returns its exit code. */
    static int execute(String... args) {
        return new CommandLine(new FuzzCommand()).execute(args);
    }

    @Override
    public Integer call() throws Exception {
        for (String target : targets) {
            if (!Targets.has(target)) {
                System.err.println("There is no target '" + target + "': verify/fuzz/run --list names them.");
                return CommandLine.ExitCode.USAGE;
            }
        }
        if (way.list) {
            Targets.names().forEach(System.out::println);
            return CommandLine.ExitCode.OK;
        }
        if (way.unpack != null) {
            return unpacked(way.unpack);
        }
        return way.replay == null ? searched(way.search) : replayed(way.replay);
    }

    private int unpacked(Path into) throws IOException {
        if (targets.size() != 1) {
            System.err.println("--unpack needs one --target, whose corpus it is.");
            return CommandLine.ExitCode.USAGE;
        }
        Path made = Files.createDirectories(into);
        PackedCorpus.unpack(Folders.of(folder.toAbsolutePath()).packed(targets.get(0)), made);
        return CommandLine.ExitCode.OK;
    }

    private int replayed(Path file) throws IOException {
        if (targets.size() != 1) {
            System.err.println("--replay needs one --target, whose input the file is.");
            return CommandLine.ExitCode.USAGE;
        }
        byte[] bytes = Files.readAllBytes(file);
        try {
            Bounds.USUAL.run(Targets.of(targets.get(0)), bytes);
        } catch (Exception | Error finding) {
            finding.printStackTrace();
            return CommandLine.ExitCode.SOFTWARE;
        }
        System.out.println("Every property holds for " + file + ".");
        return CommandLine.ExitCode.OK;
    }

    private int searched(Searched how) throws IOException, InterruptedException {
        Folders folders = Folders.of(folder.toAbsolutePath());
        Jazzer jazzer = new Jazzer(folders);
        // libFuzzer takes 0 for a seed of its own.
        int begin = how.seed == null ? 1 + new SplittableRandom().nextInt(Integer.MAX_VALUE - 1) : how.seed;
        System.out.println("seed " + begin + " (repeat with --seed " + begin + ")");
        List<Outcome> outcomes = new ArrayList<>();
        for (String target : targets.isEmpty() ? Targets.names() : targets) {
            Outcome outcome = jazzer.search(Search.of(target, how.seconds, begin));
            outcomes.add(outcome);
            System.err.println(target + ": " + outcome.runs() + " runs, "
                    + outcome.findings().size() + " findings");
            if (how.keep && outcome.isClean()) {
                jazzer.keep(target);
            }
        }
        System.out.print(ResultTable.of(outcomes) + ResultTable.findings(folders, outcomes));
        return outcomes.stream().allMatch(Outcome::isClean) ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }
}
