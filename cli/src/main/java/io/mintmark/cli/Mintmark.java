package io.mintmark.cli;

import io.mintmark.cli.backup.BackupCommand;
import io.mintmark.cli.backup.RaiseCommand;
import io.mintmark.cli.backup.RestoreCommand;
import io.mintmark.cli.command.AccessCommand;
import io.mintmark.cli.command.DoctorCommand;
import io.mintmark.cli.command.JavaScriptCommand;
import io.mintmark.cli.command.JournalCommand;
import io.mintmark.cli.command.LaunchCommand;
import io.mintmark.cli.command.LeasesCommand;
import io.mintmark.cli.terminal.Values;
import io.mintmark.cli.terminal.Variables;
import io.mintmark.cli.terminal.Version;
import io.mintmark.server.MintmarkServer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** The {@code mintmark} command; its subcommands do the work. */
@Command(
        name = "mintmark",
        description = "Names new things: unique, durable, and given before anything is stored.",
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done",
            "1:failed at run time, see the line on standard error",
            "2:wrong usage, see the line on standard error"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  mintmark serve                   a server on http://127.0.0.1:8080",
            "  mintmark serve --help            what it can be told; --help-all shows every option",
            "  mintmark --help-all              all of this for all commands",
            "  mintmark launch next             the next launch id, for decimal ids",
            "  mintmark access --help           who may do what on a server",
            "  mintmark backup --help           a copy of a server's data, while it runs or not",
            "  mintmark restore --help          a backup put back, and kept from being served too early",
            "  mintmark raise --help            after a restore, so that no number comes again",
            "  mintmark check --help            whether stored data is damaged",
            "  mintmark clean --help            which files deleted databases left, and removing them",
            "  mintmark cluster --help          which nodes share a store in PostgreSQL",
            "  mintmark journal --help          what a node kept that was cut off, and could not bring home",
            "  mintmark leases --help           who got which numbers of a counter",
            "  mintmark health --help           whether the server on this machine answers",
            "  mintmark javascript              what indexes in JavaScript need, from Maven Central",
            "  mintmark prepare                 quick starts, for those who install",
            "  mintmark doctor --help           which counters a database has, and who may share them",
            "  mintmark version"
        })
public final class Mintmark implements Callable<Integer> {
    static final int DONE = 0;
    static final int FAILED = 1;
    static final int WRONG_USAGE = 2;

    private static final String SERVE = "serve";

    private static final List<Class<?>> COMMANDS = List.of(
            ServeCommand.class,
            AccessCommand.class,
            BackupCommand.class,
            RestoreCommand.class,
            MoveCommand.class,
            RaiseCommand.class,
            CheckCommand.class,
            CleanCommand.class,
            ClusterCommand.class,
            JournalCommand.class,
            LeasesCommand.class,
            LaunchCommand.class,
            DoctorCommand.class,
            HealthCommand.class,
            JavaScriptCommand.class,
            PrepareCommand.class,
            VersionCommand.class,
            CommandLine.HelpCommand.class);

    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = Variables.HELP_ALL, description = "Show the help of every command, with every option.")
    private boolean allHelp;

    private Mintmark() {}

    /** A command that was not named: the help shows what there is, and a script that forgot it sees that it failed. */
    @Override
    public Integer call() {
        CommandLine line = Objects.requireNonNull(spec).commandLine();
        if (allHelp) {
            showAll(line);
            return DONE;
        }
        line.usage(line.getErr());
        return WRONG_USAGE;
    }

    private static void showAll(CommandLine line) {
        line.usage(line.getOut());
        for (CommandLine each : line.getSubcommands().values()) {
            line.getOut().println();
            showAll(each.setOut(line.getOut()));
        }
    }

    /** Runs the command that {@code args} name, and ends the process with its exit code. */
    public static void main(String[] args) {
        if (List.of(args).contains(SERVE)) {
            MintmarkServer.prepare();
        }
        System.exit(commandLine(System.getenv(), args).execute(args));
    }

    /** Returns the command line, which reads what {@code args} do not say from {@code environment}. */
    static CommandLine commandLine(Map<String, String> environment, String... args) {
        CommandLine line = new CommandLine(new Mintmark());
        addCommands(line, args);
        line.registerConverter(Path.class, new Values.FilePath());
        line.registerConverter(boolean.class, new Values.Consent());
        Variables variables = new Variables(environment, args);
        ErrorPrinter printer = new ErrorPrinter(variables);
        line.setDefaultValueProvider(variables);
        line.setParameterExceptionHandler(printer);
        line.setExecutionExceptionHandler(printer);
        line.setExecutionStrategy(parsed -> {
            CommandLine command = innermost(parsed).commandSpec().commandLine();
            if (parsed.hasSubcommand() && !variables.isHelpAsked()) {
                new UnknownVariables(environment).check(command);
            }
            return requireSaid(command, new CommandLine.RunLast().execute(parsed));
        });
        line.setUsageHelpAutoWidth(true);
        if (variables.isHelpAsked() || List.of(args).contains("help")) {
            // Only here: a server that starts shows no help and should not wait for its text.
            CommandLine serve = Objects.requireNonNull(line.getSubcommands().get(SERVE));
            DefaultTexts.describe(serve.getCommandSpec(), List.of(args).contains(Variables.HELP_ALL));
        }
        line.setAbbreviatedOptionsAllowed(false);
        return line;
    }

    /**
     * Fails where standard output did not take what was printed: Java keeps that to itself, and a script would go on
     * without it. A server says little there, and what it did is done when it ends.
     */
    private static int requireSaid(CommandLine command, int code) {
        if (command.getCommandName().equals(SERVE)) {
            return code;
        }
        // The writer hears of its own failures alone, and stands before a stream that keeps them, too.
        boolean isSaid = !command.getOut().checkError() && !System.out.checkError();
        if (isSaid) {
            return code;
        }
        ErrorPrinter.complain(
                command,
                "standard output did not take all that was printed: its disk is full, or its reader is gone. What the"
                        + " command was to do stays done; print to a place with room.");
        return code == DONE ? FAILED : code;
    }

    /** Adds what {@code args} can name: a server that starts should not wait for the options of the other commands. */
    private static void addCommands(CommandLine line, String... args) {
        if (args.length > 0 && args[0].equals(SERVE)) {
            line.addSubcommand(ServeCommand.class);
            return;
        }
        COMMANDS.forEach(line::addSubcommand);
        Objects.requireNonNull(line.getSubcommands().get("help"))
                .getCommandSpec()
                .usageMessage()
                .description("Prints what a command can be told.");
    }

    private static ParseResult innermost(ParseResult parsed) {
        return parsed.hasSubcommand() ? innermost(parsed.subcommand()) : parsed;
    }
}
