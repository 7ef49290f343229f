package io.mintmark.lab.peers;

import io.mintmark.lab.process.PeerProcess;
import io.mintmark.lab.process.WorkDirectory;
import io.mintmark.lab.report.BlockingLoop;
import io.mintmark.lab.report.Turns;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A Redis that syncs its log before it answers, and one key of it that everybody increments; as one writes it by hand.
 */
public final class Redis implements AutoCloseable {
    private static final String NAME = "redis-server";

    private final PeerProcess process;

    private Redis(PeerProcess process) {
        this.process = process;
    }

    /** Starts one, if it is on the path; fails if it is not as durable as asked for. */
    public static Optional<Redis> start(WorkDirectory work) throws IOException {
        if (PeerProcess.version(NAME, "--version").isEmpty()) {
            return Optional.empty();
        }
        InetSocketAddress address = PeerProcess.freePort();
        List<String> command = new ArrayList<>(List.of(NAME, "--bind", address.getHostString()));
        command.addAll(List.of("--port", Integer.toString(address.getPort())));
        command.addAll(List.of("--dir", work.made("redis").toString(), "--save", ""));
        command.addAll(List.of("--appendonly", "yes", "--appendfsync", "always"));
        Redis redis = new Redis(PeerProcess.start(command, address, work.file("redis.log")));
        redis.checkDurability();
        return Optional.of(redis);
    }

    private void checkDurability() throws IOException {
        try (Increments connection = new Increments(process.address())) {
            for (String asked : List.of("appendonly yes", "appendfsync always")) {
                String[] setting = asked.split(" ", 2);
                String found = connection.setting(setting[0]);
                if (!found.equals(setting[1])) {
                    throw new IOException("Redis must run with " + asked + " but reads back " + found);
                }
            }
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    /** Returns what it said about its version. */
    public static String version() throws IOException {
        return PeerProcess.version(NAME, "--version")
                .map(said -> said.replaceAll(".* v=(\\S+).*", "Redis $1"))
                .orElse("");
    }

    /** Returns a load of so many connections. */
    public Turns.Subject increments(int connections) {
        return window -> {
            try (BlockingLoop loop = BlockingLoop.open(connections, thread -> new Increments(process.address()))) {
                return window.of(List.of(process.handle()), loop::run, 1);
            }
        };
    }

    @Override
    public void close() {
        process.close();
    }

    /** One connection, which speaks the protocol's inline form. */
    private static final class Increments implements BlockingLoop.Work {
        private static final byte[] INCREMENT = "INCRBY orders 32\r\n".getBytes(StandardCharsets.US_ASCII);

        private final Socket socket;
        private final BufferedReader replies;

        Increments(InetSocketAddress server) throws IOException {
            socket = new Socket(server.getAddress(), server.getPort());
            socket.setTcpNoDelay(true);
            replies = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
        }

        String setting(String name) throws IOException {
            socket.getOutputStream().write(("CONFIG GET " + name + "\r\n").getBytes(StandardCharsets.US_ASCII));
            String value = "";
            // An array of two texts, each after its length.
            for (int line = 0; line < 5; line++) {
                value = replies.readLine();
            }
            return String.valueOf(value);
        }

        @Override
        public void once() throws IOException {
            socket.getOutputStream().write(INCREMENT);
            String reply = replies.readLine();
            if (reply == null || !reply.startsWith(":")) {
                throw new IOException("Redis must answer INCRBY with a number, but answered " + reply);
            }
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
