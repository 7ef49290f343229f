package io.mintmark.cassandra;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A network of nodes on one machine: each node in a network of its own, whose link can be cut, so that neither clients
 * nor other nodes reach it. Needs Linux and root; without, nodes have addresses of loopback, and nothing can be cut.
 */
final class TestNetwork implements AutoCloseable {
    private static final int SUBNETS = 250;

    private final long pid = ProcessHandle.current().pid();

    /** Chosen by process, because two builds may run on one machine. */
    private final String subnet = "10.213." + (1 + pid % SUBNETS) + ".";

    private final String name = Long.toString(pid, 36);
    private final AtomicBoolean closed = new AtomicBoolean();
    private final boolean cuts;
    private final int nodes;

    private TestNetwork(int nodes, boolean cuts) {
        this.nodes = nodes;
        this.cuts = cuts;
    }

    /** Makes networks for {@code nodes} nodes where that is allowed, and says so where it is not. */
    static TestNetwork of(int nodes) {
        TestNetwork made = new TestNetwork(nodes, true);
        Runtime.getRuntime().addShutdownHook(new Thread(made::close));
        if (made.build()) {
            return made;
        }
        made.close();
        System.out.println("[not judged] partitions: no network of its own can be made for a node here (needs root)");
        return new TestNetwork(nodes, false);
    }

    private boolean build() {
        boolean done = ip("link", "add", bridge(), "type", "bridge")
                && ip("addr", "add", subnet + "254/24", "dev", bridge())
                && ip("link", "set", bridge(), "up");
        for (int i = 0; i < nodes && done; i++) {
            done = ip("netns", "add", space(i))
                    && ip("link", "add", link(i), "type", "veth", "peer", "name", "eth0", "netns", space(i))
                    && ip("link", "set", link(i), "master", bridge())
                    && ip("link", "set", link(i), "up")
                    && ip("-n", space(i), "addr", "add", address(i) + "/24", "dev", "eth0")
                    && ip("-n", space(i), "link", "set", "eth0", "up")
                    && ip("-n", space(i), "link", "set", "lo", "up");
        }
        return done;
    }

    /** Returns whether links can be cut. */
    boolean cuts() {
        return cuts;
    }

    String address(int node) {
        return cuts ? subnet + (node + 1) : "127.0.0." + (node + 1);
    }

    /** Returns what the command of a node begins with. */
    List<String> enter(int node) {
        return cuts ? List.of("ip", "netns", "exec", space(node)) : List.of();
    }

    void cut(int node) {
        require(ip("link", "set", link(node), "down"), "cut");
    }

    void heal(int node) {
        require(ip("link", "set", link(node), "up"), "heal");
    }

    private static void require(boolean done, String what) {
        if (!done) {
            throw new IllegalStateException("could not " + what + " a link");
        }
    }

    private String bridge() {
        return "mm" + name;
    }

    private String space(int node) {
        return "mm" + name + "n" + node;
    }

    private String link(int node) {
        return "mm" + name + "l" + node;
    }

    private static boolean ip(String... arguments) {
        List<String> command = new ArrayList<>(List.of("ip"));
        command.addAll(List.of(arguments));
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            boolean done = process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
            if (!done) {
                System.out.println("[network] " + String.join(" ", command) + ": " + said.strip());
            }
            return done;
        } catch (IOException noSuchProgram) {
            return false;
        } catch (InterruptedException e) {
            throw new UncheckedIOException(new IOException(e));
        }
    }

    @Override
    public void close() {
        if (!cuts || closed.getAndSet(true)) {
            return;
        }
        for (int i = 0; i < nodes; i++) {
            boolean ignoredLink = ip("link", "del", link(i));
            boolean ignoredSpace = ip("netns", "del", space(i));
        }
        boolean ignored = ip("link", "del", bridge());
    }
}
