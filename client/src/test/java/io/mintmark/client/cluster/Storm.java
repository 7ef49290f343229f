package io.mintmark.client.cluster;

import static org.awaitility.Awaitility.await;

import io.mintmark.client.cluster.ScriptedNode.Answer;
import io.mintmark.client.exceptions.ServerOverloadedException;
import io.mintmark.client.http.Request;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;

/**
 * Many clients that go on calling one server, which is well, then refuses everything for a while, then is well again; and
 * what was counted at both ends.
 */
final class Storm {
    private static final int THREADS_OF_A_CLIENT = 4;
    private static final int SERVED_BEFORE_AND_AFTER = 5;
    private static final long REQUESTS_A_SECOND = 2_500;
    private static final int SECONDS_MAX = 300;
    private static final Request PUT = Request.put("/databases/shop/docs?id=a");

    /**
     * The course of the storm.
     *
     * @param clients how many clients there are, of four threads each
     * @param overload how long the server refuses everything
     * @param retryAfter what it asks for, in seconds
     */
    record Weather(int clients, Duration overload, String retryAfter) {
        int threads() {
            return clients * THREADS_OF_A_CLIENT;
        }
    }

    private final Weather weather;
    private final AtomicLong calls = new AtomicLong();
    private final AtomicLong requests = new AtomicLong();
    private final AtomicLong callsInIt = new AtomicLong();
    private final AtomicLong refusedRequests = new AtomicLong();
    private final AtomicLong refusals = new AtomicLong();
    private final AtomicLong recovered = new AtomicLong();
    private final AtomicLongArray bySecond = new AtomicLongArray(SECONDS_MAX);
    private final CountDownLatch allServed;
    private final long start = System.nanoTime();
    private volatile boolean isOverloaded;
    private volatile boolean isOver;
    private volatile int overloadedAt;

    private Storm(Weather weather) {
        this.weather = weather;
        this.allServed = new CountDownLatch(weather.threads());
    }

    /** Lets it happen to clients that save up {@code share} of a further attempt with each call, {@code reserve} at most. */
    static Storm blow(Weather weather, double share, int reserve) throws InterruptedException {
        Storm storm = new Storm(weather);
        List<Cluster> clients = new ArrayList<>();
        try (ScriptedNode server = ScriptedNode.answering(request -> storm.answer())) {
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < weather.clients(); i++) {
                Cluster client = Cluster.of(ClusterSettings.builder(List.of(server.url()))
                        .database("shop")
                        .fixedNodes()
                        .retryBudget(share, reserve)
                        .build());
                clients.add(client);
                for (int j = 0; j < THREADS_OF_A_CLIENT; j++) {
                    threads.add(new Thread(() -> storm.call(client)));
                }
            }
            threads.forEach(Thread::start);
            storm.passOver();
            for (Thread thread : threads) {
                thread.join(TimeUnit.SECONDS.toMillis(SECONDS_MAX));
            }
        } finally {
            clients.forEach(Cluster::close);
        }
        return storm;
    }

    private void passOver() throws InterruptedException {
        if (!allServed.await(SECONDS_MAX, TimeUnit.SECONDS)) {
            throw new AssertionError(allServed.getCount() + " threads were not served by a server that is well");
        }
        overloadedAt = second();
        isOverloaded = true;
        await().pollDelay(weather.overload())
                .atMost(weather.overload().plusMinutes(1))
                .until(() -> true);
        isOverloaded = false;
        isOver = true;
    }

    private Answer answer() {
        requests.incrementAndGet();
        bySecond.incrementAndGet(Math.min(SECONDS_MAX - 1, second()));
        boolean refused = isOverloaded;
        refusedRequests.addAndGet(refused ? 1 : 0);
        return refused
                ? Answer.refusal(503, "System.TimeoutException", "later").with("Retry-After", weather.retryAfter())
                : Answer.of(201, "");
    }

    private int second() {
        return (int) ((System.nanoTime() - start) / 1_000_000_000);
    }

    /** One thread: calls at its pace whatever it is told, until it was served a few times after the storm. */
    private void call(Cluster client) {
        SplittableRandom random = new SplittableRandom();
        long pauseNanosMax = 2_000_000_000L * weather.threads() / REQUESTS_A_SECOND;
        int served = 0;
        int servedAfter = 0;
        while (servedAfter < SERVED_BEFORE_AND_AFTER) {
            boolean after = isOver;
            if (wasServed(client)) {
                servedAfter += after ? 1 : 0;
                if (++served == SERVED_BEFORE_AND_AFTER) {
                    allServed.countDown();
                }
            }
            LockSupport.parkNanos(random.nextLong(1, pauseNanosMax));
        }
        recovered.incrementAndGet();
    }

    private boolean wasServed(Cluster client) {
        calls.incrementAndGet();
        callsInIt.addAndGet(isOverloaded ? 1 : 0);
        try {
            return client.send(PUT).status() == 201;
        } catch (ServerOverloadedException refused) {
            refusals.incrementAndGet();
            return false;
        }
    }

    long threads() {
        return weather.threads();
    }

    /** Returns how often a thread asked its client for something. */
    long calls() {
        return calls.get();
    }

    /** Returns how many of these began while the server refused everything. */
    long callsInIt() {
        return callsInIt.get();
    }

    /** Returns how many requests reached the server. */
    long requests() {
        return requests.get();
    }

    /** Returns how many of these were refused. */
    long refusedRequests() {
        return refusedRequests.get();
    }

    /** Returns how many threads were served again in the end. */
    long recovered() {
        return recovered.get();
    }

    /** Prints the busiest second of the storm and after it, beside the average of the seconds before. */
    @Override
    public String toString() {
        long before = 0;
        long peak = 0;
        for (int second = 0; second < SECONDS_MAX; second++) {
            before += second < overloadedAt ? bySecond.get(second) : 0;
            peak = second < overloadedAt ? peak : Math.max(peak, bySecond.get(second));
        }
        return String.format(
                "[storm] %,d clients, %d s of 503 with Retry-After %s: %,d calls, %,d requests (%.3f each), %,d of them refused; %,d"
                        + " callers were told so; %,d of %,d threads recovered; peak %,d a second%s",
                weather.clients(),
                weather.overload().toSeconds(),
                weather.retryAfter(),
                calls(),
                requests(),
                requests() / (double) calls(),
                refusedRequests(),
                refusals.get(),
                recovered(),
                threads(),
                peak,
                overloadedAt == 0 ? "" : String.format(", %,d before", before / overloadedAt));
    }
}
