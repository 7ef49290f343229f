package io.mintmark.lab.attack;

import io.mintmark.lab.script.Kind;
import io.mintmark.lab.script.Script;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Hostile clients of all kinds, from several addresses, for as long as it is open. */
final class Siege implements AutoCloseable {
    private final List<HostilePeer> peers = new ArrayList<>();
    private final Map<String, HostilePeer.Tally> tallies = new LinkedHashMap<>();
    private final Swarm swarm;

    /**
     * Begins to connect.
     *
     * @param kinds what they do, and as whom
     * @param connections how many clients, all of which want a connection all the time
     * @param addresses from how many addresses of this machine
     */
    Siege(List<Kind> kinds, int connections, int addresses) {
        int shares = kinds.stream().mapToInt(kind -> kind.script().share()).sum();
        for (Kind kind : kinds) {
            Script script = kind.script();
            HostilePeer.Tally tally = new HostilePeer.Tally();
            tallies.put(script.name(), tally);
            int count = Math.max(1, connections * script.share() / shares);
            for (int i = 0; i < count; i++) {
                peers.add(new HostilePeer(kind.server(), address(peers.size() % addresses), script, tally));
            }
        }
        swarm = new Swarm("siege", peers, this::connect);
    }

    /** Returns one of the addresses that attack. */
    static String address(int index) {
        return "127.0.1." + (index + 1);
    }

    private void connect(long nowNanos) {
        swarm.connectSome(peer -> ((HostilePeer) peer).wantsBack(nowNanos));
    }

    /** Returns what became of each kind; only after the end. */
    Map<String, HostilePeer.Tally> tallies() {
        return tallies;
    }

    @Override
    public void close() {
        swarm.close();
        long now = System.nanoTime();
        peers.forEach(peer -> peer.endOfAttack(now));
    }
}
