package io.mintmark.cli.command;

import io.mintmark.cli.terminal.BadValueException;
import io.mintmark.cli.terminal.CallOptions;
import io.mintmark.cli.terminal.DependentOptions;
import io.mintmark.cli.terminal.OneLine;
import io.mintmark.cli.terminal.Values;
import io.mintmark.cli.terminal.Variables;
import io.mintmark.cli.terminal.Version;
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code mintmark launch}: the launch log that decimal ids take their launch id from. */
@Command(
        name = "launch",
        description = "Numbers the launches of a system, for decimal ids.",
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        subcommands = LaunchCommand.Next.class)
public final class LaunchCommand {

    /** {@code mintmark launch next}: writes a line of the log and prints its number. */
    @Command(
            name = "next",
            description = {
                "Writes the next launch into the launch log, durably, and prints its id: 1 to 99999.",
                "Run it once a launch and give the id to every process, as MINTMARK_LAUNCH_ID.",
                "The log is all that is known: one that is removed, cut or put back from an older copy tells its",
                "ids again, unnoticed. Keep it as you keep a database, on a local disk, in one place."
            },
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            sortOptions = false,
            exitCodeListHeading = "%nExit codes:%n",
            exitCodeList = {
                "0:the id is on standard output and in the log",
                "1:no id: log damaged or in use, disk or server failed, 99999 launches have been",
                "2:wrong usage"
            },
            footerHeading =
                    "%nThe variable MINTMARK_TOKEN has the bearer token for a server that asks who calls.%n%nExamples:%n",
            footer = {
                "  MINTMARK_LAUNCH_ID=$(mintmark launch next) ./start-everything",
                "  mintmark launch next --note 'release 4.2'",
                "  mintmark launch next --server http://ids.lan:8080 --database shop"
            })
    static final class Next implements Callable<Integer> {
        @Spec
        private @Nullable CommandSpec spec;

        @Option(
                names = "--data",
                paramLabel = "DIR",
                description = "Directory of the log, launches.log; created if missing. Default: ./mintmark-data")
        private Path data = Path.of("mintmark-data");

        @Option(
                names = "--server",
                paramLabel = "URL",
                converter = Values.HttpUrl.class,
                description = "Keep the log on this server instead, as documents launches/1, launches/2, ...")
        private @Nullable URI server;

        @Option(
                names = "--database",
                paramLabel = "NAME",
                description = "The database on that server, which must exist.")
        private @Nullable String database;

        @Option(
                names = "--note",
                paramLabel = "TEXT",
                converter = Note.class,
                description = "What the log should say about this launch.")
        private String note = "";

        @Mixin
        private final CallOptions calls = new CallOptions();

        /** A note that fits a line of the log. */
        static final class Note implements ITypeConverter<String> {
            @Override
            public String convert(String text) {
                if (text.length() > LaunchFile.Entry.NOTE_CHARS_MAX) {
                    throw new BadValueException("must have at most " + LaunchFile.Entry.NOTE_CHARS_MAX
                            + " characters, but this one has " + text.length() + ": write a shorter one");
                }
                return text;
            }
        }

        @Override
        public Integer call() {
            CommandLine command = Objects.requireNonNull(spec).commandLine();
            LaunchFile.Entry entry = LaunchFile.Entry.now(InstantSource.system(), note);
            print(command, server == null ? onDisk(command, entry) : onServer(command, server, entry));
            return ExitCode.OK;
        }

        private int onDisk(CommandLine command, LaunchFile.Entry entry) {
            calls.refuse(command, "a server to call, by --server");
            new DependentOptions()
                    .and("--database", database)
                    .refuse(command, "--server: without one the log is the file of --data; name the server");
            return new LaunchFile(data).append(entry);
        }

        private void print(CommandLine line, int id) {
            line.getOut().println(id);
            line.getOut().flush();
            if (id == 1) {
                String place = server == null ? data.toString() : server + ", database " + database;
                line.getErr()
                        .println("mintmark: this begins a new launch log in " + OneLine.of(place)
                                + "; if there were launches before, put their log back and draw again");
                line.getErr().flush();
            }
        }

        private int onServer(CommandLine command, URI url, LaunchFile.Entry entry) {
            if (command.getParseResult().hasMatchedOption("--data")) {
                throw new ParameterException(
                        command,
                        "--data and "
                                + Variables.of(command)
                                        .origin(command.getCommandSpec().findOption("--server"))
                                + " are two places of the log, and an id comes from one: leave one out");
            }
            if (database == null || database.isBlank()) {
                throw new ParameterException(
                        command, "a launch log on a server needs --database, the name of one that exists");
            }
            return new LaunchServer(calls.caller(command, url, LaunchServer.PATIENCE), database).append(entry);
        }
    }
}
