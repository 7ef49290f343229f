package io.mintmark.cli;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Servers over one store, each a process of its own that can be killed, paused and replaced. */
final class Nodes implements AutoCloseable {
    static final String ANY_TAG = "auto";
    /** What a server says whose port is another one's. */
    static final String PORT_TAKEN = "cannot listen on";

    private static final Pattern TAG = Pattern.compile(" as node ([A-Z]+);");
    private static final int PAUSED_CALLED_ONE_IN = 100;
    private static final int ATTEMPTS = 20;

    private static final Duration HEARD_MAX = Duration.ofSeconds(30);
    private static final Duration REST = Duration.ofMillis(1_500);

    private final Path scratch;
    private final List<String> program;
    private final List<String> store;

    private final List<ServerProcess> started = new ArrayList<>();
    private final List<Node> awake = new CopyOnWriteArrayList<>();
    private final List<Node> paused = new CopyOnWriteArrayList<>();
    private final List<Node> replaced = new CopyOnWriteArrayList<>();

    /** One life of a node: a process under a claim. */
    static final class Node {
        final URI url;
        final String tag;
        final ServerProcess process;

        Node(URI url, String tag, ServerProcess process) {
            this.url = url;
            this.tag = tag;
            this.process = process;
        }
    }

    /**
     * Begins without any node.
     *
     * @param program what {@code java} is told to run, up to the options of {@code serve}
     * @param store the options that say where the store is
     */
    Nodes(Path scratch, List<String> program, String... store) {
        this.scratch = scratch;
        this.program = program;
        this.store = List.of(store);
    }

    /** Returns the real jar. */
    static List<String> jar() {
        return List.of("-jar", System.getProperty("mintmark.jar", "target/mintmark.jar"), "serve");
    }

    /** Starts a process under that tag; a port of 0 is any. */
    ServerProcess launch(String tag, int port) throws IOException {
        return launch(tag, port, scratch.resolve("data-" + started.size()));
    }

    /** The same in that directory, which may have what an earlier life left there. */
    ServerProcess launch(String tag, int port, Path data) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + scratch,
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx512m"));
        command.addAll(program);
        command.addAll(List.of("--port=" + port, "--node-tag=" + tag, "--data=" + data));
        command.addAll(store);
        ServerProcess process = ServerProcess.start(scratch, command, DurablePostgres.variables());
        started.add(process);
        return process;
    }

    /** Starts a process under that tag and at that port, once no connection has the port by chance, and waits until it serves. */
    Node startAgain(String tag, int port) throws IOException {
        return startAgain(tag, port, scratch.resolve("data-" + started.size()));
    }

    /** The same in that directory. */
    Node startAgain(String tag, int port, Path data) throws IOException {
        for (int attempt = 1; ; attempt++) {
            ServerProcess process = launch(tag, port, data);
            try {
                return ready(process);
            } catch (IllegalStateException e) {
                if (attempt == ATTEMPTS || !process.log().contains(PORT_TAKEN)) {
                    throw e;
                }
                RealTime.pass(REST);
            }
        }
    }

    /** Waits until it serves, and sends calls to it from then on. */
    Node ready(ServerProcess process) throws IOException {
        URI url = process.awaitReady();
        Matcher tag = TAG.matcher(process.log());
        if (!tag.find()) {
            throw new IllegalStateException("its log must say which node it is: " + process.log());
        }
        Node node = new Node(url, tag.group(1), process);
        awake.add(node);
        return node;
    }

    /** Starts A, B and C, and creates the database of {@link Calls}. */
    List<Node> startThree() throws IOException, InterruptedException {
        List<ServerProcess> processes = new ArrayList<>();
        for (String tag : List.of("A", "B", "C")) {
            processes.add(launch(tag, 0));
        }
        List<Node> three = new ArrayList<>();
        for (ServerProcess process : processes) {
            three.add(ready(process));
        }
        new Calls(HttpClient.newHttpClient(), three.get(0).url).createDatabase();
        for (Node node : three) {
            Calls calls = new Calls(HttpClient.newHttpClient(), node.url);
            await("node " + node.tag + " hears of the database and of all nodes")
                    .atMost(HEARD_MAX)
                    .until(() -> calls.knowsNodes(three.size()));
        }
        return three;
    }

    /** SIGKILL; calls under way to it end without an answer. */
    void kill(Node node) throws InterruptedException {
        forget(node);
        node.process.kill();
    }

    /** SIGTERM, and waits for its end. */
    int stop(Node node) throws InterruptedException {
        node.process.terminate();
        int code = node.process.awaitExit();
        forget(node);
        return code;
    }

    /** SIGSTOP; few calls go to it from then on, but some do. */
    void pause(Node node) throws IOException, InterruptedException {
        awake.remove(node);
        node.process.pause();
        paused.add(node);
    }

    /** Takes note that another node has its tag. */
    void replace(Node node) {
        replaced.add(node);
    }

    /** SIGCONT. */
    void resume(Node node) throws IOException, InterruptedException {
        node.process.resume();
        paused.remove(node);
        awake.add(node);
    }

    /** No call goes to it any more. */
    void forget(Node node) {
        awake.remove(node);
        paused.remove(node);
    }

    /** Returns whether that life has not been ended so far. */
    boolean isThere(Node node) {
        return awake.contains(node) || paused.contains(node);
    }

    /** Returns whether another node has its tag. */
    boolean isReplaced(Node node) {
        return replaced.contains(node);
    }

    /** Returns where a call is to go: seldom to a node that is paused. */
    Node pick(SplittableRandom random) {
        boolean toPaused = random.nextInt(PAUSED_CALLED_ONE_IN) == 0;
        Object[] present = (toPaused ? paused : awake).toArray();
        if (present.length == 0) {
            present = (toPaused ? awake : paused).toArray();
        }
        if (present.length == 0) {
            throw new IllegalStateException("at least one node must be there");
        }
        return (Node) present[random.nextInt(present.length)];
    }

    /** Returns those that answer. */
    List<Node> awake() {
        return List.copyOf(awake);
    }

    @Override
    public void close() throws IOException {
        for (ServerProcess process : started) {
            process.close();
        }
    }
}
