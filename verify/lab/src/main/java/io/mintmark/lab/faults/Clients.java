package io.mintmark.lab.faults;

import io.mintmark.lab.instrument.Progress;
import io.mintmark.lab.process.Child;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** The threads of all clients: each has a node of its own, and waits a little between its steps. */
final class Clients implements AutoCloseable {
    /** One step of a client; it returns whether the node did what it was asked for. */
    interface Client {
        boolean step() throws IOException;
    }

    private static final int RANGE_TAKERS = 4;
    private static final int IDENTITY_TAKERS = 2;
    private static final long RANGE_MILLIS = 60;
    private static final long IDENTITY_MILLIS = 45;
    private static final long SERVER_ID_MILLIS = 200;
    private static final long AGAIN_MILLIS = 20;
    private static final long REFUSED_MILLIS = 250;
    private static final long JOIN_MILLIS = 15_000;

    private final List<Thread> threads = new ArrayList<>();
    private final ConcurrentSkipListMap<String, AtomicLong> counts = new ConcurrentSkipListMap<>();
    private volatile boolean isEnded;

    /** Starts clients at each node. */
    static Clients start(Cluster cluster, Api api, History history, long seed) {
        Clients clients = new Clients();
        int count = cluster.nodes().size();
        for (int node = 0; node < count; node++) {
            clients.start(cluster.nodes().get(node), new NodeClient.Place(cluster, api, history, node, seed));
        }
        return clients;
    }

    private void start(Node at, NodeClient.Place place) {
        for (int i = 0; i < RANGE_TAKERS; i++) {
            String database = i % 2 == 0 ? Databases.STEADY : Databases.CHURN;
            add(at, "range", RANGE_MILLIS, new RangeTaker(place, database, "r" + place.node() + "-" + i)::step);
        }
        for (int i = 0; i < IDENTITY_TAKERS; i++) {
            String database = i % 2 == 0 ? Databases.STEADY : Databases.CHURN;
            IdentityTaker taker = new IdentityTaker(place, database, "i" + place.node() + i);
            add(at, "identity", IDENTITY_MILLIS, taker::step);
            add(at, "identity asked again", AGAIN_MILLIS, taker::again);
        }
        add(at, "server-side id", SERVER_ID_MILLIS, new ServerIdTaker(place)::step);
    }

    private void add(Node node, String kind, long pauseMillis, Client client) {
        Thread thread = new Thread(() -> run(node, kind, pauseMillis, client), "client " + kind);
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
    }

    private void run(Node node, String kind, long pauseMillis, Client client) {
        while (!isEnded) {
            try {
                if (node.isQuiet()) {
                    Child.pause(pauseMillis);
                    continue;
                }
                boolean isDone = client.step();
                count(kind + (isDone ? ", done" : ", refused or unanswered"));
                Child.pause(isDone ? pauseMillis : REFUSED_MILLIS);
            } catch (IOException | RuntimeException e) {
                count(kind + ", answer not understood");
                Progress.say("client %s: %s", kind, e);
            }
        }
    }

    private void count(String what) {
        long ignored = counts.computeIfAbsent(what, any -> new AtomicLong()).incrementAndGet();
    }

    /** Returns how often each kind of client was answered. */
    ConcurrentSkipListMap<String, AtomicLong> counts() {
        return counts;
    }

    /** Ends them and waits for what they have begun. */
    @Override
    public void close() {
        isEnded = true;
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(JOIN_MILLIS);
        try {
            for (Thread thread : threads) {
                thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Stores documents whose ids the server makes, in turns in both databases. */
    private static final class ServerIdTaker extends NodeClient {
        private long sequence;

        ServerIdTaker(Place place) {
            super(place, "s" + place.node());
        }

        @Override
        boolean step() throws IOException {
            String database = ++sequence % 2 == 0 ? Databases.STEADY : Databases.CHURN;
            return store(database, "things/", name + "-" + sequence, "", true);
        }
    }
}
