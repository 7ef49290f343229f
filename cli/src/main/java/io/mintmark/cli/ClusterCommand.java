package io.mintmark.cli;

import io.mintmark.cli.terminal.OneLine;
import io.mintmark.cli.terminal.Plural;
import io.mintmark.cli.terminal.StoreOptions;
import io.mintmark.cli.terminal.Variables;
import io.mintmark.cli.terminal.Version;
import io.mintmark.server.StoreSettings;
import io.mintmark.server.maintenance.Maintenance;
import io.mintmark.storage.engine.StoreNodes;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code mintmark cluster}: the nodes that share a store, as the store shows them. */
@Command(
        name = "cluster",
        description = {
            "Prints the nodes that share a store in PostgreSQL: their tags, claims and states.",
            "It reads the store and disturbs no node. No server need run."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:printed, and at least one node serves",
            "1:no node serves, the store cannot be entered, or no server ever used it",
            "2:wrong usage"
        },
        footerHeading =
                "%nSTATE is starting, serving, leaving or left, and lapsed for a node that others found silent. HEARD is"
                        + " how long ago%nthe node said that it lives; it says so once a second. AHEAD is how many numbers it had"
                        + " reserved and not%nhanded out: a crash makes them a gap. HEARD goes by the store's clock, and is unknown where that"
                        + " was set back.%n%nExample:%n",
        footer = "  mintmark cluster --store jdbc:postgresql://db.lan/ids --store-user mintmark")
final class ClusterCommand implements Callable<Integer> {
    private static final String LINE = "%-4s %8s  %-8s  %7s  %12s  %s";

    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private final StoreOptions store = new StoreOptions();

    @Override
    public Integer call() {
        CommandLine command = Objects.requireNonNull(spec).commandLine();
        Variables variables = Variables.of(command);
        StoreSettings settings = store.settings(command, variables)
                .orElseThrow(
                        () -> new ParameterException(
                                command,
                                "--store is missing: say which store, as its servers were told; a data directory has one node"));
        StoreNodes nodes = Maintenance.of(settings).nodes();
        PrintWriter out = command.getOut();
        out.println(OneLine.of(summary(nodes)));
        out.println(String.format(Locale.ROOT, LINE, "NODE", "CLAIM", "STATE", "HEARD", "AHEAD", "URL"));
        nodes.nodes().forEach(node -> out.println(OneLine.of(line(node))));
        out.flush();
        return serves(nodes.nodes()) ? Mintmark.DONE : Mintmark.FAILED;
    }

    private static String summary(StoreNodes nodes) {
        return nodes.store() + ": store class " + nodes.storeClass() + ", "
                + Plural.of(nodes.databases(), "database", "databases") + ", topology " + nodes.topology();
    }

    private static String line(StoreNodes.Node node) {
        return String.format(
                Locale.ROOT,
                LINE,
                node.tag(),
                node.claim(),
                node.state(),
                heard(node.age()),
                node.numbersAhead(),
                node.url());
    }

    /** The store's clock may have been set back since. */
    private static String heard(Duration age) {
        if (age.isNegative()) {
            return "unknown";
        }
        return age.toMinutes() >= 10
                ? age.toMinutes() + " min"
                : String.format(Locale.ROOT, "%.1f s", age.toMillis() / 1_000.0);
    }

    private static boolean serves(List<StoreNodes.Node> nodes) {
        return nodes.stream().anyMatch(node -> node.state().equals("serving"));
    }
}
