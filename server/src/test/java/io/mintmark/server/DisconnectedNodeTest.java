package io.mintmark.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.time.Instant.EPOCH;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.document.DocumentId;
import io.mintmark.document.NodeTag;
import io.mintmark.protocol.Headers;
import io.mintmark.server.TestServer.Answer;
import io.mintmark.storage.cutoff.Journal;
import io.mintmark.storage.cutoff.Journal.Creation;
import io.mintmark.storage.document.DocumentContent;
import io.mintmark.storage.document.StoredDocument;
import io.mintmark.storage.engine.StorageEngines;
import io.mintmark.storage.postgresql.TestEngine;
import io.mintmark.storage.postgresql.WireCutter;
import io.mintmark.support.Eventually;
import io.mintmark.support.Opened;
import io.mintmark.support.Party;
import io.mintmark.support.limits.Limits;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * <q>All the other ID generation methods can work without any issue when the server is disconnected from the
 * cluster</q>: all but identities, as RavenDB's pages on working with document identifiers say. One of three nodes is,
 * and goes on; what it took is everywhere afterwards.
 */
@Timeout(180)
class DisconnectedNodeTest {
    private static final String DOCS = "/databases/shop/docs";
    private static final String JOURNAL = "/v1/shop/journal";

    @AutoClose
    private final Opened opened = new Opened();

    private final StoreNodes nodes = opened.add(new StoreNodes());
    private final WireCutter wire = opened.add(new WireCutter(WireCutter.portOf(nodes.url())));

    private static List<String> ids(List<Answer> documents) {
        return documents.stream().map(each -> each.text("Id")).toList();
    }

    private static List<String> journaled(TestServer node, String query) {
        List<String> ids = new ArrayList<>();
        node.get(JOURNAL + query)
                .expect(200)
                .path("documents")
                .forEach(each -> ids.add(each.path("id").asText()));
        return ids;
    }

    private TestServer startThree() {
        TestServer node = nodes.serve("A", wire.through(nodes.url()));
        nodes.serve("B");
        nodes.serve("C");
        node.createDatabase("shop");
        nodes.awaitPeers();
        node.store("shop", "users/ada", "{\"name\":\"Ada\"}");
        return node;
    }

    private void cut(TestServer node) {
        wire.cutAll();
        Eventually.until("the node is cut off", () -> node.metric("mintmark_storage_outage") > 0);
    }

    private void heal(TestServer node) {
        wire.mend();
        Eventually.until(
                "all has come home",
                () -> node.metric("mintmark_journal_entries") == 0
                        && journaled(node, "").isEmpty());
    }

    private static Answer put(TestServer node, String id, String document) {
        return node.put(DOCS + "?id=" + TestServer.encoded(id), document);
    }

    /** Returns the answer to a document that is on this machine alone. */
    private static Answer taken(TestServer node, String id) {
        Answer taken = put(node, id, "{\"taken\":true}").expect(201);
        assertThat(taken.header(Headers.STORED)).as(id).contains(Headers.ON_THIS_MACHINE);
        return taken;
    }

    private static String version(TestServer node, String id) {
        return node.document("shop", id).at("/@metadata/@change-vector").asText();
    }

    /** Returns a HiLo id of a range that the node gives now. */
    private static String hilo(TestServer node, String tag) {
        Answer range = node.get("/databases/shop/hilo/next?tag=" + tag).expect(201);
        return range.text("Prefix") + range.number("Low") + "-" + range.text("ServerTag");
    }

    @Test
    void shouldGoOnWithEverythingThatCannotCollideAndBringItHome() {
        TestServer node = startThree();
        String hilo = hilo(node, "orders");
        cut(node);

        List<Answer> taken = List.of(
                taken(node, hilo),
                taken(node, "users/"),
                taken(node, ""),
                taken(node, UUID.randomUUID().toString()),
                taken(node, "notes/" + UUID.randomUUID()));

        assertThat(taken.get(1).text("Id")).matches("users/0*[0-9]+-A");
        for (Answer each : taken) {
            assertThat(version(node, each.text("Id"))).isEqualTo(each.text("ChangeVector"));
            assertThat(nodes.get(1).get(DOCS + "?id=" + each.text("Id")).status())
                    .as("at another node")
                    .isEqualTo(404);
        }
        assertThat(node.metrics())
                .contains("mintmark_storage_class{class=\"on this machine\"} 1.0", "mintmark_journal_entries 5.0");

        assertThat(journaled(node, "?limit=3")).containsExactlyElementsOf(ids(taken.subList(0, 3)));
        Answer page = node.get(JOURNAL + "?limit=3").expect(200);
        assertThat(page.text("lists")).isEqualTo("on this machine alone");
        assertThat(page.at("/documents/1/version").asText())
                .isEqualTo(taken.get(1).text("ChangeVector"));
        assertThat(page.at("/documents/1/bytes").asLong()).isPositive();
        assertThat(journaled(node, "?after=" + page.text("next"))).containsExactlyElementsOf(ids(taken.subList(3, 5)));
        assertThat(journaled(nodes.get(1), "")).as("at another node").isEmpty();

        heal(node);

        assertThat(journaled(node, "")).as("at home").isEmpty();
        for (TestServer each : nodes) {
            for (Answer document : taken) {
                assertThat(version(each, document.text("Id"))).isEqualTo(document.text("ChangeVector"));
            }
        }
        assertThat(node.metric("mintmark_journal_set_aside")).isZero();
        assertThat(node.metrics()).contains("mintmark_storage_class{class=\"on this machine\"} 0.0");
        Answer later = put(node, "users/", "{}").expect(201);
        assertThat(later.header(Headers.STORED)).isEmpty();
        assertThat(later.text("Id"))
                .as("above what was made meanwhile")
                .isGreaterThan(taken.get(1).text("Id"));
    }

    @Test
    void shouldRefuseWhatSomebodyElseMayDoToo() {
        TestServer node = startThree();
        String stored = hilo(node, "orders");
        String elsewhere = hilo(nodes.get(1), "orders");
        cut(node);
        Answer taken = taken(node, stored);

        assertThat(node.post("/databases/shop/identity/next?name=users%7C", "").status())
                .isEqualTo(408);
        List<Answer> refused = List.of(
                put(node, "users|", "{}"),
                put(node, "users/bob", "{}"),
                put(node, elsewhere, "{}"),
                put(node, "orders/0" + stored.substring("orders/".length()), "{}"),
                put(node, "orders/100000-A", "{}"),
                put(node, "Raven/Hilo/orders", "{\"Max\":32}"),
                put(node, stored, "{\"changed\":true}"),
                node.put(DOCS + "?id=" + stored, "{}", "If-Match", '"' + taken.text("ChangeVector") + '"'),
                node.delete(DOCS + "?id=" + stored, ""),
                node.get(DOCS + "?id=users/ada"),
                node.get(DOCS + "?startsWith=orders/"),
                node.batch("shop", Bodies.put("notes/", "{}"), Bodies.put("users/bob", "{}")));

        assertThat(refused)
                .allSatisfy(each -> assertThat(each.status()).as("%s", each).isEqualTo(503));
        assertThat(refused.get(1).text("Message"))
                .contains("takes new documents alone meanwhile")
                .contains("users/bob");
        assertThat(node.metrics()).as("nothing of a batch").contains("mintmark_journal_entries 1.0");
        assertThat(put(node, stored, "{\"taken\":true}").expect(201).text("ChangeVector"))
                .as("sent again")
                .isEqualTo(taken.text("ChangeVector"));
        heal(node);
        assertThat(version(nodes.get(2), stored)).isEqualTo(taken.text("ChangeVector"));
    }

    @Test
    void shouldGoOnBringingItHomeAfterARestart() {
        TestServer node = startThree();
        cut(node);
        Answer taken = taken(node, "notes/");

        wire.mend();
        node.restart();

        Eventually.until(
                "it has come home",
                () -> version(nodes.get(1), taken.text("Id")).equals(taken.text("ChangeVector")));
        Eventually.until("it is confirmed", () -> node.metric("mintmark_journal_entries") == 0);
    }

    @Test
    void shouldSetAsideWhatMeetsAnotherDocument() {
        TestServer node = startThree();
        String id = hilo(node, "orders");
        cut(node);
        Answer taken = taken(node, id);
        Answer somebodys = put(nodes.get(1), id, "{\"somebody\":true}").expect(201);

        heal(node);

        assertThat(node.metric("mintmark_journal_set_aside")).isEqualTo(1);
        for (TestServer each : nodes) {
            assertThat(version(each, id))
                    .isEqualTo(somebodys.text("ChangeVector"))
                    .isNotEqualTo(taken.text("ChangeVector"));
        }
    }

    @Test
    void shouldSetAsideWhatBelongsToAnotherLifeOfTheDatabase() {
        TestServer node = startThree();
        cut(node);
        Answer taken = taken(node, "notes/");
        nodes.get(1)
                .delete("/admin/databases", "{\"DatabaseNames\":[\"shop\"],\"HardDelete\":true}")
                .expect(200);
        nodes.get(1).createDatabase("shop");

        heal(node);

        assertThat(node.metric("mintmark_journal_set_aside")).isEqualTo(1);
        Eventually.until(
                "it serves the new one",
                () -> node.get("/databases/shop/healthcheck").status() == 204);
        assertThat(node.get(DOCS + "?id=" + taken.text("Id")).status()).isEqualTo(404);
    }

    private static void append(Journal journal, String id, long etag) {
        DocumentContent content = new DocumentContent("@hilo", "{\"Max\":1}".getBytes(UTF_8), "{}".getBytes(UTF_8));
        StoredDocument document = new StoredDocument(DocumentId.of(id), content, "A:" + etag + "-former", etag, EPOCH);
        assertThat(journal.append(journal.homes().get(0), List.of(new Creation(document, false)), Party.NOBODY)
                        .await())
                .hasSize(1);
    }

    /** Journals once took documents under such ids, and what follows them must not wait for ever. */
    @Test
    void shouldSetAsideWhatAFormerJournalHasUnderTheIdOfAHiLoDocument() {
        TestServer node = startThree();
        String counter = hilo(nodes.get(1), "orders");
        cut(node);
        Answer taken = taken(node, "notes/");
        nodes.leave(node);
        try (Journal journal = StorageEngines.journals().open(nodes.directory("A"), Limits.DEFAULT, Long.MAX_VALUE)) {
            append(journal, "Raven/Hilo/orders", 1L << 30);
            append(journal, "notes/last", (1L << 30) + 1);
        }

        TestServer again = nodes.serve("A");

        Eventually.until("the rest has come home", () -> again.metric("mintmark_journal_entries") == 0);
        assertThat(again.metric("mintmark_journal_set_aside")).isEqualTo(1);
        assertThat(version(again, taken.text("Id"))).isEqualTo(taken.text("ChangeVector"));
        again.get(DOCS + "?id=notes/last").expect(200);
        assertThat(hilo(again, "orders")).isNotEqualTo(counter);
    }

    /** A store that is named by mistake has none of the databases, so each document would be set aside. */
    @Test
    void shouldRefuseAnotherStoreWhileDocumentsAreOnTheirWay() {
        TestServer node = startThree();
        cut(node);
        Answer taken = taken(node, "notes/");
        nodes.leave(node);
        // A witness beside the journal would notice that, too.
        ServerSettings.Builder elsewhere =
                nodes.settings("A").witness(nodes.directory("elsewhere").resolve("witness"));
        StoreSettings other = StoreSettings.of(nodes.url()).withSchema("other");

        assertThatThrownBy(() -> opened.add(TestServer.startNode(elsewhere, other)))
                .hasMessageContaining("is another one than the journal")
                .hasMessageContaining("1 on the way")
                .hasMessageContaining("--data");

        TestServer again = nodes.serve("A");
        Eventually.until("it has come home", () -> again.metric("mintmark_journal_entries") == 0);
        assertThat(again.metric("mintmark_journal_set_aside")).isZero();
        assertThat(version(again, taken.text("Id"))).isEqualTo(taken.text("ChangeVector"));
        nodes.leave(again);
        opened.add(TestServer.startNode(elsewhere, other));
    }

    /** A node whose tag was taken while it was cut off brings home what it took under the tag of that time. */
    @Test
    void shouldBringItHomeUnderTheFormerTagWhereAnotherNodeHasThatNow() {
        Path directory = nodes.directory("A");
        TestServer node = nodes.serve("A", wire.through(nodes.url()));
        nodes.serve("B");
        node.createDatabase("shop");
        nodes.awaitPeers();
        node.store("shop", "users/ada", "{}");
        cut(node);
        Answer taken = taken(node, "users/");
        TestEngine.run(nodes.url(), "UPDATE mintmark.node SET state = 'lapsed' WHERE tag = 'A'");
        TestServer successor = opened.add(TestServer.startNode(
                ServerSettings.builder(directory.resolveSibling("successor")).nodeTag(NodeTag.of("A")), nodes.url()));
        Answer made = put(successor, "users/", "{}").expect(201);
        Answer still = taken(node, "users/");

        wire.mend();
        Eventually.until(
                "the node knows that it was replaced",
                () -> put(node, "users/", "{}")
                        .text("Message")
                        .contains("Another server has taken the place of this node"));
        nodes.leave(node);
        TestServer again = opened.add(
                TestServer.startNode(ServerSettings.builder(directory).nodeTag(NodeTag.of("D")), nodes.url()));

        for (Answer each : List.of(taken, still)) {
            assertThat(each.text("ChangeVector")).startsWith("A:");
            Eventually.until(
                    "it has come home",
                    () -> version(successor, each.text("Id")).equals(each.text("ChangeVector")));
        }
        assertThat(again.metric("mintmark_journal_set_aside")).isZero();
        assertThat(List.of(taken.text("Id"), still.text("Id"))).doesNotContain(made.text("Id"));
        assertThat(made.text("Id")).isGreaterThan(still.text("Id"));
        assertThat(Optional.of(version(successor, made.text("Id")))).contains(made.text("ChangeVector"));
    }
}
