package io.mintmark.cassandra;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A node of Cassandra as a process of its own, from the artifacts of Maven Central; it can be killed, paused and
 * started again over what is left.
 *
 * <p>Cassandra runs on Java 17 only. A build on another Java looks for a 17 beside its own, and skips what needs a node
 * if there is none.
 */
final class CassandraProcess implements AutoCloseable {
    private static final Duration START_MAX = Duration.ofMinutes(2);
    private static final int JAVA = 17;

    /** What Cassandra's own start-up script opens on 17. */
    private static final List<String> EXPORTS = List.of(
            "java.base/jdk.internal.misc",
            "java.management.rmi/com.sun.jmx.remote.internal.rmi",
            "java.rmi/sun.rmi.registry",
            "java.rmi/sun.rmi.server",
            "java.sql/java.sql",
            "java.base/java.lang.ref",
            "jdk.unsupported/sun.misc",
            "jdk.compiler/com.sun.tools.javac.file",
            "jdk.attach/sun.tools.attach");

    private static final List<String> OPENS = List.of(
            "java.base/java.lang.module",
            "java.base/jdk.internal.loader",
            "java.base/jdk.internal.ref",
            "java.base/jdk.internal.reflect",
            "java.base/jdk.internal.math",
            "java.base/jdk.internal.module",
            "java.base/jdk.internal.util.jar",
            "jdk.management/com.sun.management.internal",
            "java.base/sun.nio.ch",
            "java.base/java.io",
            "java.base/java.lang.reflect",
            "jdk.compiler/com.sun.tools.javac",
            "java.base/java.lang",
            "java.base/java.util",
            "java.base/java.nio",
            "java.rmi/sun.rmi.transport.tcp");

    private final List<String> prefix;
    private final NodeConfig config;
    private Process process;

    private CassandraProcess(List<String> prefix, NodeConfig config) {
        this.prefix = prefix;
        this.config = config;
        this.process = launch();
    }

    /** Starts an empty node, which {@link #awaitReady} waits for. */
    static CassandraProcess start(NodeConfig config) {
        return start(List.of(), config);
    }

    /** The same behind words that the command begins with, such as those that enter a network. */
    static CassandraProcess start(List<String> prefix, NodeConfig config) {
        config.write();
        CassandraProcess node = new CassandraProcess(prefix, config);
        Runtime.getRuntime().addShutdownHook(new Thread(node::close));
        return node;
    }

    private Process launch() {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(command());
        try {
            return new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(
                            config.home().resolve("output").toFile()))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException("a node could not be started: " + command, e);
        }
    }

    private List<String> command() {
        String classPath = classPath();
        String agent = Stream.of(classPath.split(Pattern.quote(File.pathSeparator), -1))
                .filter(jar -> Path.of(jar).getFileName().toString().startsWith("jamm-"))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("Cassandra needs jamm: " + classPath));
        List<String> command = new ArrayList<>(List.of(
                java().toString(),
                "-javaagent:" + agent,
                "-Xms320m",
                "-Xmx320m",
                "-XX:+UseG1GC",
                "-XX:MaxDirectMemorySize=256m",
                "-Xss512k",
                "-XX:TieredStopAtLevel=1",
                "-Djdk.attach.allowAttachSelf=true",
                "-Dio.netty.tryReflectionSetAccessible=true"));
        EXPORTS.forEach(each -> command.add("--add-exports=" + each + "=ALL-UNNAMED"));
        OPENS.forEach(each -> command.add("--add-opens=" + each + "=ALL-UNNAMED"));
        command.addAll(config.properties());
        command.addAll(List.of("-cp", config.home() + File.pathSeparator + classPath));
        command.add("org.apache.cassandra.service.CassandraDaemon");
        return command;
    }

    private static String classPath() {
        Path file = Path.of(System.getProperty(
                "mintmark.cassandra.classpath", "../verify/cassandra-node/target/cassandra.classpath"));
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "no class path of Cassandra in " + file + ": build verify/cassandra-node first, as -am does", e);
        }
    }

    /** Returns a Java that can run a node, and skips the test if there is none. */
    private static Path java() {
        if (Runtime.version().feature() == JAVA) {
            return Path.of(System.getProperty("java.home"), "bin", "java");
        }
        Optional<Path> found = javaBeside();
        if (found.isEmpty()) {
            System.out.println("[skipped] no node of Cassandra: it needs Java " + JAVA + ", this is "
                    + Runtime.version().feature() + ", and there is none in JAVA_17_HOME or /usr/lib/jvm");
        }
        assumeTrue(found.isPresent(), "Cassandra needs Java " + JAVA);
        return found.get();
    }

    private static Optional<Path> javaBeside() {
        List<Path> homes = new ArrayList<>();
        Optional.ofNullable(System.getenv("JAVA_17_HOME")).map(Path::of).ifPresent(homes::add);
        try (Stream<Path> beside = Files.list(Path.of("/usr/lib/jvm"))) {
            beside.filter(each -> each.getFileName().toString().contains("-" + JAVA)
                            || each.getFileName().toString().contains("1." + JAVA))
                    .sorted()
                    .forEach(homes::add);
        } catch (IOException noSuchPlace) {
            // Then only what was named counts.
        }
        return homes.stream()
                .map(home -> home.resolve("bin").resolve("java"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Waits until it takes connections of clients. */
    CassandraProcess awaitReady() {
        await("node " + config.address()).atMost(START_MAX).until(() -> {
            if (!process.isAlive()) {
                throw new IllegalStateException("a node ended at its start: "
                        + Files.readString(config.home().resolve("output")));
            }
            return answers(config.clients());
        });
        return this;
    }

    private static boolean answers(InetSocketAddress address) {
        try (Socket socket = new Socket()) {
            socket.connect(address, 1_000);
            return true;
        } catch (IOException notYet) {
            return false;
        }
    }

    /** Returns where clients connect. */
    InetSocketAddress clients() {
        return config.clients();
    }

    /** Kills it as a loss of its process would, with {@code SIGKILL}. */
    void kill() {
        process.destroyForcibly();
        process.onExit().orTimeout(30, TimeUnit.SECONDS).join();
    }

    /** Starts it again over what is left. */
    void startAgain() {
        process = launch();
    }

    /** Stops it in the middle of whatever it does. */
    void pause() {
        signal("STOP");
    }

    /** Lets it go on. */
    void goOn() {
        signal("CONT");
    }

    private void signal(String name) {
        try {
            Process sent = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
            int status = sent.waitFor();
            if (status != 0) {
                throw new IllegalStateException("kill -" + name + " ended with " + status);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
