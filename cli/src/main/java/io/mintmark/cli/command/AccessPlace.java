package io.mintmark.cli.command;

import io.mintmark.MintmarkException;
import io.mintmark.cli.terminal.StoreOptions;
import io.mintmark.cli.terminal.Variables;
import io.mintmark.server.StoreSettings;
import io.mintmark.server.maintenance.Maintenance;
import io.mintmark.storage.engine.VisitedAccess;
import io.mintmark.web.access.principal.AccessFile;
import io.mintmark.web.access.principal.SharedAccessList;
import io.mintmark.web.access.principal.StoredAccessList;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Where the access list is: in the directory of one server, or in the store that all nodes share. */
final class AccessPlace {
    private static final Path DEFAULT = Path.of("mintmark-data");

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "The server's data directory, if its databases are there. Default: ./mintmark-data")
    private @Nullable Path data;

    @Mixin
    private final StoreOptions store = new StoreOptions();

    /** What is done with a list; {@code place} says in words whose it is. */
    @FunctionalInterface
    interface Use {
        int on(StoredAccessList list, String place);
    }

    /** Refuses a directory that is not there: nothing can be said of its server. What is in a store was found there. */
    static void requireDirectory(StoredAccessList list, String place) {
        if (list instanceof AccessFile && !Files.isDirectory(Path.of(place))) {
            throw new MintmarkException("There is no data of a server in " + place
                    + ": name the directory that the server is started on with --data.");
        }
    }

    private Path directory() {
        return data == null ? DEFAULT : data;
    }

    /** Uses the list; {@code begin} says whether a store may be entered that no server used yet. */
    int use(CommandSpec command, boolean begin, Use use) {
        CommandLine line = command.commandLine();
        Optional<StoreSettings> settings = store.settings(line, Variables.of(line));
        if (settings.isEmpty()) {
            return use.on(new AccessFile(directory()), directory().toString());
        }
        if (line.getParseResult().hasMatchedOption("--data")) {
            throw new ParameterException(
                    line,
                    "--data and --store are two places, and beside a --store all nodes obey the list in the store: leave"
                            + " one out, --store or MINTMARK_STORE for the list of a directory");
        }
        try (VisitedAccess access = Maintenance.of(settings.get()).visitAccess(begin)) {
            return use.on(
                    new SharedAccessList(access.accessList()),
                    "the store " + StoreOptions.shown(settings.get().url()));
        }
    }
}
