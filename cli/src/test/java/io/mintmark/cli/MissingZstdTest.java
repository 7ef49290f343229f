package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A machine on which the library of zstd cannot be unpacked: everything else goes on. */
class MissingZstdTest {
    @TempDir
    private Path directory;

    @Test
    void shouldRefuseZstdByNameAndServeEverybodyElse() throws Exception {
        try (ServerProcess server =
                ServerProcess.serve(directory, "-DZstdTempFolder=" + directory.resolve("not-there"))) {
            URI url = server.awaitReady();
            for (int i = 0; i < 2; i++) {
                HttpResponse<String> refused =
                        Http.send(url, "PUT", "/admin/databases?name=shop", "{}", "Content-Encoding", "zstd");
                assertThat(refused.statusCode()).isEqualTo(415);
                assertThat(refused.body()).contains("'zstd'", "cannot be loaded", "send gzip");
            }
            assertThat(Http.create(url, "shop", "Content-Encoding", "identity")).isEqualTo(201);
            HttpResponse<String> page = Http.get(url, "/metrics", "Accept-Encoding", "zstd, gzip;q=0.1");
            assertThat(page.statusCode()).isEqualTo(200);
            assertThat(page.headers().firstValue("Content-Encoding")).hasValue("gzip");
            assertThat(server.log()).containsOnlyOnce("zstd is not available").contains("-DZstdTempFolder");
        }
    }
}
