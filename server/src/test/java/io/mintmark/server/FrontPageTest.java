package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a browser shows at the server's root. */
class FrontPageTest extends OverHttp {
    private String page() throws IOException, InterruptedException {
        HttpResponse<String> page = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(server.url() + "/")).build(),
                        HttpResponse.BodyHandlers.ofString());
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.headers().firstValue("Content-Type")).hasValue("text/html; charset=utf-8");
        assertThat(page.headers().firstValue("Content-Security-Policy"))
                .hasValueSatisfying(
                        policy -> assertThat(policy).contains("default-src 'none'", "frame-ancestors 'none'"));
        return page.body();
    }

    @Test
    void shouldNameTheVersionAndLeadToTheDatabases() throws Exception {
        assertThat(page())
                .contains("protocol ", "<td>shop</td>", "href=\"/databases/shop/stats\"")
                .doesNotContain("{name}", "{version}", "{databases}", "There is none yet");
        server.get("/databases/shop/docs?pageSize=25").expect(200);
    }

    @Test
    void shouldSayHowToBeginWhereThereIsNoDatabase() throws Exception {
        server.delete("/admin/databases", "{\"HardDelete\":true,\"DatabaseNames\":[\"shop\"]}");

        assertThat(page())
                .contains("There is none yet", "curl -X PUT '" + server.url() + "/admin/databases?name=shop'");
    }

    @Test
    void shouldShowSomeOfManyDatabases() throws Exception {
        IntStream.range(0, 51).forEach(i -> server.createDatabase("db" + (100 + i)));

        assertThat(page())
                .contains("db149")
                .doesNotContain("db150", "<td>shop</td>")
                .contains("These are the first 50");
    }

    /** A frame is as narrow as it is told to be, which a browser's window without a screen is not. */
    @Test
    void shouldFitATelephone(@TempDir Path directory) throws Exception {
        server.createDatabase("orders-" + "x".repeat(100));
        Files.writeString(directory.resolve("page.html"), page());
        Path frame = Files.writeString(
                directory.resolve("frame.html"),
                "<body><iframe id='f' src='page.html' style='width:390px;height:2000px;border:0'></iframe><script>f.onload=()=>{"
                        + "const e=f.contentDocument.documentElement;"
                        + "document.body.dataset.needs=e.scrollWidth+' of '+e.clientWidth}</script></body>");

        assertThat(shownBy(browser(), directory, frame)).contains("data-needs=\"390 of 390\"");
    }

    private static String browser() {
        Optional<String> found = Stream.of("chromium", "chromium-browser", "google-chrome")
                .filter(name -> Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                        .anyMatch(place -> Files.isExecutable(Path.of(place, name))))
                .findFirst();
        Assumptions.assumeTrue(found.isPresent(), "skipped: there is no Chromium on this machine to show the page");
        return found.orElseThrow();
    }

    private static String shownBy(String browser, Path directory, Path file) throws IOException {
        Process process = new ProcessBuilder(
                        browser,
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--allow-file-access-from-files",
                        "--virtual-time-budget=5000",
                        "--user-data-dir=" + directory.resolve("browser"),
                        "--dump-dom",
                        file.toUri().toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
