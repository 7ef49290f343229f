package io.mintmark.lab.attack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Attacks a server and prints what good clients felt of it. The server is a process, the attackers are another, and this one
 * has the good clients and looks at the server.
 *
 * <p>Phases: <i>calm</i>, good clients alone; <i>idle</i>, as many connections beside them as the siege has, which do
 * nothing; <i>siege</i>, hostile clients of all kinds; <i>flood</i>, on top of the siege, expensive requests at ten times
 * the rate that the server answers; <i>after</i>, good clients alone again, from the moment the attack ends.
 */
final class Attack {
    private final AttackPlan plan;
    private final Path directory;
    private final TargetServer server;
    private final Attackers attackers;
    private final List<HttpWire> good;
    private final List<AttackReport.Phase> phases = new ArrayList<>();

    private Attack(AttackPlan plan, Path directory, TargetServer server, Attackers attackers) {
        this.plan = plan;
        this.directory = directory;
        this.server = server;
        this.attackers = attackers;
        this.good = GoodClients.wires(server.address(), plan.goodClients());
    }

    /** Takes the words of {@link AttackPlan#of}, and after {@code --} options for the server, also for its JVM. */
    public static void main(String[] args) throws Exception {
        List<String> words = List.of(args);
        int options = words.indexOf("--");
        List<String> planWords = options < 0 ? words : words.subList(0, options);
        refuseUnknown(planWords);
        List<String> given = options < 0 ? List.of() : words.subList(options + 1, words.size());
        List<String> jvm = jvm(given);
        List<String> serve =
                given.stream().filter(word -> !word.startsWith("-X")).toList();
        Path directory = Files.createTempDirectory("mintmark-attack");
        try {
            AttackReport report = run(planWords, directory, jvm, serve);
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

    /** Another heap goes in the place of the usual one: the least of one and the most of the other need not fit. */
    private static List<String> jvm(List<String> given) {
        List<String> jvm = new ArrayList<>(List.of("-XX:+UseSerialGC", "-XX:+AlwaysPreTouch"));
        if (given.stream().noneMatch(word -> word.startsWith("-Xm"))) {
            jvm.addAll(List.of("-Xms512m", "-Xmx512m"));
        }
        given.stream().filter(word -> word.startsWith("-X")).forEach(jvm::add);
        return jvm;
    }

    /** Before anything is started: one line, not a trace. */
    private static void refuseUnknown(List<String> planWords) {
        try {
            AttackPlan ignored = AttackPlan.of(planWords);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(2);
        }
    }

    /** Attacks a server that is started in {@code directory} for this, by the plan of {@link AttackPlan#of}. */
    static AttackReport run(List<String> planWords, Path directory, List<String> jvm, List<String> serve)
            throws IOException, InterruptedException {
        try (TargetServer server = TargetServer.start(directory, jvm, serve);
                Attackers attackers = Attackers.start(server.address(), planWords)) {
            AttackReport report = new Attack(AttackPlan.of(planWords), directory, server, attackers).run();
            if (server.log().contains(" ERROR ")) {
                System.err.println(server.log());
            }
            return report;
        }
    }

    private AttackReport run() throws IOException, InterruptedException {
        Flood.Result capacity = attackers.capacity();
        phase("calm", plan.calmSeconds());
        attackers.idle();
        phase("idle", plan.idleSeconds());
        Map<String, HostilePeer.Tally> idle = attackers.leave();
        attackers.besiege();
        phase("siege", plan.siegeSeconds());
        attackers.flood(plan.floodTimes() * capacity.ok());
        phase("flood", plan.floodSeconds());
        Flood.Result flood = attackers.ebb();
        Map<String, HostilePeer.Tally> hostile = attackers.leave();
        phase("after", plan.calmSeconds());
        good.forEach(HttpWire::close);
        hostile.putAll(idle);
        return new AttackReport(phases, capacity, flood, hostile, server.isAlive());
    }

    private void phase(String name, int seconds) throws IOException, InterruptedException {
        Watch watch = new Watch(server, attackers.handle());
        try (Echo echo = new Echo();
                Disk disk = new Disk(directory);
                Newcomers newcomers = new Newcomers(server.address());
                GoodInserts inserts = new GoodInserts(server.address());
                GoodClients clients = new GoodClients(good, plan.goodPerSecond())) {
            Thread.sleep(seconds * 1_000L);
            phases.add(new AttackReport.Phase(
                    name,
                    clients.result(),
                    newcomers.result(),
                    inserts.result(),
                    echo.result(),
                    disk.result(),
                    watch.end(),
                    server.live()));
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
