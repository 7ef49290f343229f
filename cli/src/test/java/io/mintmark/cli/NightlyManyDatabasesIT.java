package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.testkit.Effort;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Far more databases than the process may have files open: all are used in turn, and newcomers find room. */
@EnabledOnOs(OS.LINUX)
class NightlyManyDatabasesIT {
    @TempDir
    private Path directory;

    private final HttpClient client = HttpClient.newHttpClient();

    @Test
    void shouldUseFarMoreDatabasesThanFilesAllow() throws Exception {
        int databases = Effort.of("databases", 80, 10_000);
        int files = databases > 1_000 ? 1_024 : 300;
        int stopped = start(files, url -> create(url, databases));
        assertThat(stopped).isEqualTo(143);
        int again = start(files, url -> {
            useAll(url, databases);
            create(url, databases, databases + 10);
        });
        assertThat(again).isEqualTo(143);
    }

    /** What is done while the server runs. */
    private interface Use {
        void of(URI server) throws Exception;
    }

    private int start(int files, Use use) throws Exception {
        String data = directory.resolve("data").toString();
        long begun = System.nanoTime();
        try (ServerProcess server =
                ServerProcess.runWithFiles(files, directory, "serve", "--port", "0", "--data", data)) {
            URI url = server.awaitReady();
            report("start", begun, 1);
            use.of(url);
            long end = System.nanoTime();
            server.terminate();
            int code = server.awaitExit();
            report("stop", end, 1);
            assertThat(server.log()).doesNotContain("Too many open files").doesNotContain("ERROR");
            return code;
        }
    }

    private void create(URI url, int databases) throws Exception {
        long begun = System.nanoTime();
        create(url, 0, databases);
        report("creation and first range", begun, databases);
    }

    private void create(URI url, int from, int to) throws Exception {
        for (int i = from; i < to; i++) {
            assertThat(Http.create(url, "db" + i)).isEqualTo(201);
            assertThat(low(url, i)).isEqualTo(1);
        }
    }

    /** Each goes on where it stood, although it was closed many times. */
    private void useAll(URI url, int databases) throws Exception {
        long begun = System.nanoTime();
        for (int i = 0; i < databases; i++) {
            assertThat(low(url, i)).as("database %d", i).isEqualTo(33);
        }
        report("range of a database that was closed", begun, databases);
    }

    private long low(URI url, int database) throws Exception {
        HttpResponse<String> answer = Http.get(url, "/databases/db" + database + "/hilo/next?tag=orders");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        String low = answer.body().substring(answer.body().indexOf("\"Low\":") + 6);
        return Long.parseLong(low.substring(0, low.indexOf(',')));
    }

    private static void report(String what, long begunNanos, int times) {
        double millis = (System.nanoTime() - begunNanos) / 1e6 / times;
        System.out.printf(Locale.ROOT, "[report] %s: %.1f ms each of %,d%n", what, millis, times);
    }
}
