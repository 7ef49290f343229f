package io.mintmark.lab.load;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import io.mintmark.lab.instrument.Effort;
import io.mintmark.lab.instrument.Progress;
import io.mintmark.lab.process.ServerProcess;
import io.mintmark.lab.process.WorkDirectory;
import io.mintmark.lab.report.Conditions;
import io.mintmark.lab.report.LabCommand;
import io.mintmark.lab.report.Site;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import one.profiler.AsyncProfiler;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code verify/lab/profile}: a load on the shipped server, and a flame graph of where its time goes. */
@Command(
        name = "verify/lab/profile",
        description = {
            "Draws a flame graph of the shipped server under one load, as an HTML file, and beside it the same stacks",
            "as text (.collapsed), one line each with the number of its samples."
        })
final class ProfileRun extends LabCommand {
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

    @Spec
    private CommandSpec spec = CommandSpec.create();

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
    protected int measure(WorkDirectory directory, Conditions conditions) throws IOException {
        conditions.print();
        Path named = out.isEmpty() ? work().resolveSibling("profile-" + load + "-" + event) : Path.of(out);
        String name = named.toAbsolutePath().normalize().toString().replaceFirst("\\.(html|collapsed)$", "");
        Path library = ProfilerLibrary.unpack(directory);
        Site site = new Site(script(), directory, Effort.FULL);
        try (ServerProcess server = site.startServer(JAVA_OPTIONS);
                ProfiledLoad profiled = ProfiledLoad.byName(load, server)) {
            profiled.run(site.window().warmUp());
            Progress.say("warm; looking at %s for %d s", event, seconds);
            command(server, library, "start,event=" + event);
            draw(profiled, server, library, name);
        }
        return 0;
    }

    private void draw(ProfiledLoad profiled, ServerProcess server, Path library, String name) throws IOException {
        String graph = name + ".html";
        String stacks = name + ".collapsed";
        long begun = System.nanoTime();
        long units = profiled.run(Duration.ofSeconds(seconds));
        // A load ends with its last request, which may be a stream of many documents.
        double taken = (System.nanoTime() - begun) / 1e9;
        command(server, library, "dump,threads,collapsed,file=" + stacks);
        command(server, library, "stop,threads,flamegraph,title=" + load + " " + event + ",file=" + graph);
        System.out.printf(
                "%,d requests in %.2f s: %,.0f a second%n%s%n%s%n%n", units, taken, units / taken, graph, stacks);
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

    /** The native library that async-profiler's jar carries, as a file that a JVM can load. */
    private static final class ProfilerLibrary {
        static Path unpack(WorkDirectory work) throws IOException {
            String name = "/" + platform() + "/libasyncProfiler.so";
            try (InputStream packed = AsyncProfiler.class.getResourceAsStream(name)) {
                if (packed == null) {
                    throw new IOException("async-profiler has no library for this machine: " + name);
                }
                Path library = work.file("libasyncProfiler.so");
                Files.copy(packed, library);
                return library;
            }
        }

        private static String platform() {
            if (System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("mac")) {
                return "macos";
            }
            return System.getProperty("os.arch").equals("aarch64") ? "linux-arm64" : "linux-x64";
        }
    }
}
