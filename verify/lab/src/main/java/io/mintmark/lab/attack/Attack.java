package io.mintmark.lab.attack;

import io.mintmark.lab.instrument.GoodClients;
import io.mintmark.lab.instrument.HttpConnection;
import io.mintmark.lab.instrument.SteadyThread;
import io.mintmark.lab.script.Credentials;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Attacks a server and prints what good clients felt of it. The server is a process, the attackers are another, and
 * this one has the good clients and looks at the server.
 *
 * <p>Phases: <i>calm</i>, good clients alone; <i>idle</i>, as many connections beside them as the siege has, which do
 * nothing; <i>siege</i>, hostile clients of all kinds; <i>flood</i>, on top of the siege, expensive requests at ten
 * times the rate that the server answers; <i>after</i>, good clients alone again, from the moment the attack ends.
 */
final class Attack {
    static final String GOOD_ADDRESS = "127.0.0.1";

    private final AttackPlan plan;
    private final Path directory;
    private final TargetServer server;
    private final Attackers attackers;
    private final List<HttpConnection> good;
    private final List<AttackReport.Phase> phases = new ArrayList<>();

    private Attack(AttackPlan plan, Path directory, TargetServer server, Attackers attackers) {
        this.plan = plan;
        this.directory = directory;
        this.server = server;
        this.attackers = attackers;
        this.good = good(server, plan.goodClients());
    }

    /** Attacks a server that is started for this in {@code directory}. */
    static AttackReport run(AttackOptions options, Path directory, List<String> jvm, List<String> serve)
            throws IOException, InterruptedException {
        Optional<Credentials> credentials = options.hasAccessList()
                ? Optional.of(Credentials.make(
                        directory.resolve("credentials"), TargetServer.data(directory), options.isTls()))
                : Optional.empty();
        try (TargetServer server = TargetServer.start(directory, jvm, serve, credentials);
                Attackers attackers = Attackers.start(server.url(), options, credentials)) {
            AttackReport report = new Attack(options.plan(), directory, server, attackers).run();
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
        Map<String, HostilePeer.Fate> idle = attackers.leave();
        attackers.besiege();
        phase("siege", plan.siegeSeconds());
        attackers.flood(plan.floodTimes() * capacity.ok());
        phase("flood", plan.floodSeconds());
        Flood.Result flood = attackers.ebb();
        Map<String, HostilePeer.Fate> hostile = attackers.leave();
        phase("after", plan.calmSeconds());
        good.forEach(HttpConnection::close);
        hostile.putAll(idle);
        return new AttackReport(phases, capacity, flood, hostile, server.isAlive());
    }

    /** Returns connections of good clients, from an address that attacks nobody; each opens when it is first used. */
    static List<HttpConnection> good(TargetServer server, int count) {
        return Stream.generate(() -> HttpConnection.from(GOOD_ADDRESS, server.address()))
                .limit(count)
                .toList();
    }

    /** Returns what good clients ask for. */
    static GoodClients.Habits habits(int perSecond) {
        return new GoodClients.Habits("attack", false, perSecond, SteadyThread.ANY_LAG, 0);
    }

    private void phase(String name, int seconds) throws IOException, InterruptedException {
        Watch watch = new Watch(server, attackers.handle());
        try (Probe echo = Probe.echo();
                Probe disk = Probe.disk(directory);
                Probe newcomers = Probe.newcomers(server.address());
                Probe inserts = Probe.inserts(server.address());
                GoodClients clients = new GoodClients(good, habits(plan.goodPerSecond()))) {
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
}
