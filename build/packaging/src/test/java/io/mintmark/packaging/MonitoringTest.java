package io.mintmark.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.server.MintmarkServer;
import io.mintmark.server.ServerSettings;
import io.mintmark.server.TlsSettings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Alert rules and dashboard ask for what a server says, and each alert says what to do. */
final class MonitoringTest {
    private static final Pattern ROUTE = Pattern.compile("route=\"([^\"]*)\"");

    @TempDir
    private static Path directory;

    private static String metrics = "";
    private static String shownRunbooks = "";

    /** Some metrics are there only with a witness, or with a certificate. */
    @BeforeAll
    static void ask() throws Exception {
        OwnCertificate certificate = OwnCertificate.in(directory);
        ServerSettings settings = ServerSettings.builder(directory.resolve("data"))
                .port(0)
                .witness(directory.resolve("witness"))
                .tls(TlsSettings.of(certificate.file()).withPassword(OwnCertificate.PASSWORD))
                .build();
        try (MintmarkServer server = MintmarkServer.start(settings)) {
            HttpClient client = HttpClient.newBuilder()
                    .sslContext(certificate.trustedAlone())
                    .build();
            send(client, server, "PUT", "/admin/databases?name=shop", "{}");
            send(client, server, "GET", "/databases/shop/hilo/next?tag=orders", "");
            send(client, server, "GET", "/databases/shop/healthcheck", "");
            // The first scrape begins to listen to the collector, which tells of its next pause.
            do {
                System.gc();
                metrics = send(client, server, "GET", "/metrics", "");
            } while (!metrics.contains("jvm_gc_pause_seconds_sum"));
            shownRunbooks = send(client, server, "GET", "/docs/runbooks", "");
        }
    }

    private static String send(HttpClient client, MintmarkServer server, String method, String path, String body)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.url() + path))
                .method(method, BodyPublishers.ofString(body))
                .build();
        return client.send(request, BodyHandlers.ofString()).body();
    }

    private static Set<String> unknown(List<String> expressions) {
        Set<String> unknown = new TreeSet<>();
        expressions.forEach(expression -> unknown.addAll(MetricNames.in(expression)));
        unknown.removeAll(MetricNames.exposed(metrics));
        return unknown;
    }

    @Test
    void shouldAskOnlyForMetricsThatAServerExposes() throws Exception {
        List<String> expressions = MonitoringFiles.expressions();

        assertThat(expressions).hasSizeGreaterThan(30);
        assertThat(unknown(expressions)).isEmpty();
        for (String expression : expressions) {
            ROUTE.matcher(expression)
                    .results()
                    .forEach(route -> assertThat(metrics).as(expression).contains("route=\"" + route.group(1) + "\""));
        }
    }

    /** The twin: what no server exposes is found wherever it stands in an expression. */
    @Test
    void shouldFindAMetricThatNoServerExposes() {
        assertThat(unknown(List.of(
                        "sum by (job, why) (rate(mintmark_http_shedd_total{why=\"full\"}[5m])) / mintmark_http_waiting > 0",
                        "up == 0 and mintmark_http_wating{job=\"mintmark\"} offset 5m > bool 1")))
                .containsExactly("mintmark_http_shedd_total", "mintmark_http_wating");
    }

    @Test
    void shouldDescribeEachMetricOfOursInTheManual() throws Exception {
        String page = Files.readString(Path.of("..", "..", "docs", "operating.md"));

        assertThat(MetricNames.exposed(metrics).stream()
                        .filter(name -> name.startsWith("mintmark_"))
                        .map(name -> name.replaceAll("_(count|sum|max)$", ""))
                        .filter(name -> !page.contains("`" + name + "`")))
                .isEmpty();
    }

    @Test
    void shouldShowOrWatchEachMetricOfOurs() throws Exception {
        Set<String> asked = new TreeSet<>();
        MonitoringFiles.expressions().forEach(expression -> asked.addAll(MetricNames.in(expression)));

        assertThat(MetricNames.exposed(metrics).stream()
                        .filter(name -> name.startsWith("mintmark_"))
                        .map(name -> name.replaceAll("_(count|sum|max)$", ""))
                        .filter(name -> asked.stream().noneMatch(each -> each.startsWith(name))))
                .containsExactly("mintmark_tls_handshakes_wasted_total");
    }

    @Test
    void shouldHaveARunbookAndATestForEachAlert() throws Exception {
        String runbooks = Files.readString(Path.of("..", "..", "docs", "runbooks.md"));
        String tests = Files.readString(Path.of("prometheus", "mintmark-alerts-test.yml"));

        Set<String> names = new HashSet<>();
        for (Map<String, Object> alert : MonitoringFiles.alerts()) {
            String name = String.valueOf(alert.get("alert"));
            assertThat(names.add(name)).as("%s twice", name).isTrue();
            assertThat(runbooks).contains("\n## " + name + "\n");
            assertThat(tests).contains("name: " + name + " fires\n", "name: " + name + " is quiet\n");
            assertThat(String.valueOf(alert.get("annotations")))
                    .contains("runbook_url=" + runbooks(name) + "#" + name.toLowerCase(Locale.ROOT));
        }
        assertThat(Pattern.compile("(?m)^## (Mintmark\\w+)$")
                        .matcher(runbooks)
                        .results()
                        .map(found -> found.group(1)))
                .containsExactlyInAnyOrderElementsOf(names);
    }

    /** One is enough for these, and a plural after it is no English. */
    @Test
    void shouldCountNothingWithinASentenceThatMayBeOne() throws Exception {
        for (Map<String, Object> alert : MonitoringFiles.alerts()) {
            if (String.valueOf(alert.get("expr")).strip().endsWith("> 0")) {
                assertThat(String.valueOf(alert.get("annotations")))
                        .doesNotContainPattern("\\$value }} \\p{Lower}+s\\b");
            }
        }
    }

    /** A server that is down shows no page: its runbook is where docs/production.md unpacks the archive. */
    private static String runbooks(String alert) {
        return alert.equals("MintmarkDown")
                ? "file:///opt/mintmark/docs/runbooks.md"
                : "https://{{ $labels.instance }}/docs/runbooks";
    }

    @Test
    void shouldLeadToRunbooksThatTheServerShows() throws IOException {
        MonitoringFiles.alertNames().stream()
                .map(name -> name.toLowerCase(Locale.ROOT))
                .forEach(name -> assertThat(shownRunbooks).contains("<h2 id=\"" + name + "\">"));
    }

    @Test
    void shouldLayEachPanelInAPlaceOfItsOwn() throws Exception {
        List<int[]> places = new ArrayList<>();
        Set<Integer> ids = new HashSet<>();
        for (JsonNode panel : MonitoringFiles.dashboard().path("panels")) {
            JsonNode at = panel.path("gridPos");
            int[] place = {
                at.path("x").asInt(-1),
                at.path("y").asInt(-1),
                at.path("w").asInt(),
                at.path("h").asInt()
            };
            assertThat(ids.add(panel.path("id").asInt()))
                    .as("%s", panel.path("title"))
                    .isTrue();
            assertThat(place[0] >= 0 && place[1] >= 0 && place[0] + place[2] <= 24 && place[3] > 0)
                    .isTrue();
            assertThat(places).noneMatch(other -> overlap(place, other));
            places.add(place);
        }
        assertThat(places).hasSizeGreaterThan(15);
    }

    private static boolean overlap(int[] one, int[] other) {
        return one[0] < other[0] + other[2]
                && other[0] < one[0] + one[2]
                && one[1] < other[1] + other[3]
                && other[1] < one[1] + one[3];
    }
}
