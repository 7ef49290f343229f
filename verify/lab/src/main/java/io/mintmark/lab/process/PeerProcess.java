package io.mintmark.lab.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A server of others that is on this machine's path, as a process of its own; ended by {@link #close}. */
public final class PeerProcess implements AutoCloseable {
    private static final long PATIENCE_MILLIS = 60_000;
    private static final long PAUSE_MILLIS = 100;
    private static final int PATIENCE_SECONDS = 10;

    private final Process process;
    private final InetSocketAddress address;

    private PeerProcess(Process process, InetSocketAddress address) {
        this.process = process;
        this.address = address;
    }

    /** Returns the first line that a program says about its version; empty if it is not on the path. */
    public static Optional<String> version(String program, String option) {
        try {
            return Child.output(List.of(program, option)).lines().findFirst();
        } catch (IOException none) {
            return Optional.empty();
        }
    }

    /** Returns a port of loopback that nobody listens on. */
    public static InetSocketAddress freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            return new InetSocketAddress(free.getInetAddress(), free.getLocalPort());
        }
    }

    /** Starts a command and waits until it listens at {@code address}; what it says goes to {@code log}. */
    public static PeerProcess start(List<String> command, InetSocketAddress address, Path log) throws IOException {
        Process process = Child.kept(new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start());
        PeerProcess started = new PeerProcess(process, address);
        started.awaitReady(command.get(0), log);
        return started;
    }

    private void awaitReady(String name, Path log) throws IOException {
        boolean isReady = Child.holdsWithin(PATIENCE_MILLIS, PAUSE_MILLIS, () -> !process.isAlive() || isListening());
        if (!isReady || !process.isAlive()) {
            close();
            throw new IOException(name + " did not start: " + Files.readString(log));
        }
    }

    private boolean isListening() {
        try (Socket ignored = new Socket(address.getAddress(), address.getPort())) {
            return true;
        } catch (IOException notYet) {
            return false;
        }
    }

    /** Returns where it listens. */
    public InetSocketAddress address() {
        return address;
    }

    /** Returns its process. */
    public ProcessHandle handle() {
        return process.toHandle();
    }

    @Override
    public void close() {
        boolean ignored = Child.end(process, PATIENCE_SECONDS);
    }
}
