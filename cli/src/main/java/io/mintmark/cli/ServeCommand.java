package io.mintmark.cli;

import io.mintmark.MintmarkException;
import io.mintmark.cli.command.PreparedStarts;
import io.mintmark.cli.terminal.StoreOptions;
import io.mintmark.cli.terminal.Variables;
import io.mintmark.cli.terminal.Version;
import io.mintmark.server.MintmarkServer;
import io.mintmark.server.ServerSettings;
import java.io.PrintWriter;
import java.net.URI;
import java.util.Objects;
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
    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = Variables.HELP_ALL,
            description = "Show this help with every option, also those that few people need.")
    private boolean allHelp;

    @Mixin
    private final ServeOptions options = new ServeOptions();

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
        announce(options.publicUrl().orElseGet(server::url));
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
        LogSetup.apply(options.log());
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
                                .orElseGet(() -> settings.dataDirectory()
                                        .toAbsolutePath()
                                        .normalize()
                                        .toString()),
                        server.nodeTag(),
                        server.storeClass(),
                        Version.java());
        return server;
    }

    ServerSettings settings() {
        return options.settings(Objects.requireNonNull(spec).commandLine());
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
