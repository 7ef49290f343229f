package io.mintmark.cli.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.mintmark.MintmarkException;
import io.mintmark.cli.terminal.Amounts;
import io.mintmark.cli.terminal.AsciiJson;
import io.mintmark.cli.terminal.BadValueException;
import io.mintmark.cli.terminal.OneLine;
import io.mintmark.cli.terminal.Plural;
import io.mintmark.cli.terminal.Version;
import io.mintmark.document.DocumentId;
import io.mintmark.document.InvalidDocumentIdException;
import io.mintmark.storage.cutoff.Journal;
import io.mintmark.storage.cutoff.Journal.Entry;
import io.mintmark.storage.cutoff.Journal.SetAside;
import io.mintmark.storage.engine.EngineProvider;
import io.mintmark.storage.engine.StorageEngines;
import io.mintmark.support.limits.Limits;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code mintmark journal}: what a node took while its store was not there, and could not bring home. */
@Command(
        name = "journal",
        description = {
            "Lists documents that a node took while its store was not there for it, and that cannot come home: another"
                    + " document has the id, or the database is not the same any more. They stay until you decide.",
            "The node may run, and then brings home what you send again."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:listed, one line each on standard output, or done; there may be none",
            "1:there is no journal, or no such document in it",
            "2:wrong usage"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  mintmark journal --data node-1",
            "  mintmark journal --data node-1 --show 7",
            "  mintmark journal --data node-1 --again 7 --id orders/7-A-kept",
            "  mintmark journal --data node-1 --drop 7"
        })
public final class JournalCommand implements Callable<Integer> {
    private static final int AT_ONCE = 256;

    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = "--data", paramLabel = "DIR", description = "The node's data directory. Default: ./mintmark-data")
    private Path data = Path.of("mintmark-data");

    @Option(names = "--waiting", description = "List what is still on its way home instead.")
    private boolean waiting;

    @ArgGroup
    private @Nullable Act act;

    @Option(
            names = "--id",
            paramLabel = "ID",
            converter = Id.class,
            description = "With --again: the id to store it under.")
    private @Nullable DocumentId id;

    /** An id that a document can have. */
    static final class Id implements ITypeConverter<DocumentId> {
        @Override
        public DocumentId convert(String text) {
            try {
                return DocumentId.of(text);
            } catch (InvalidDocumentIdException e) {
                throw new BadValueException("must be the id of a document: " + e.getMessage());
            }
        }
    }

    /** What becomes of one of them. */
    static final class Act {
        @Option(
                names = "--show",
                paramLabel = "N",
                converter = Amounts.Numbers.class,
                description = "Print this document as JSON, without its metadata.")
        private @Nullable Long show;

        @Option(
                names = "--again",
                paramLabel = "N",
                converter = Amounts.Numbers.class,
                description = "Send this document home again, for instance under another --id.")
        private @Nullable Long again;

        @Option(
                names = "--drop",
                paramLabel = "N",
                converter = Amounts.Numbers.class,
                description = "Forget this document for good.")
        private @Nullable Long drop;
    }

    @Override
    public Integer call() {
        CommandSpec own = Objects.requireNonNull(spec);
        PrintWriter out = own.commandLine().getOut();
        Act asked = act;
        if (id != null && (asked == null || asked.again == null)) {
            throw new ParameterException(
                    own.commandLine(), "--id needs an --again: name the document that gets it, or leave --id out");
        }
        if (waiting && asked != null) {
            throw new ParameterException(
                    own.commandLine(),
                    "--waiting needs a list, and a number asks for one that was set aside: leave --waiting out");
        }
        EngineProvider.Journals journals = StorageEngines.journals();
        if (!journals.isIn(data)) {
            throw new MintmarkException("There is no journal in " + data
                    + ": name the data directory of a node with --data; one that was never cut off has none.");
        }
        try (Journal journal = journals.open(data, Limits.DEFAULT, Long.MAX_VALUE)) {
            if (asked == null) {
                list(journal, out);
            } else {
                run(journal, asked, out);
            }
        }
        out.flush();
        return ExitCode.OK;
    }

    private void run(Journal journal, Act asked, PrintWriter out) {
        if (asked.show != null) {
            byte[] body = find(journal, asked.show).entry().document().content().body();
            out.println(AsciiJson.of(new String(body, UTF_8)));
        } else if (asked.again != null) {
            Entry entry = find(journal, asked.again).entry();
            DocumentId wanted = id == null ? entry.document().id() : id;
            require(journal.again(asked.again, wanted), asked.again);
            out.println(OneLine.of(asked.again + ": on its way again as " + wanted));
        } else {
            long number = Objects.requireNonNull(asked.drop);
            require(journal.drop(number), number);
            out.println(number + ": dropped");
        }
    }

    private void require(boolean found, long number) {
        if (!found) {
            throw new MintmarkException("No document of that number was set aside in " + data + ": number=" + number
                    + "; `mintmark journal` lists them.");
        }
    }

    private SetAside find(Journal journal, long number) {
        List<SetAside> found = journal.setAside(number - 1, 1);
        require(!found.isEmpty() && found.get(0).entry().number() == number, number);
        return found.get(0);
    }

    private void list(Journal journal, PrintWriter out) {
        long last = 0;
        if (waiting) {
            for (List<Entry> some = journal.entries(last, AT_ONCE); !some.isEmpty(); ) {
                some.forEach(entry -> out.println(OneLine.of(line(entry))));
                last = some.get(some.size() - 1).number();
                some = journal.entries(last, AT_ONCE);
            }
        } else {
            for (List<SetAside> some = journal.setAside(last, AT_ONCE); !some.isEmpty(); ) {
                some.forEach(aside ->
                        out.println(OneLine.of(line(aside.entry()) + ": " + aside.reason() + " " + aside.moment())));
                last = some.get(some.size() - 1).entry().number();
                some = journal.setAside(last, AT_ONCE);
            }
        }
        Journal.Fill fill = journal.fill();
        out.println(Plural.of(fill.entries(), "document", "documents") + " on the way home, " + fill.setAside()
                + " set aside");
    }

    private static String line(Entry entry) {
        return entry.number() + ": " + entry.document().id() + " of "
                + entry.home().name() + ", version " + entry.document().changeVector();
    }
}
