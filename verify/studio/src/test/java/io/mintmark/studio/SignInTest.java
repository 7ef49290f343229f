package io.mintmark.studio;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.mintmark.RandomBytes;
import io.mintmark.web.access.principal.AccessFile;
import io.mintmark.web.access.principal.AccessList;
import io.mintmark.web.access.principal.BearerToken;
import io.mintmark.web.access.principal.Clearance;
import io.mintmark.web.access.principal.Credential;
import io.mintmark.web.access.principal.Principal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The Studio of a server that asks who calls. */
@Timeout(300)
class SignInTest {
    private String operator = "";

    @AutoClose
    private StudioServer server;

    @AutoClose
    private Browser browser;

    @BeforeEach
    void open(@TempDir Path directory) {
        BearerToken token = BearerToken.draw(RandomBytes.secure());
        AccessList ignored = new AccessFile(directory)
                .changeOrBegin(list ->
                        list.with(new Principal("ada", Clearance.OPERATOR, null, List.of(Credential.of(token)))));
        operator = token.reveal();
        server = StudioServer.on(directory);
        asOperator("PUT", "/v1/databases/shop", "");
        browser = Browser.at(server.url());
    }

    private String asOperator(String method, String target, String body) {
        return server.ask(method, target, body, "Authorization", "Bearer " + operator);
    }

    private void signIn(String token) {
        browser.type("Bearer token", token).press("Sign in");
    }

    private String reader() throws IOException {
        String added = asOperator("PUT", "/admin/access?name=reader", "{\"Permissions\":{\"shop\":\"Read\"}}");
        return new ObjectMapper().readTree(added).path("Token").asText();
    }

    @Test
    void shouldAskForATokenAndSayWhyOneIsRefused() {
        browser.go("/", "Sign in").isOpenToAll();
        signIn("mintmark_" + "0".repeat(48));
        browser.awaitText("is not known to this server");

        signIn(operator);
        browser.sees("This server").reload().sees("This server");

        try (Browser other = Browser.at(server.url())) {
            other.go("/", "Sign in");
        }
        browser.follow("Sign out").sees("Sign in").reload().sees("Sign in");
    }

    @Test
    void shouldShowWhatAReaderMaySeeAndRefuseTheRestInTheServersWords() throws Exception {
        String token = reader();
        browser.go("/", "Sign in");
        signIn(token);
        browser.sees("This server").awaitText("shop");
        browser.awaitText("You are reader, and may do this: shop: read-only");
        assertThat(browser.text()).doesNotContain("New database", "Back up now");
        browser.go("/access", "You may not see this").awaitText("which needs operator");
        browser.go("/audit", "You may not see this").awaitText("which needs operator");

        browser.go("/shop/counters", "Counters");
        browser.go("/shop/begin", "First id").press("Draw an id now").awaitText("which needs read-write");
    }

    @Test
    void shouldLetAnOperatorLetOthersInAndThrowThemOut() {
        browser.go("/", "Sign in");
        signIn(operator);
        browser.sees("This server").follow("Access").sees("Access");
        browser.type("Name", "backend")
                .type("In the database", "shop")
                .press("Add")
                .awaitText("shown this once");
        String token = browser.text().replaceAll("(?s).*(mintmark_[0-9a-f]{48}).*", "$1");
        try (Browser other = Browser.at(server.url())) {
            other.go("/", "Sign in")
                    .type("Bearer token", token)
                    .press("Sign in")
                    .sees("This server");

            other.go("/shop/counters/orders", "Counter orders");

            // Nobody touches the page, which asks again by itself.
            asOperator("DELETE", "/admin/access?name=backend", "");

            other.sees("Sign in").awaitText("is not known any more");
        }
    }
}
