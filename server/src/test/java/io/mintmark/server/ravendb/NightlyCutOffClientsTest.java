package io.mintmark.server.ravendb;

import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.mintmark.storage.postgresql.FaultyWire;
import io.mintmark.storage.postgresql.FaultyWire.Fault;
import io.mintmark.support.Opened;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * RavenDB's clients for Node and Python, unmodified, at one of three nodes over PostgreSQL that is cut off. What each client does
 * with a refusal is printed, and stands in docs/compatibility.md.
 */
final class NightlyCutOffClientsTest {
    private static final List<Fault> FAULTS = List.of(Fault.VANISHED, Fault.REFUSED);

    @TempDir
    private Path directory;

    /** Makes a run's assertions. */
    @FunctionalInterface
    private interface Course {
        void of(CutOffRun run) throws Exception;
    }

    @TestFactory
    Stream<DynamicTest> shouldLetTheNodeClientCreateWhileItsNodeIsCutOff() throws IOException, InterruptedException {
        NodeSuite suite = new NodeSuite(folder("node-cut-off"));
        return Suite.ifInstalled(suite, "Node", () -> tests("Node", () -> suite.program("cutoff"), CutOffRun::moving));
    }

    @TestFactory
    Stream<DynamicTest> shouldLetThePythonClientCreateWhileItsNodeIsCutOff() throws IOException, InterruptedException {
        PythonSuite suite = new PythonSuite(folder("python-cut-off"));
        // It takes no node for a member, so it prefers none, and asks the next one each time.
        return Suite.ifInstalled(
                suite, "Python", () -> tests("Python", () -> suite.program("cutoff"), CutOffRun::wandering));
    }

    private Stream<DynamicTest> tests(String client, Supplier<ProcessBuilder> program, Course others) {
        return FAULTS.stream()
                .flatMap(fault -> Stream.of(
                        dynamicTest(
                                client + " knows one node, " + fault,
                                () -> run(client, program, fault, CutOffRun::staying)),
                        dynamicTest(client + " knows all nodes, " + fault, () -> run(client, program, fault, others))));
    }

    private void run(String name, Supplier<ProcessBuilder> program, Fault fault, Course course) throws Exception {
        Path scratch = Files.createTempDirectory(directory, name);
        AtomicReference<FaultyWire> wire = new AtomicReference<>();
        try (Opened opened = new Opened()) {
            ThreeNodes nodes = opened.add(new ThreeNodes(scratch, url -> {
                wire.set(opened.add(new FaultyWire(url)));
                return wire.get().url();
            }));
            Supplier<ClientProgram> programs = () -> opened.add(ClientProgram.start(program.get()));
            course.of(new CutOffRun(name, programs, nodes, wire.get(), fault));
        }
    }

    private static Path folder(String name) {
        return Path.of("target", name).toAbsolutePath().normalize();
    }
}
