package io.mintmark.lab.attack;

import io.mintmark.lab.process.Answer;
import io.mintmark.lab.process.Child;
import io.mintmark.lab.script.Credentials;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The attackers, in a process of their own: what the good clients feel must come from the server and from the machine
 * they all share, not from the attackers' locks and collections.
 */
final class Attackers implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 10;

    private final Process process;
    private final BufferedReader answers;
    private final BufferedWriter orders;

    private Attackers(Process process) {
        this.process = process;
        this.answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
        this.orders = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.US_ASCII));
    }

    /** Starts the process, which waits for orders. */
    static Attackers start(URI server, AttackOptions options, Optional<Credentials> credentials) throws IOException {
        List<String> command = new ArrayList<>();
        if (options.isNice()) {
            command.addAll(List.of("nice", "-n", "19"));
        }
        command.addAll(Child.java(List.of("-Xmx1g"), Attacker.class.getName(), server.toString()));
        command.addAll(options.words(credentials));
        return new Attackers(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    private String order(String order) throws IOException {
        orders.write(order);
        orders.newLine();
        orders.flush();
        String line = answers.readLine();
        while (line != null && !line.startsWith(Attacker.ANSWER)) {
            line = answers.readLine();
        }
        if (line == null) {
            throw new IOException("the attackers ended when they were told: " + order);
        }
        return line.substring(Attacker.ANSWER.length());
    }

    /** Returns what the server does of the flood's requests when nobody else asks for anything. */
    Flood.Result capacity() throws IOException {
        return floodResult(order(Attacker.CAPACITY));
    }

    /** As many connections as the siege has, that do nothing, until they {@link #leave}. */
    void idle() throws IOException {
        String ignored = order(Attacker.IDLE);
    }

    /** Hostile clients of all kinds, until they {@link #leave}. */
    void besiege() throws IOException {
        String ignored = order(Attacker.SIEGE);
    }

    /** Requests at a fixed rate, until the {@link #ebb}. */
    void flood(double perSecond) throws IOException {
        String ignored = order(Attacker.FLOOD + " " + perSecond);
    }

    /** Ends the flood. */
    Flood.Result ebb() throws IOException {
        return floodResult(order(Attacker.EBB));
    }

    /** Ends the siege, and returns what became of each kind. */
    Map<String, HostilePeer.Fate> leave() throws IOException {
        Map<String, HostilePeer.Fate> tallies = new LinkedHashMap<>();
        for (String kind : order(Attacker.LEAVE).split(";", -1)) {
            int colon = kind.indexOf(':');
            tallies.put(
                    kind.substring(0, colon),
                    Answer.as(HostilePeer.Fate.class, Answer.numbers(kind.substring(colon + 1))));
        }
        return tallies;
    }

    private static Flood.Result floodResult(String line) {
        return Answer.as(Flood.Result.class, Answer.numbers(line));
    }

    ProcessHandle handle() {
        return process.toHandle();
    }

    @Override
    public void close() throws IOException {
        orders.close();
        boolean ignored = Child.end(process, PATIENCE_SECONDS);
    }
}
