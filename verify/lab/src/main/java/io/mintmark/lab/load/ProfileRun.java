package io.mintmark.lab.load;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import io.mintmark.lab.instrument.Effort;
import io.mintmark.lab.instrument.Progress;
import io.mintmark.lab.process.LauncherOption;
import io.mintmark.lab.process.ServerProcess;
import io.mintmark.lab.process.WorkDirectory;
import io.mintmark.lab.report.Site;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code verify/lab/profile}: a load on the shipped server, and a flame graph of where its time goes. */
@Command(
        name = "verify/lab/profile",
        mixinStandardHelpOptions = true,
        description = {
            "Draws a flame graph of the shipped server under one load, as an HTML file, and beside it the same stacks",
            "as text (.collapsed), one line each with the number of its samples."
        })
final class ProfileRun implements Callable<Integer> {
    /** More exact stacks, and no warning about the agent. */
    private static final String JAVA_OPTIONS =
            "-XX:+UnlockDiagnosticVMOptions -XX:+DebugNonSafepoints -XX:+EnableDynamicAgentLoading";

    private static final List<String> EVENTS = List.of("cpu", "wall", "alloc", "lock");

    private String load = "";

    private String event = "cpu";

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "How long is looked at, after 15 s of warm-up. Default: 20")
    private int seconds = 20;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description =
                    "Name of both files, with either ending or none. Default: verify/lab/target/profile-LOAD-EVENT")
    private String out = "";

    @Option(
            names = "--work",
            paramLabel = "DIR",
            description = "Where data lies meanwhile. Default: verify/lab/target/load")
    private Path work = Path.of("verify", "lab", "target", "load");

    @Mixin
    private LauncherOption launcher = new LauncherOption();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private ProfileRun() {}

    public static void main(String... args) {
        System.exit(new CommandLine(new ProfileRun()).execute(args));
    }

    @Parameters(
            paramLabel = "LOAD",
            description = "hilo, hilo-1000, identity, put, put-indexed, bulk-docs, read, bulk-insert or constant")
    private void load(String name) {
        load = oneOf(ProfiledLoad.NAMES, name, "LOAD");
    }

    @Option(names = "--event", paramLabel = "EVENT", description = "cpu, wall, alloc or lock. Default: cpu")
    private void event(String name) {
        event = oneOf(EVENTS, name, "--event");
    }

    private String oneOf(List<String> names, String name, String where) {
        if (!names.contains(name)) {
            throw new ParameterException(
                    spec.commandLine(), where + " must be one of " + String.join(", ", names) + ": '" + name + "'");
        }
        return name;
    }

    @Override
    public Integer call() throws IOException {
        Path named = out.isEmpty() ? work.resolveSibling("profile-" + load + "-" + event) : Path.of(out);
        String name = named.toAbsolutePath().normalize().toString().replaceFirst("\\.(html|collapsed)$", "");
        String graph = name + ".html";
        String stacks = name + ".collapsed";
        try (WorkDirectory directory = WorkDirectory.below(work)) {
            Path library = ProfilerLibrary.unpack(directory);
            Site site = new Site(launcher.script(), directory, Effort.FULL);
            try (ServerProcess server = site.startServer(JAVA_OPTIONS);
                    ProfiledLoad profiled = ProfiledLoad.byName(load, server)) {
                profiled.run(site.warmUp());
                Progress.say("warm; looking at %s for %d s", event, seconds);
                command(server, library, "start,event=" + event);
                long begun = System.nanoTime();
                long units = profiled.run(Duration.ofSeconds(seconds));
                // A load ends with its last request, which may be a stream of many documents.
                double taken = (System.nanoTime() - begun) / 1e9;
                command(server, library, "dump,threads,collapsed,file=" + stacks);
                command(server, library, "stop,threads,flamegraph,title=" + load + " " + event + ",file=" + graph);
                System.out.printf(
                        "%,d requests in %.2f s: %,.0f a second%n%s%n%s%n", units, taken, units / taken, graph, stacks);
            }
        }
        return 0;
    }

    /** Says something to the profiler inside the server. */
    private static void command(ServerProcess server, Path library, String words) throws IOException {
        try {
            VirtualMachine machine =
                    VirtualMachine.attach(Long.toString(server.handle().pid()));
            try {
                machine.loadAgentPath(library.toString(), words);
            } finally {
                machine.detach();
            }
        } catch (AttachNotSupportedException | AgentLoadException | AgentInitializationException e) {
            throw new IOException("the profiler refused '" + words + "'; run it in a JDK, on Linux or macOS", e);
        }
    }
}
