package io.mintmark.lab.hostile;

import io.mintmark.internal.DaemonThreads;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The strangers' process: prepares one case, says so, waits for a line, sends for some seconds from sixteen
 * threads, prints what came back, and exits, whatever still hangs.
 */
final class Strangers {
    static final String READY = "ready";
    static final int COUNT = 16;
    private static final long LAST_REPLIES_MILLIS = 2_000;

    private final List<InetSocketAddress> servers;
    private final Tally tally = new Tally();
    private final AtomicInteger turns = new AtomicInteger();

    private Strangers(List<InetSocketAddress> servers) {
        this.servers = servers;
    }

    /** Runs with the name of a case, how many milliseconds to send, and where the servers are. */
    public static void main(String... args) throws IOException, InterruptedException {
        List<InetSocketAddress> servers = Stream.of(args)
                .skip(2)
                .map(URI::create)
                .map(url -> new InetSocketAddress(url.getHost(), url.getPort()))
                .toList();
        HostileCase found = Catalogue.named(Pattern.compile("^" + Pattern.quote(args[0]) + "$"))
                .get(0);
        System.out.print(new Strangers(servers).run(found, Long.parseLong(args[1])));
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }

    private String run(HostileCase found, long millis) throws IOException, InterruptedException {
        HostileCase.Attack attack;
        try (Stranger first = stranger(0, new Tally())) {
            attack = found.preparation().prepare(first);
        }
        System.out.println(READY);
        int ignored = System.in.read();
        send(attack, millis);
        return tally.lines();
    }

    private void send(HostileCase.Attack attack, long millis) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < COUNT; i++) {
            Stranger stranger = stranger(i, tally);
            Thread thread =
                    DaemonThreads.thread(Strangers.class, "stranger-" + i, () -> sendUntil(attack, stranger, end));
            thread.start();
            threads.add(thread);
        }
        long last = end + TimeUnit.MILLISECONDS.toNanos(LAST_REPLIES_MILLIS);
        for (Thread thread : threads) {
            thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(last - System.nanoTime())));
            if (thread.isAlive()) {
                tally.add("waiting", "no reply yet when the case ended");
            }
        }
    }

    private void sendUntil(HostileCase.Attack attack, Stranger stranger, long end) {
        try (stranger) {
            while (System.nanoTime() < end) {
                attack.send(stranger, turns.getAndIncrement());
            }
        } catch (IOException | RuntimeException | Error e) {
            tally.add("harness: " + e.getClass().getSimpleName(), String.valueOf(e.getMessage()));
        }
    }

    /** Four strangers share an address, since one address alone is held back early. */
    private Stranger stranger(int number, Tally tally) {
        return new Stranger("127.0.1." + (1 + number % 4), servers.get(number % servers.size()), tally);
    }
}
