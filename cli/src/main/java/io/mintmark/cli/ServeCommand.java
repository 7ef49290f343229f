package io.mintmark.cli;

import io.mintmark.MintmarkException;
import io.mintmark.cli.javascript.EngineFolder;
import io.mintmark.cli.prepared.PreparedStarts;
import io.mintmark.cli.terminal.Amounts;
import io.mintmark.cli.terminal.StoreOptions;
import io.mintmark.cli.terminal.Values;
import io.mintmark.cli.terminal.Variables;
import io.mintmark.cli.terminal.Version;
import io.mintmark.server.MintmarkServer;
import io.mintmark.server.ServerSettings;
import io.mintmark.server.StoreSettings;
import io.mintmark.server.TlsSettings;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code mintmark serve}: a server in the foreground, until the process is told to end. */
@Command(
        name = "serve",
        description = {
            "Runs a server that speaks RavenDB's HTTP protocol and keeps everything in one directory.",
            "Prints one line on standard output when it is ready; the log goes to standard error."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        abbreviateSynopsis = true,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:help or version printed",
            "1:could not start or go on: port, data directory or node tag in use, store failed",
            "2:wrong usage: an option or variable that is unknown or has a bad value",
            "130:stopped in order by SIGINT (Ctrl-C): what was accepted is answered and durable",
            "143:stopped in order by SIGTERM: what was accepted is answered and durable"
        },
        footerHeading = "%nEvery option can be given as a variable as well: MINTMARK_PORT for --port, and so on;%n"
                + "--allow-unauthenticated is MINTMARK_ALLOW_UNAUTHENTICATED=true. What is typed wins.%n"
                + "A variable that is nearly one of these names is refused; any other is ignored with a warning.%n"
                + "Sizes take the units k, m and g (1k is 1024 bytes).%n"
                + "--help-all shows the limits of requests, connections, memory and time as well.%n%nExamples:%n",
        footer = {
            "  mintmark serve",
            "  mintmark serve --port 0 --data /srv/ids --node-tag B",
            "  mintmark serve --certificate server.pem",
            "  mintmark serve --store jdbc:postgresql://db.lan/mintmark --store-user mintmark",
            "  mintmark serve --host 0.0.0.0 --allow-unauthenticated --allowed-hosts ids.lan",
            "  MINTMARK_PORT=9090 MINTMARK_LIMIT_BODY=16m mintmark serve"
        })
final class ServeCommand implements Callable<Integer> {
    private static final ServerSettings DEFAULT =
            ServerSettings.builder(Path.of("mintmark-data")).build();

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = Variables.HELP_ALL,
            description = "Show this help with every option, also those that few people need.")
    private boolean allHelp;

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
            names = "--witness",
            paramLabel = "FILE",
            description =
                    "File outside of the data directory that says how far each database had come: an older copy of the"
                            + " data is refused until it was raised. Default: none; with --store the file witness in --data")
    private @Nullable Path witness;

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

    @Mixin
    private final TlsOptions tls = new TlsOptions();

    @Mixin
    private final SizeLimitOptions sizes = new SizeLimitOptions();

    @Mixin
    private final LoadLimitOptions load = new LoadLimitOptions();

    @Mixin
    private final LogOptions log = new LogOptions();

    @Override
    public Integer call() {
        if (allHelp) {
            CommandLine line = Objects.requireNonNull(spec).commandLine();
            line.usage(line.getOut());
            return Mintmark.DONE;
        }
        MintmarkServer server = open();
        Thread stop = new Thread(() -> stop(server), "mintmark-stop");
        Runtime.getRuntime().addShutdownHook(stop);
        announce(Objects.requireNonNullElse(publicUrl, server.url()));
        waitForTheEnd(server);

        // Only an embedding program interrupts; a signal ends the process through the hook.
        Runtime.getRuntime().removeShutdownHook(stop);
        boolean fenced = server.isFenced();
        stop(server);
        if (fenced) {
            throw new MintmarkException(server.whyFenced());
        }
        return Mintmark.DONE;
    }

    /** Starts logging, then the server. */
    MintmarkServer open() {
        LogSetup.apply(log);
        PreparedStarts.tell();
        ServerSettings settings = settings();
        MintmarkServer server = MintmarkServer.start(settings);
        LoggerFactory.getLogger(ServeCommand.class)
                .info(
                        "Mintmark {} listens on {} and keeps {} as node {}; store class: {}; Java {}",
                        Version.number(),
                        server.url(),
                        settings.store()
                                .map(given -> StoreOptions.shown(given.url()))
                                .orElse(data.toAbsolutePath().normalize().toString()),
                        server.nodeTag(),
                        server.storeClass(),
                        Version.java());
        return server;
    }

    ServerSettings settings() {
        ServerSettings.Builder settings = ServerSettings.builder(data);
        settings = node.tag() == null ? settings.anyNodeTag() : settings.nodeTag(node.tag());
        return settings.host(host)
                .port(port)
                .store(store())
                .allowUnauthenticated(allowUnauthenticated)
                .publicUrl(publicUrl)
                .allowedHosts(Set.copyOf(allowedHosts))
                .leaseClient(leaseClient == Values.Switch.ON)
                .leaseRetention(leaseRetention)
                .leasesMax(leasesMax)
                .witness(witness)
                .backups(backups.settings(Objects.requireNonNull(spec).commandLine()))
                .tls(tls())
                .audit(log.auditFile().isPresent())
                .javascript(javascript == null ? EngineFolder.filled() : javascript)
                .limits(load.limits(sizes.sizes()))
                .build();
    }

    private @Nullable StoreSettings store() {
        CommandLine line = Objects.requireNonNull(spec).commandLine();
        return line.getDefaultValueProvider() instanceof Variables variables
                ? store.settings(line, variables).orElse(null)
                : null;
    }

    private @Nullable TlsSettings tls() {
        CommandLine line = Objects.requireNonNull(spec).commandLine();
        return line.getDefaultValueProvider() instanceof Variables variables
                ? tls.settings(line, variables).orElse(null)
                : null;
    }

    /** The one line on standard output: programs wait for it. */
    private void announce(URI url) {
        if (spec != null) {
            PrintWriter out = spec.commandLine().getOut();
            out.println("Server available on: " + url);
            out.flush();
        }
    }

    private static void waitForTheEnd(MintmarkServer server) {
        CountDownLatch never = new CountDownLatch(1);
        try {
            while (!server.isFenced() && !never.await(1, TimeUnit.SECONDS)) {}
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void stop(MintmarkServer server) {
        server.close();
        LoggerFactory.getLogger(ServeCommand.class).info("Stopped; everything that was accepted is answered.");
    }
}
