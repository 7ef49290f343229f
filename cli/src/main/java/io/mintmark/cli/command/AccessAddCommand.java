package io.mintmark.cli.command;

import io.mintmark.MintmarkException;
import io.mintmark.cli.terminal.Amounts;
import io.mintmark.cli.terminal.BadValueException;
import io.mintmark.cli.terminal.Values;
import io.mintmark.cli.terminal.Version;
import io.mintmark.internal.Ticker;
import io.mintmark.web.access.principal.AccessList;
import io.mintmark.web.access.principal.Clearance;
import io.mintmark.web.access.principal.Credential;
import io.mintmark.web.access.principal.DatabaseAccess;
import io.mintmark.web.access.principal.Principal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code mintmark access add}: somebody whom the server knows from now on. */
@Command(
        name = "add",
        description = {
            "Lets somebody in. Without a certificate it makes a token and prints it on standard output, this once: the"
                    + " server keeps its digest only."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:added, durably; the token, if there is one, is on standard output",
            "1:not added: the name or the credential is known already, or the list cannot be read or written",
            "2:wrong usage"
        },
        footerHeading = "%nLevels are read-only, read-write and admin; each includes those before it.%n%nExamples:%n",
        footer = {
            "  mintmark access add ada --operator --certificate ada.crt",
            "  mintmark access add backend --allow shop=read-write --allow archive=read-only --expires 90d",
            "  mintmark access add prometheus --allow-nothing",
            "  mintmark access add ada --operator --store jdbc:postgresql://db.lan/ids --store-user mintmark"
        })
final class AccessAddCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(paramLabel = "NAME", description = "What to call the principal in lists and logs.")
    private String name = "";

    @Mixin
    private final AccessPlace place = new AccessPlace();

    @Option(names = "--operator", converter = Values.Consent.class, description = "May do everything.")
    private boolean operator;

    @Option(
            names = "--allow",
            paramLabel = "DATABASE=LEVEL",
            split = ",",
            converter = Grant.Converter.class,
            description = "Clearance in this database, which need not exist yet; repeat it for each database.")
    private List<Grant> grants = List.of();

    @Option(
            names = "--allow-nothing",
            converter = Values.Consent.class,
            description = "May see what needs no clearance for a database, such as /metrics.")
    private boolean nothing;

    @Option(
            names = "--expires",
            paramLabel = "WHEN",
            converter = Amounts.End.class,
            description = "When it ends: in 90d, or at 2027-01-31. Default: never")
    private Amounts.@Nullable End end;

    @Mixin
    private final CredentialOptions credential = new CredentialOptions();

    /** A level in one database. */
    record Grant(String database, DatabaseAccess level) {
        /** Reads {@code shop=read-write}. */
        static final class Converter implements ITypeConverter<Grant> {
            @Override
            public Grant convert(String text) {
                int mark = text.indexOf('=');
                return mark < 1
                        ? refuse(text)
                        : DatabaseAccess.of(text.substring(mark + 1))
                                .map(level -> new Grant(text.substring(0, mark), level))
                                .orElseGet(() -> refuse(text));
            }

            private static Grant refuse(String text) {
                throw new BadValueException("must be a database and one of " + DatabaseAccess.words() + ", but is '"
                        + text + "': write shop=read-write");
            }
        }
    }

    @Override
    public Integer call() {
        CommandSpec own = Objects.requireNonNull(spec);
        Instant now = Ticker.wallClock().instant();
        CredentialOptions.Made made = credential.make(own, now);
        Principal newcomer = newcomer(own, now, made.credential());
        return place.use(own, true, (stored, where) -> {
            boolean first = stored.read().isEmpty();
            AccessList changed =
                    stored.changeOrBegin(list -> made.unknownIn(list, name).with(newcomer));
            AccessPrinter printer = new AccessPrinter(own.commandLine());
            printer.added(newcomer, made.token());
            if (first) {
                printer.setUp(where, changed, now);
            }
            return ExitCode.OK;
        });
    }

    /** What it refuses was typed so. */
    private Principal newcomer(CommandSpec own, Instant now, Credential known) {
        try {
            return new Principal(name, clearance(own), end == null ? null : end.after(now), List.of(known));
        } catch (MintmarkException e) {
            throw new ParameterException(own.commandLine(), String.valueOf(e.getMessage()));
        }
    }

    private Clearance clearance(CommandSpec own) {
        int said = (operator ? 1 : 0) + (grants.isEmpty() ? 0 : 1) + (nothing ? 1 : 0);
        if (said != 1) {
            throw new ParameterException(
                    own.commandLine(), "say what it may do, by one of --operator, --allow and --allow-nothing");
        }
        if (operator) {
            return Clearance.OPERATOR;
        }
        Map<String, DatabaseAccess> levels = new TreeMap<>();
        for (Grant grant : grants) {
            if (levels.put(grant.database(), grant.level()) != null) {
                throw new ParameterException(
                        own.commandLine(), "say --allow once for each database, and not twice for " + grant.database());
            }
        }
        return Clearance.of(levels);
    }
}
