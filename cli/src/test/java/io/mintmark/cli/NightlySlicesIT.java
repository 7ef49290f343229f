package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.mintmark.client.RemoteRanges;
import io.mintmark.counter.NumberSlice;
import io.mintmark.hilo.HiLo;
import io.mintmark.hilo.StrictHiLo;
import io.mintmark.range.RangeUnavailableException;
import io.mintmark.testkit.Effort;
import io.mintmark.testkit.Seed;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import net.ravendb.client.documents.DocumentStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three nodes whose wires to PostgreSQL are cut and mended, while our client, RavenDB's and one that stays at its node
 * draw numbers of the same counters: each number comes once, whatever its tag, and numbers are ordinary again after each
 * cut.
 */
class NightlySlicesIT {
    @RegisterExtension
    static final DurablePostgres POSTGRES = DurablePostgres.of();

    private static final String DATABASE_NAME = "slices";
    private static final Duration REST = Duration.ofMillis(2);

    @TempDir
    private Path directory;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpClient http = HttpClient.newHttpClient();
    private final AtomicBoolean done = new AtomicBoolean();
    private final Drawn orders = new Drawn();
    private final Drawn notes = new Drawn();

    /** The numbers of one counter that somebody was given. */
    private static final class Drawn {
        private final Set<Long> numbers = ConcurrentHashMap.newKeySet();
        private final AtomicLong ofSlices = new AtomicLong();
        private final Set<Long> twice = ConcurrentHashMap.newKeySet();

        void add(long number) {
            if (!numbers.add(number)) {
                boolean ignored = twice.add(number);
            }
            if (NumberSlice.has(number)) {
                ofSlices.incrementAndGet();
            }
        }
    }

    @AfterEach
    void end() {
        done.set(true);
        threads.shutdownNow();
    }

    private Callable<Long> ours(List<URI> nodes) {
        String[] urls = nodes.stream().map(URI::toString).toArray(String[]::new);
        return () -> {
            long refused = 0;
            try (RemoteRanges ranges = RemoteRanges.builder(urls)
                            .database(Calls.DATABASE)
                            .tag("orders")
                            .attemptTimeout(Duration.ofSeconds(1))
                            .deadline(Duration.ofSeconds(4))
                            .open();
                    StrictHiLo ids = HiLo.over(ranges).name("orders").strict()) {
                while (!done.get()) {
                    try {
                        orders.add(ids.next());
                    } catch (RangeUnavailableException e) {
                        refused++;
                    }
                    RealTime.pass(REST);
                }
            }
            return refused;
        };
    }

    private Callable<Long> official(List<URI> nodes) {
        String[] urls = nodes.stream().map(URI::toString).toArray(String[]::new);
        return () -> {
            long refused = 0;
            try (DocumentStore store = new DocumentStore(urls, Calls.DATABASE)) {
                store.getConventions().setRequestTimeout(Duration.ofSeconds(2));
                store.initialize();
                while (!done.get()) {
                    try {
                        String id = store.getConventions().generateDocumentId(Calls.DATABASE, new Note("any"));
                        notes.add(Long.parseLong(id.replaceFirst(".*/(\\d+)-[A-Z]+$", "$1")));
                    } catch (RuntimeException e) {
                        refused++;
                    }
                    RealTime.pass(REST);
                }
            }
            return refused;
        };
    }

    /** Stays at its node, and gives a part of each range back that it got. */
    private Callable<Long> loyal(URI node, SplittableRandom random) {
        return () -> {
            long refused = 0;
            long lastMax = 0;
            while (!done.get()) {
                String body = answer(node, "GET", "/hilo/next?tag=orders&lastMax=" + lastMax);
                if (body.isEmpty()) {
                    refused++;
                    RealTime.pass(Duration.ofMillis(50));
                    continue;
                }
                long low = number(body, "Low");
                long high = number(body, "High");
                long last = low + random.nextLong(high - low + 1);
                for (long each = low; each <= last; each++) {
                    orders.add(each);
                }
                lastMax = high;
                String ignored = answer(node, "PUT", "/hilo/return?tag=orders&end=" + high + "&last=" + last);
                RealTime.pass(REST);
            }
            return refused;
        };
    }

    private static long number(String body, String member) {
        return Long.parseLong(body.replaceFirst(".*\"" + member + "\":(\\d+).*", "$1"));
    }

    /** Returns the body; empty if the node refused or did not answer in time. */
    private String answer(URI node, String method, String path) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(node.resolve("/databases/" + Calls.DATABASE + path))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .timeout(Duration.ofSeconds(20))
                .build();
        try {
            var reply = http.send(request, BodyHandlers.ofString());
            return reply.statusCode() < 300 ? reply.body() : "";
        } catch (IOException e) {
            return "";
        }
    }

    @Test
    void noNumberComesTwiceWhateverWireIsCut() throws Exception {
        int rounds = Effort.of("cuts of wires", 4, 40);
        SplittableRandom random = new SplittableRandom(Seed.fresh("wires that are cut"));
        POSTGRES.createDatabase(DATABASE_NAME);
        List<EngineWire> wires = new ArrayList<>();
        List<Nodes> sites = new ArrayList<>();
        List<URI> urls = new ArrayList<>();
        try {
            for (String tag : List.of("A", "B", "C")) {
                EngineWire wire = new EngineWire(POSTGRES.port());
                wires.add(wire);
                Nodes site = new Nodes(
                        Files.createDirectory(directory.resolve(tag)),
                        Nodes.jar(),
                        DurablePostgres.options(wire.port(), DATABASE_NAME));
                sites.add(site);
                urls.add(site.ready(site.launch(tag, 0)).url);
                if (tag.equals("A")) {
                    new Calls(http, urls.get(0)).createDatabase();
                }
            }
            List<Future<Long>> clients = new ArrayList<>();
            for (URI node : urls) {
                clients.add(threads.submit(ours(List.of(node))));
                clients.add(threads.submit(official(List.of(node))));
                clients.add(threads.submit(loyal(node, random.split())));
            }
            for (int round = 0; round < rounds; round++) {
                cut(wires, urls, random);
            }
            done.set(true);
            long refused = 0;
            for (Future<Long> client : clients) {
                refused += client.get();
            }

            System.out.printf(
                    "[report] slices: %,d cuts; orders %,d numbers, %,d of slices; notes %,d, %,d of slices; %,d refused%n",
                    rounds,
                    orders.numbers.size(),
                    orders.ofSlices.get(),
                    notes.numbers.size(),
                    notes.ofSlices.get(),
                    refused);
            assertThat(orders.twice).isEmpty();
            assertThat(notes.twice).isEmpty();
            assertThat(orders.ofSlices.get()).isPositive();
            assertThat(notes.ofSlices.get()).isPositive();
        } finally {
            done.set(true);
            for (Nodes site : sites) {
                site.close();
            }
            for (EngineWire wire : wires) {
                wire.close();
            }
        }
    }

    private void cut(List<EngineWire> wires, List<URI> urls, SplittableRandom random) throws Exception {
        List<EngineWire> dark = new ArrayList<>();
        for (EngineWire wire : wires) {
            if (random.nextInt(2) == 0) {
                wire.darken();
                dark.add(wire);
            }
        }
        RealTime.pass(Duration.ofMillis(2_500 + random.nextInt(2_500)));
        dark.forEach(EngineWire::lighten);
        for (URI node : urls) {
            await("the node is well again").atMost(Duration.ofSeconds(30)).until(() -> isWell(node));
            await("numbers are ordinary again").atMost(Duration.ofSeconds(30)).until(() -> {
                String body = answer(node, "GET", "/hilo/next?tag=fresh");
                return !body.isEmpty() && !NumberSlice.has(number(body, "Low"));
            });
        }
    }

    private boolean isWell(URI node) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(node.resolve("/databases/" + Calls.DATABASE + "/healthcheck"))
                .timeout(Duration.ofSeconds(20))
                .build();
        return http.send(request, BodyHandlers.discarding()).statusCode() == 204;
    }
}
