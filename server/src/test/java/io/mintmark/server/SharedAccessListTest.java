package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.server.TestServer.Answer;
import io.mintmark.server.maintenance.Maintenance;
import io.mintmark.storage.engine.VisitedAccess;
import io.mintmark.storage.postgresql.TestEngine;
import io.mintmark.storage.postgresql.TestPostgres;
import io.mintmark.storage.postgresql.WireCutter;
import io.mintmark.support.Eventually;
import io.mintmark.support.Opened;
import io.mintmark.web.access.Callers;
import io.mintmark.web.access.principal.AccessFile;
import io.mintmark.web.access.principal.AccessListException;
import io.mintmark.web.access.principal.SharedAccessList;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One access list for all nodes of a store: changed at one, obeyed by all, and neither opened nor closed by what befalls it. */
@Timeout(120)
class SharedAccessListTest {
    /** Some heartbeats, in which the deaf twin does not hear. */
    private static final Duration A_SECOND = Duration.ofMillis(1_500);

    /** By then a node has heard all there was to hear. */
    private static final Duration SEVERAL_BEATS = Duration.ofMillis(700);

    @AutoClose
    private final Opened opened = new Opened();

    private final StoreNodes nodes = new StoreNodes();
    private final String url = nodes.url();
    private final VisitedAccess access =
            opened.add(Maintenance.of(StoreSettings.of(url)).visitAccess(true));
    private final Callers callers = new Callers(new SharedAccessList(access.accessList()))
            .operator("ada")
            .nothing("bob");

    @AfterEach
    void end() {
        nodes.close();
    }

    private int status(TestServer server, String caller) {
        return server.get("/cluster/topology", callers.as(caller)).status();
    }

    /** Returns whether a node comes to refuse somebody after another node removed it. */
    private boolean isRemovalObeyed(TestServer at, TestServer elsewhere, Duration within) {
        assertThat(status(at, "bob")).isEqualTo(200);

        elsewhere.delete("/admin/access?name=bob", "", callers.as("ada")).expect(204);

        assertThat(status(elsewhere, "bob")).as("where it was removed, at once").isEqualTo(403);
        return Eventually.happens(within, () -> status(at, "bob") == 403);
    }

    @Test
    void shouldRefuseAtEachNodeWhomOneRemoved() throws InterruptedException {
        TestServer first = nodes.serve("A");

        assertThat(isRemovalObeyed(first, nodes.serve("B"), Eventually.PATIENCE))
                .isTrue();

        assertThat(status(first, "ada")).isEqualTo(200);
    }

    @Test
    void shouldNoticeANodeThatForgetsToHearOfIt() throws InterruptedException {
        TestServer deaf = nodes.serve("A", TestEngine.STOPPED);

        assertThat(isRemovalObeyed(deaf, nodes.serve("B"), A_SECOND)).isFalse();
    }

    /** A heartbeat is a second away. */
    @Test
    void shouldListAtEachNodeWhatAnotherOneHasJustChanged() {
        TestServer listing = nodes.serve("A");
        TestServer changing = nodes.serve("B");
        for (int i = 0; i < 5; i++) {
            String name = "eve-" + i;
            changing.put("/admin/access?name=" + name, "{\"SecurityClearance\":\"Operator\"}", callers.as("ada"))
                    .expect(201);
            assertThat(listing.get("/admin/access", callers.as("ada")).json().toString())
                    .contains(name);
        }
    }

    @Test
    void shouldEndTheSocketOfSomebodyWhomAnotherNodeRemoved() {
        callers.operator("eve");
        TestServer first = nodes.serve("A");
        TestServer second = nodes.serve("B");
        first.put("/admin/databases?name=shop", "{}", callers.as("ada")).expect(201);
        ChangesSocket watching = ChangesSocket.open(first.url(), "shop", callers.as("eve"));

        second.delete("/admin/access?name=eve", "", callers.as("ada")).expect(204);
        Eventually.until(() -> status(first, "eve") == 403);
        try {
            long ignored = watching.send("watch-docs", null);
        } catch (CompletionException closed) {
            // The node looked by itself, before this came.
        }

        assertThat(watching.end().code()).isEqualTo(1008);
    }

    @Test
    void shouldLetInWhomTheCommandLineAddedWhileTheNodesRan() {
        TestServer first = nodes.serve("A");
        TestServer second = nodes.serve("B");
        assertThat(status(first, "new")).isEqualTo(403);

        callers.nothing("new");

        Eventually.until(() -> status(first, "new") == 200 && status(second, "new") == 200);
    }

    @Test
    void shouldBeginToAskAtAllNodesWhenTheFirstIsAddedAndOnlyByTheCommandLine() {
        String open = TestPostgres.fresh();
        TestServer first = nodes.serve("A", open);
        TestServer second = nodes.serve("B", open);
        Answer refused = first.put("/admin/access?name=mallory", "{\"SecurityClearance\":\"Operator\"}");
        OverHttp.assertRefused(refused, "InvalidOperationException", "mintmark access add NAME --operator --store");

        try (VisitedAccess begun = Maintenance.of(StoreSettings.of(open)).visitAccess(false)) {
            Callers own = new Callers(new SharedAccessList(begun.accessList())).operator("ada");

            Eventually.until(() -> first.get("/databases").status() == 403
                    && second.get("/databases").status() == 403);
            second.get("/databases", own.as("ada")).expect(200);
        }
    }

    @Test
    void shouldKeepTheListWhileTheEngineIsGoneAndObeyWhatCameWhenItIsBack() throws Exception {
        WireCutter wire = opened.add(new WireCutter(WireCutter.portOf(url)));
        TestServer cutOff = nodes.serve("A", wire.through(url));
        TestServer other = nodes.serve("B");
        assertThat(isRemovalObeyed(cutOff, other, Eventually.PATIENCE)).isTrue();
        callers.nothing("eve");
        Eventually.until(() -> status(cutOff, "eve") == 200);

        wire.cutAll();
        callers.remove("eve");
        Eventually.pass(SEVERAL_BEATS);

        assertThat(status(cutOff, "ada")).as("nobody is locked out").isEqualTo(200);
        assertThat(status(cutOff, "bob")).as("nobody comes back").isEqualTo(403);
        assertThat(status(cutOff, "")).isEqualTo(403);
        assertThat(status(cutOff, "eve")).as("it cannot know").isEqualTo(200);
        assertThat(cutOff.put("/admin/access?name=x", "{\"Permissions\":{}}", callers.as("ada"))
                        .status())
                .as("nothing is changed meanwhile")
                .isEqualTo(503);

        wire.mend();
        Eventually.until(() -> status(cutOff, "eve") == 403);
        assertThat(status(cutOff, "ada")).isEqualTo(200);
    }

    @Test
    void shouldStayClosedWhenTheListIsLostReplacedOrOlder() throws InterruptedException {
        TestServer server = nodes.serve("A");
        for (String damage : List.of(
                "DELETE FROM access_list",
                "INSERT INTO access_list VALUES (1, 7, 'mintmark access 1')",
                "UPDATE cluster SET access = 7",
                "UPDATE cluster SET access = 0")) {
            TestEngine.run(url, damage);
            TestEngine.awaitBeats(url, "A");

            assertThat(status(server, "ada")).as(damage).isEqualTo(200);
            assertThat(status(server, "")).as(damage).isEqualTo(403);
        }
    }

    @Test
    void shouldNeitherStartNorChangeWhereTheListWasLostAndBeginAnewByTheCommandLine() {
        TestServer server = nodes.serve("A");
        TestEngine.run(url, "DELETE FROM access_list");

        TestServer.Answer failed = server.put("/admin/access?name=x", "{\"Permissions\":{}}", callers.as("ada"));
        assertThat(failed.status()).as("no request is to blame").isEqualTo(500);
        assertThat(failed.text("Type")).isEqualTo("System.Exception");
        assertThat(failed.text("Message")).contains("is gone", "incident");
        assertThatThrownBy(() -> nodes.serve("B"))
                .isInstanceOf(AccessListException.class)
                .hasMessageContainingAll("is missing", "access_list", "begin anew with `mintmark access add");
        assertThat(TestEngine.ask(url, "SELECT state FROM node WHERE tag = 'B'"))
                .as("the tag is free again")
                .isEqualTo("left");

        callers.operator("zoe");
        TestServer second = nodes.serve("B");
        assertThat(status(second, "zoe")).isEqualTo(200);
        assertThat(status(second, "ada")).isEqualTo(403);
        Eventually.until(() -> status(server, "ada") == 403);
    }

    @Test
    void shouldNotStartWithAListThatWasChangedByHand() {
        TestEngine.run(url, "UPDATE access_list SET content = replace(content, 'false', 'true')");

        assertThatThrownBy(() -> nodes.serve("A"))
                .isInstanceOf(AccessListException.class)
                .hasMessageContainingAll("is not used", "changed by hand");
    }

    @Test
    void shouldRefuseTheFileOfOneServerBesideAStore() {
        Callers ignored = new Callers(nodes.directory("A")).operator("ada");

        assertThatThrownBy(() -> nodes.serve("A"))
                .hasMessageContainingAll("an access list of its own", "mintmark access add --store", AccessFile.NAME);
    }
}
