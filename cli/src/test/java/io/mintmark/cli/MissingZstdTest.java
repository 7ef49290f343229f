package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A machine on which the library of zstd cannot be unpacked: everything else goes on. */
class MissingZstdTest {
    @TempDir
    private Path directory;

    private final HttpClient client = HttpClient.newHttpClient();

    private HttpResponse<String> send(String method, URI target, String field, String value) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(target)
                .method(method, method.equals("GET") ? BodyPublishers.noBody() : BodyPublishers.ofString("{}"))
                .header(field, value)
                .build();
        return client.send(request, BodyHandlers.ofString());
    }

    @Test
    void shouldRefuseZstdByNameAndServeEverybodyElse() throws Exception {
        try (ServerProcess server =
                ServerProcess.serve(directory, "-DZstdTempFolder=" + directory.resolve("not-there"))) {
            URI url = server.awaitReady();
            URI creation = url.resolve("/admin/databases?name=shop");
            for (int i = 0; i < 2; i++) {
                HttpResponse<String> refused = send("PUT", creation, "Content-Encoding", "zstd");
                assertThat(refused.statusCode()).isEqualTo(415);
                assertThat(refused.body()).contains("'zstd'", "cannot be loaded", "send gzip");
            }
            assertThat(send("PUT", creation, "Content-Encoding", "identity").statusCode())
                    .isEqualTo(201);
            HttpResponse<String> page = send("GET", url.resolve("/metrics"), "Accept-Encoding", "zstd, gzip;q=0.1");
            assertThat(page.statusCode()).isEqualTo(200);
            assertThat(page.headers().firstValue("Content-Encoding")).hasValue("gzip");
            assertThat(server.log()).containsOnlyOnce("zstd is not available").contains("-DZstdTempFolder");
        }
    }
}
