package io.mintmark.studio;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.server.ServerSettings;
import io.mintmark.web.access.principal.AccessFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The audit log as an operator reads it in a browser, of a server as people start it. */
@Timeout(300)
class AuditTest {
    @TempDir
    private Path directory;

    private String operator = "";

    @BeforeEach
    void letSomebodyIn() {
        operator = SharedAccess.operator(new AccessFile(directory.resolve("data")), "ada");
    }

    private Browser signedIn(StudioServer server) {
        Browser browser = Browser.at(server.url()).go("/audit", "Sign in");
        return browser.type("Bearer token", operator).press("Sign in").sees("Audit");
    }

    /** Each line of the log is written and read in the form that is asked for. */
    private void assertShown(String... options) throws IOException {
        try (StudioServer server = StudioServer.served(directory.resolve("data"), options)) {
            String[] ada = {"Authorization", "Bearer " + operator};
            for (String name : new String[] {"shop", "bar"}) {
                server.ask("PUT", "/v1/databases/" + name, "", ada);
            }
            server.ask("POST", "/v1/shop/counters/orders/raise?to=50", "", ada);
            try (Browser browser = signedIn(server)) {
                browser.awaitText("raise").awaitText("counter orders").awaitText("sign-in");
                browser.type("Act", "create").type("About", "SHO").press("Find them");
                browser.awaitScript("document.querySelectorAll('tbody tr').length === 1");
                browser.reload().awaitText("database shop");
                assertThat(browser.text()).doesNotContain("bar", "raise");
                browser.type("By", "nobody").press("Find them").awaitText("No line that is kept says so");
                assertThat(browser.complaints()).allMatch(complaint -> complaint.contains("403"));
            }
        }
    }

    @Test
    void shouldShowLinesOfText() throws IOException {
        assertShown("--audit-file", directory.resolve("audit.log").toString());
    }

    @Test
    void shouldShowLinesOfJson() throws IOException {
        assertShown("--audit-file", directory.resolve("audit.log").toString(), "--log-format", "json");
    }

    /** One answer looks at some of the log; the page goes on by itself. */
    @Test
    void shouldFindALineBehindMegabytesOfOthers() throws IOException {
        Path log = directory.resolve("audit.log");
        String time = "2026-01-05T09:30:00.123Z INFO  audit: ";
        String other = time + "create by=\"ada\" from=\"10.0.0.7\" name=\"" + "x".repeat(200) + "\" outcome=\"done\"\n";
        Files.writeString(
                log,
                time + "delete by=\"ada\" from=\"10.0.0.7\" name=\"shop\" outcome=\"done\"\n" + other.repeat(40_000));
        try (StudioServer server = StudioServer.on(ServerSettings.builder(directory.resolve("data"))
                        .audit(true)
                        .auditFile(log));
                Browser browser = signedIn(server)) {
            browser.go("/audit?act=delete", "Audit").awaitText("name shop");
            browser.go("/audit?act=backup", "Audit").awaitText("No line that is kept says so");
        }
    }

    @Test
    void shouldSayWhatToDoWhereThereIsNoLog() {
        try (StudioServer server = StudioServer.on(directory.resolve("data"));
                Browser browser = signedIn(server)) {
            browser.awaitText("There is no audit log: start the server with --audit-file FILE");
        }
    }
}
