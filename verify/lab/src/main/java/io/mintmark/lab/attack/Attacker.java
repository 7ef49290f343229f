package io.mintmark.lab.attack;

import io.mintmark.lab.instrument.ServerAddress;
import io.mintmark.lab.process.Answer;
import io.mintmark.lab.script.Credentials;
import io.mintmark.lab.script.Kind;
import io.mintmark.lab.script.Script;
import io.mintmark.lab.script.ScriptTable;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/**
 * The process that attacks: it does what the lines on its standard input say, and answers each with a line. Started and
 * told by {@link Attackers}.
 */
final class Attacker {
    static final String ANSWER = "= ";
    static final String CAPACITY = "capacity";
    static final String IDLE = "idle";
    static final String SIEGE = "siege";
    static final String FLOOD = "flood";
    static final String LEAVE = "leave";
    static final String EBB = "ebb";
    private static final String DONE = "done";
    private static final int CAPACITY_CONNECTIONS = 16;

    private final ServerAddress server;
    /** The same with a clearance to read and write, where anybody is asked for one. */
    private final ServerAddress insider;

    private final Optional<Credentials> credentials;
    private final AttackPlan plan;
    private @Nullable Siege siege;
    private @Nullable Flood flood;

    private Attacker(ServerAddress server, AttackOptions options) {
        this.server = server;
        this.credentials = options.credentials();
        this.insider = credentials.map(known -> known.insider(server)).orElse(server);
        this.plan = options.plan();
    }

    /** Takes the URL of the server, and the words of {@link AttackOptions}. */
    public static void main(String[] args) throws IOException, InterruptedException {
        List<String> words = List.of(args);
        AttackOptions options = CommandLine.populateCommand(
                new AttackOptions(), words.subList(1, words.size()).toArray(String[]::new));
        ServerAddress server = ServerAddress.of(URI.create(words.get(0)));
        Attacker attacker = new Attacker(server, options);
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        for (String order = orders.readLine(); order != null; order = orders.readLine()) {
            System.out.println(ANSWER + attacker.obey(order.split(" ", -1)));
            System.out.flush();
        }
    }

    private String obey(String[] order) throws InterruptedException {
        return switch (order[0]) {
            case CAPACITY -> Answer.line(capacity());
            case IDLE -> gather(List.of(Kind.of(idle(), server)));
            case SIEGE -> gather(kinds());
            case FLOOD -> flood(Double.parseDouble(order[1]));
            case LEAVE -> leave();
            case EBB -> ebb();
            default -> throw new IllegalArgumentException("unknown order " + order[0]);
        };
    }

    private static Script idle() {
        return new ScriptTable(0, Optional.empty()).of("idle").get(0);
    }

    private List<Kind> kinds() {
        ScriptTable table = new ScriptTable(plan.dripMillis(), server.tls());
        boolean isTls = server.tls().isPresent();
        List<Kind> kinds = new ArrayList<>();
        if (plan.only() != AttackPlan.Only.GUESSES) {
            boolean isOfStreams = plan.only() == AttackPlan.Only.STREAMS;
            List<Script> scripts = isOfStreams ? table.of("streams") : table.of("all", "streams", "sockets");
            scripts.addAll(isTls ? table.of("handshakes") : List.of());
            scripts.forEach(script -> kinds.add(Kind.of(script, insider)));
        }
        credentials.ifPresent(known -> (isTls ? table.of("guesses", "certificates") : table.of("guesses"))
                .forEach(script -> kinds.add(Kind.of(script, known.as(script.caller(), server)))));
        return kinds;
    }

    private Flood.Result capacity() throws InterruptedException {
        // The first one warms the server up.
        try (Flood warm = new Flood(insider, CAPACITY_CONNECTIONS, plan.floodFrom(), 0)) {
            Thread.sleep(plan.capacitySeconds() * 1_000L);
        }
        try (Flood alone = new Flood(insider, CAPACITY_CONNECTIONS, plan.floodFrom(), 0)) {
            Thread.sleep(plan.capacitySeconds() * 1_000L);
            return alone.result();
        }
    }

    private String gather(List<Kind> kinds) {
        siege = new Siege(kinds, plan.connections(), plan.addresses());
        return DONE;
    }

    private String flood(double perSecond) {
        flood = new Flood(insider, plan.floodConnections(), plan.floodFrom(), perSecond);
        return DONE;
    }

    private String ebb() {
        return Answer.line(Objects.requireNonNull(flood, "no flood was begun").result());
    }

    private String leave() {
        Siege ended = Objects.requireNonNull(siege, "no siege was begun");
        ended.close();
        return ended.tallies().entrySet().stream()
                .map(each -> each.getKey() + ":" + Answer.line(each.getValue().fate()))
                .collect(Collectors.joining(";"));
    }
}
