package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.testkit.Effort;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lists far larger than the heap, many at once, on the shipped jar: all of them arrive, and so do small answers. */
class NightlyLongListsIT {
    private static final int AT_ONCE = 12;
    private static final int BATCH = 1_000;
    private static final String PADDING = "x".repeat(150);
    private static final List<String> LISTS = List.of(
            "/debug/identities", "/collections/stats", "/docs?startsWith=", "/docs?metadataOnly=true", "/docs?etag=0");

    @TempDir
    private Path directory;

    private final HttpClient client = HttpClient.newHttpClient();

    @Test
    void shouldSendLongListsFromASmallHeap() throws Exception {
        int rows = Effort.of("rows of each list", 40_000, 300_000);
        String heap = rows > 100_000 ? "-Xmx512m" : "-Xmx64m";
        String jar = System.getProperty("mintmark.jar", "target/mintmark.jar");
        String data = directory.resolve("data").toString();
        List<String> command = List.of(heap, "-jar", jar, "serve", "--port", "0", "--data", data, "--limit-body", "8m");
        try (ServerProcess server = ServerProcess.java(directory, command)) {
            URI url = server.awaitReady();
            fill(url, rows);
            GoodClient good = new GoodClient(url);
            Thread thread = new Thread(good);
            thread.start();
            for (String list : LISTS) {
                good.begin();
                assertThat(allAtOnce(url.resolve("/databases/long" + list))).allMatch(bytes -> bytes > 150L * rows);
                good.report(list, rows);
            }
            good.stop();
            thread.join();
            assertThat(good.failures()).isEmpty();
            assertThat(server.log()).doesNotContain("OutOfMemoryError");
        }
    }

    /** Each document is of a collection of its own, and takes a number of an identity of its own. */
    private void fill(URI url, int rows) throws Exception {
        assertThat(Http.create(url, "long")).isEqualTo(201);
        assertThat(Http.create(url, "other")).isEqualTo(201);
        for (int first = 0; first < rows; first += BATCH) {
            StringBuilder commands = new StringBuilder("{\"Commands\":[");
            for (int i = first; i < first + BATCH; i++) {
                commands.append(i == first ? "" : ",")
                        .append("{\"Type\":\"PUT\",\"Id\":\"")
                        .append(PADDING + i + "|")
                        .append("\",\"Document\":{\"@metadata\":{\"@collection\":\"")
                        .append(PADDING + i)
                        .append("\"}}}");
            }
            assertThat(Http.send(url, "POST", "/databases/long/bulk_docs", commands + "]}")
                            .statusCode())
                    .isEqualTo(201);
        }
    }

    /** Returns how many bytes each of them got. */
    private List<Long> allAtOnce(URI target) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
        try {
            List<Callable<Long>> readers = IntStream.range(0, AT_ONCE)
                    .<Callable<Long>>mapToObj(i -> () -> bytes(target))
                    .toList();
            List<Long> bytes = new ArrayList<>();
            for (Future<Long> reader : threads.invokeAll(readers)) {
                bytes.add(reader.get());
            }
            return bytes;
        } finally {
            threads.shutdown();
        }
    }

    /** A list that is refused for now comes when it is asked for again. */
    private long bytes(URI target) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(target).build();
        HttpResponse<InputStream> response = client.send(request, BodyHandlers.ofInputStream());
        try (InputStream body = response.body()) {
            if (response.statusCode() == 503) {
                body.transferTo(java.io.OutputStream.nullOutputStream());
                RealTime.pass(Duration.ofMillis(100));
                return bytes(target);
            }
            assertThat(response.statusCode()).isEqualTo(200);
            return body.transferTo(java.io.OutputStream.nullOutputStream());
        }
    }

    /** Asks another database for ranges, one after the other. */
    private static final class GoodClient implements Runnable {
        private final HttpClient client = HttpClient.newHttpClient();
        private final HttpRequest request;
        private final AtomicBoolean stopped = new AtomicBoolean();
        private final List<Double> millis = new ArrayList<>();
        private final List<String> failures = new ArrayList<>();

        GoodClient(URI url) {
            request = HttpRequest.newBuilder(url.resolve("/databases/other/hilo/next?tag=orders"))
                    .timeout(Duration.ofSeconds(30))
                    .build();
        }

        @Override
        public void run() {
            while (!stopped.get()) {
                long begun = System.nanoTime();
                try {
                    HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
                    note(answer.statusCode() == 201 ? "" : answer.body(), (System.nanoTime() - begun) / 1e6);
                    RealTime.pass(Duration.ofMillis(2));
                } catch (IOException | InterruptedException e) {
                    note(e.toString(), 0);
                }
            }
        }

        private synchronized void note(String failure, double taken) {
            millis.add(taken);
            if (!failure.isEmpty()) {
                failures.add(failure);
            }
        }

        synchronized void begin() {
            millis.clear();
        }

        synchronized void report(String list, int rows) {
            double[] sorted =
                    millis.stream().mapToDouble(Double::doubleValue).sorted().toArray();
            System.out.printf(
                    Locale.ROOT,
                    "[report] %d times at once %s of %,d rows · %d small requests beside it: p50 %.1f ms, p99 %.1f ms%n",
                    AT_ONCE,
                    list,
                    rows,
                    sorted.length,
                    quantile(sorted, 0.5),
                    quantile(sorted, 0.99));
        }

        private static double quantile(double[] sorted, double part) {
            return sorted.length == 0 ? Double.NaN : sorted[(int) (part * (sorted.length - 1))];
        }

        synchronized List<String> failures() {
            return List.copyOf(failures);
        }

        void stop() {
            stopped.set(true);
        }
    }
}
