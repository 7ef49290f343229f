package io.mintmark.lab.attack;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Attacks a server and prints what good clients felt of it.
 *
 * <p>Phases: <i>calm</i>, good clients alone; <i>siege</i>, hostile clients of all kinds beside them; <i>flood</i>, on top
 * of the siege, expensive requests at ten times the rate that the server answers; <i>after</i>, good clients alone again,
 * from the moment the attack ends.
 */
final class Attack {
    private static final int CAPACITY_CONNECTIONS = 16;

    private final AttackPlan plan;
    private final TargetServer server;
    private final List<AttackReport.Phase> phases = new ArrayList<>();

    private Attack(AttackPlan plan, TargetServer server) {
        this.plan = plan;
        this.server = server;
    }

    /** Takes {@code --quick}, {@code --same-address}, and after {@code --} options for the server, also for its JVM. */
    public static void main(String[] args) throws Exception {
        List<String> words = List.of(args);
        AttackPlan asked = words.contains("--quick") ? AttackPlan.QUICK : AttackPlan.LONG;
        AttackPlan plan = words.contains("--same-address") ? asked.fromTheGoodAddress() : asked;
        int options = words.indexOf("--");
        List<String> given = options < 0 ? List.of() : words.subList(options + 1, words.size());
        List<String> jvm = new ArrayList<>(List.of("-XX:+UseSerialGC", "-Xmx512m"));
        given.stream().filter(word -> word.startsWith("-X")).forEach(jvm::add);
        List<String> serve =
                given.stream().filter(word -> !word.startsWith("-X")).toList();
        Path directory = Files.createTempDirectory("mintmark-attack");
        try {
            AttackReport report = run(plan, directory, jvm, serve);
            System.out.printf(
                    "Java %s, %d processors for server, attackers and good clients together, server with %s %s%n%n%s",
                    System.getProperty("java.version"),
                    Runtime.getRuntime().availableProcessors(),
                    String.join(" ", jvm),
                    String.join(" ", serve),
                    report.markdown());
        } finally {
            erase(directory);
        }
    }

    /** Attacks a server that is started in {@code directory} for this. */
    static AttackReport run(AttackPlan plan, Path directory, List<String> jvm, List<String> serve)
            throws IOException, InterruptedException {
        try (TargetServer server = TargetServer.start(directory, jvm, serve)) {
            return new Attack(plan, server).run();
        }
    }

    private AttackReport run() throws IOException, InterruptedException {
        InetSocketAddress address = server.address();
        Flood.Result capacity = capacity(address);
        phase("calm", plan.calmSeconds());
        Siege siege = new Siege(address, plan.connections(), plan.addresses(), plan.dripMillis());
        Flood.Result flood;
        try (siege) {
            phase("siege", plan.siegeSeconds());
            double perSecond = plan.floodTimes() * capacity.ok();
            try (Flood running = new Flood(address, plan.floodConnections(), plan.floodFrom(), perSecond)) {
                phase("flood", plan.floodSeconds());
                flood = running.result();
            }
        }
        phase("after", plan.calmSeconds());
        return new AttackReport(phases, capacity, flood, siege.tallies(), server.isAlive());
    }

    private Flood.Result capacity(InetSocketAddress address) throws InterruptedException {
        // The first second warms the server up.
        try (Flood warm = new Flood(address, CAPACITY_CONNECTIONS, plan.floodFrom(), 0)) {
            Thread.sleep(plan.capacitySeconds() * 1_000L);
        }
        try (Flood flood = new Flood(address, CAPACITY_CONNECTIONS, plan.floodFrom(), 0)) {
            Thread.sleep(plan.capacitySeconds() * 1_000L);
            return flood.result();
        }
    }

    private void phase(String name, int seconds) throws IOException, InterruptedException {
        Watch watch = new Watch(server);
        try (GoodClients good =
                new GoodClients(server.address(), GoodClients.ADDRESS, plan.goodClients(), plan.goodPerSecond())) {
            Thread.sleep(seconds * 1_000L);
            phases.add(new AttackReport.Phase(name, good.result(), watch.end()));
        }
        System.err.println("[attack] " + name + " done");
    }

    private static void erase(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
