package io.mintmark.cli;

import io.mintmark.cli.command.EngineFolder;
import io.mintmark.cli.terminal.Amounts;
import io.mintmark.cli.terminal.DependentOptions;
import io.mintmark.cli.terminal.StoreOptions;
import io.mintmark.cli.terminal.Values;
import io.mintmark.cli.terminal.Variables;
import io.mintmark.server.ServerSettings;
import io.mintmark.server.StoreSettings;
import io.mintmark.server.StoreSettings.WhenCutOff;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Every option of a server, and what its settings are by them. */
final class ServeOptions {
    private static final ServerSettings DEFAULT =
            ServerSettings.builder(Path.of("mintmark-data")).build();

    @Option(
            names = "--host",
            paramLabel = "HOST",
            converter = Values.Host.class,
            description = "Name or address to listen on. Default: ${DEFAULT-VALUE}")
    private String host = DEFAULT.host();

    @Option(
            names = "--port",
            paramLabel = "PORT",
            converter = Amounts.Port.class,
            description = "Port to listen on; 0 lets the system choose. Default: ${DEFAULT-VALUE}")
    private int port = DEFAULT.port();

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description =
                    "Directory that holds all databases and who may do what, unless --store does; created if missing."
                            + " Default: ${DEFAULT-VALUE}")
    private Path data = DEFAULT.dataDirectory();

    @Option(
            names = "--node-tag",
            paramLabel = "TAG",
            converter = Values.Tag.class,
            description =
                    "Tag of this node in the ids it makes, the A of orders/10-A; with --store also auto, for the first"
                            + " one that is free. Default: ${DEFAULT-VALUE}")
    private Values.Node node = new Values.Node(DEFAULT.nodeTag());

    @Option(
            names = "--allow-unauthenticated",
            converter = Values.Consent.class,
            description =
                    "Start where others can reach the server, by --host or --public-url, although it asks nobody who they"
                            + " are: `mintmark access` let nobody in yet.")
    private boolean allowUnauthenticated;

    @Option(
            names = "--public-url",
            paramLabel = "URL",
            converter = Values.HttpUrl.class,
            description = "URL to tell clients. Default: the one each client used")
    private @Nullable URI publicUrl;

    @Option(
            names = "--allowed-hosts",
            paramLabel = "NAME",
            split = ",",
            converter = Values.Host.class,
            description = "Further names that clients may call this server by, separated by commas.")
    private List<String> allowedHosts = List.of();

    @Option(
            names = "--lease-client",
            paramLabel = "on|off",
            hidden = true,
            converter = Values.OnOff.class,
            description = "Whether a lease records the address of its client. Default: ${DEFAULT-VALUE}")
    private Values.Switch leaseClient = Values.Switch.ON;

    @Option(
            names = "--lease-retention",
            paramLabel = "PERIOD",
            converter = Amounts.Period.class,
            description = "How long a lease is remembered: 30d, 12h, or PT12H. Default: ${DEFAULT-VALUE}")
    private Duration leaseRetention = DEFAULT.leaseRetention();

    @Option(
            names = "--leases-max",
            paramLabel = "N",
            hidden = true,
            converter = Amounts.Count.class,
            description = "How many leases a database remembers at most. Default: ${DEFAULT-VALUE}")
    private int leasesMax = DEFAULT.leasesMax();

    @Option(
            names = "--lease-log",
            paramLabel = "on|off",
            hidden = true,
            converter = Values.OnOff.class,
            description =
                    "Whether ranges that are cut from numbers reserved ahead are logged, so that the holder of each"
                            + " number can be found. Default: ${DEFAULT-VALUE}")
    private Values.Switch leaseLog = Values.Switch.ON;

    @Option(
            names = "--no-ranges-ahead",
            hidden = true,
            converter = Values.Consent.class,
            description = "Let each range wait for a commit of its own. Otherwise the ranges of a busy counter are cut"
                    + " from numbers that the server reserved ahead.")
    private boolean noRangesAhead;

    @Option(
            names = "--witness",
            paramLabel = "FILE",
            description =
                    "File outside of the data directory that says how far each database had come: an older copy of the"
                            + " data is refused until it was raised. Default: none; with --store the file witness in --data")
    private @Nullable Path witness;

    @Option(
            names = "--journal-bytes",
            paramLabel = "SIZE",
            hidden = true,
            converter = Amounts.SizeOrNone.class,
            description =
                    "With --store: most bytes of documents that this node takes into --data while the store is not"
                            + " there for it; 0 for none. Default: 256m")
    private @Nullable Long journalBytes;

    @Option(
            names = "--javascript",
            paramLabel = "DIR",
            hidden = true,
            description =
                    "Directory with the engine for indexes in JavaScript, which `mintmark javascript --to` fills."
                            + " Default: the folder javascript beside the jar, if it is filled; otherwise such indexes are refused")
    private @Nullable Path javascript;

    @Mixin
    private final BackupOptions backups = new BackupOptions();

    @Mixin
    private final StoreOptions store = new StoreOptions();

    @Option(
            names = "--when-cut-off",
            paramLabel = "ranges|slices|refuse",
            hidden = true,
            converter = Values.CutOff.class,
            description =
                    "What clients that ask for a range get while --store is not there for this node: numbers that it"
                            + " reserved ahead, or then also numbers of its slice, which begins above 2^52, or nothing."
                            + " Default: slices")
    private @Nullable WhenCutOff whenCutOff;

    @Option(
            names = "--start-cut-off",
            hidden = true,
            description =
                    "With --store: start also while it is not there, by the claim that this node keeps in --data as long"
                            + " as this is given, and take new documents until it is.")
    private boolean startCutOff;

    @Mixin
    private final TlsOptions tls = new TlsOptions();

    @Mixin
    private final LimitOptions limits = new LimitOptions();

    @Mixin
    private final LogOptions log = new LogOptions();

    LogOptions log() {
        return log;
    }

    Optional<URI> publicUrl() {
        return Optional.ofNullable(publicUrl);
    }

    /**
     * Returns the settings that were typed or given by variables of {@code command}, and defaults for the others.
     *
     * @throws picocli.CommandLine.ParameterException if an option means nothing without another one
     */
    ServerSettings settings(CommandLine command) {
        Optional<Variables> variables = variables(command);
        ServerSettings.Builder settings = ServerSettings.builder(data);
        settings = log.audit().into(settings, command);
        settings = node.tag() == null ? settings.anyNodeTag() : settings.nodeTag(node.tag());
        return settings.host(host)
                .port(port)
                .store(variables.flatMap(given -> store(command, given)).orElse(null))
                .allowUnauthenticated(allowUnauthenticated)
                .publicUrl(publicUrl)
                .allowedHosts(Set.copyOf(allowedHosts))
                .leaseClient(leaseClient == Values.Switch.ON)
                .leaseRetention(leaseRetention)
                .leasesMax(leasesMax)
                .rangesAhead(!noRangesAhead)
                .leaseLog(leaseLog == Values.Switch.ON)
                .journalBytes(journalBytes == null ? DEFAULT.journalBytes() : journalBytes)
                .witness(witness)
                .backups(backups.settings(command))
                .tls(variables.flatMap(given -> tls.settings(command, given)).orElse(null))
                .javascript(javascript == null ? EngineFolder.filled() : javascript)
                .limits(limits.limits())
                .build();
    }

    private Optional<StoreSettings> store(CommandLine command, Variables given) {
        Optional<StoreSettings> settings = store.settings(command, given);
        if (settings.isEmpty()) {
            new DependentOptions()
                    .and("--when-cut-off", whenCutOff)
                    .and("--journal-bytes", journalBytes)
                    .and("--start-cut-off", startCutOff ? true : null)
                    .refuse(command, "--store: a server is never cut off from its own directory; give the URL");
        }
        return settings.map(each -> whenCutOff == null ? each : each.withWhenCutOff(whenCutOff))
                .map(each -> each.withStartCutOff(startCutOff));
    }

    private static Optional<Variables> variables(CommandLine command) {
        return command.getDefaultValueProvider() instanceof Variables variables
                ? Optional.of(variables)
                : Optional.empty();
    }
}
