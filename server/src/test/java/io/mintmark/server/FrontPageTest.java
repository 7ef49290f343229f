package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

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
        assertThat(server.get("/databases/shop/docs?pageSize=25").status()).isEqualTo(200);
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
}
