package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.MintmarkException;
import io.mintmark.document.NodeTag;
import io.mintmark.protocol.Headers;
import io.mintmark.server.TestServer.Answer;
import io.mintmark.server.maintenance.Maintenance;
import io.mintmark.storage.postgresql.TestEngine;
import io.mintmark.storage.postgresql.TestPostgres;
import io.mintmark.storage.postgresql.WireCutter;
import io.mintmark.support.Eventually;
import io.mintmark.support.Opened;
import io.mintmark.web.access.Callers;
import io.mintmark.web.access.principal.SharedAccessList;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A node that was told to may start while its store is not there, and takes what nobody else can make until it is. */
@Timeout(240)
class StartCutOffTest {
    private static final String DOCS = "/databases/shop/docs";

    @AutoClose
    private final Opened opened = new Opened();

    private final StoreNodes nodes = opened.add(new StoreNodes());
    private final WireCutter wire = opened.add(new WireCutter(WireCutter.portOf(nodes.url())));

    private StoreSettings store() {
        return StoreSettings.of(wire.through(nodes.url())).withStartCutOff(true);
    }

    private TestServer start(ServerSettings.Builder settings) {
        return opened.add(TestServer.startNode(settings, store()));
    }

    /** Returns node A, which has the database shop open, and no store any more. */
    private TestServer cutOff() {
        TestServer node = start(nodes.settings("A"));
        node.createDatabase("shop");
        node.store("shop", "people/ada", "{\"name\":\"Ada\"}");
        cut(node);
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
                () -> node.metric("mintmark_storage_outage") == 0 && node.metric("mintmark_journal_entries") == 0);
    }

    private static Answer put(TestServer node, String id) {
        return node.put(DOCS + "?id=" + TestServer.encoded(id), "{\"taken\":true}");
    }

    private static Answer taken(TestServer node, String id) {
        Answer taken = put(node, id).expect(201);
        assertThat(taken.header(Headers.STORED)).as(id).contains(Headers.ON_THIS_MACHINE);
        return taken;
    }

    private static String version(TestServer node, String id) {
        return node.document("shop", id).at("/@metadata/@change-vector").asText();
    }

    private static void assertHas(TestServer node, List<Answer> documents) {
        for (Answer document : documents) {
            assertThat(version(node, document.text("Id"))).isEqualTo(document.text("ChangeVector"));
        }
    }

    private static List<String> ids(List<Answer> documents) {
        return documents.stream().map(each -> each.text("Id")).toList();
    }

    @Test
    void shouldGoOnWithoutItsStoreAndBringAllHomeOnce() {
        TestServer other = nodes.serve("B");
        TestServer node = cutOff();
        List<Answer> taken = new ArrayList<>(List.of(taken(node, "users/"), taken(node, "users/"), taken(node, "")));

        for (int start = 0; start < 2; start++) {
            node.restart();
            assertHas(node, taken);
            assertThat(node.get("/v1/shop/journal")
                            .expect(200)
                            .path("documents")
                            .size())
                    .isEqualTo(taken.size());
            taken.addAll(List.of(taken(node, "users/"), taken(node, "notes/" + UUID.randomUUID()), taken(node, "")));
        }

        assertThat(node.metrics()).contains("mintmark_storage_class{class=\"on this machine\"} 1.0");
        assertThat(new HashSet<>(ids(taken))).as("no id twice").hasSize(taken.size());
        heal(node);

        assertHas(node, taken);
        assertHas(other, taken);
        assertThat(other.ids("shop", "users/"))
                .containsExactlyInAnyOrderElementsOf(ids(taken).stream()
                        .filter(id -> id.startsWith("users/"))
                        .toList());
        assertThat(node.metric("mintmark_journal_set_aside")).isZero();
        Answer later = put(node, "users/").expect(201);
        assertThat(later.header(Headers.STORED)).isEmpty();
        assertThat(ids(taken)).doesNotContain(later.text("Id"));
        assertThat(node.low("shop", "orders")).isEqualTo(1);
    }

    @Test
    void shouldRefuseByNameWhatItCannotProve() {
        TestServer node = start(nodes.settings("A"));
        node.createDatabase("shop");
        Answer range = node.get("/databases/shop/hilo/next?tag=orders").expect(201);
        cut(node);
        node.restart();

        Answer next = node.get("/databases/shop/hilo/next?tag=orders").expect(503);
        assertThat(next.text("Message")).contains("--start-cut-off").contains("gives no ranges");
        List<Answer> refused = List.of(
                put(node, range.text("Prefix") + range.number("Low") + "-A"),
                put(node, "people/ada"),
                node.delete(DOCS + "?id=people/ada", ""),
                node.get(DOCS + "?id=people/ada"),
                node.get(DOCS + "?startsWith=users/"),
                node.get("/databases/shop/indexes"),
                node.get("/databases/shop/stats"),
                node.get("/databases/shop/healthcheck"),
                node.get("/databases"),
                node.put("/databases/nowhere/docs?id=users/", "{}"),
                node.put("/admin/databases?name=more", "{}"));
        assertThat(refused)
                .allSatisfy(each -> assertThat(each.status()).as("%s", each).isEqualTo(503));
        node.get("/healthcheck").expect(204);
    }

    /** What is stored must not be called refused, whatever is known of the indexes. */
    @Test
    void shouldSayThatABatchIsStoredWhoseIndexesNobodyKnows() {
        TestServer node = cutOff();
        node.restart();
        String batch = "{\"Commands\":[{\"Type\":\"PUT\",\"Id\":\"users/\",\"Document\":{}}]}";

        Answer patient = node.post("/databases/shop/bulk_docs?waitForIndexesTimeout=00:00:00.1", batch);
        Answer indifferent =
                node.post("/databases/shop/bulk_docs?waitForIndexesTimeout=00:00:00.1&waitForIndexThrow=false", batch);

        assertThat(patient.text("Message")).contains("The batch is stored").contains("the store does not say which");
        indifferent.expect(201);
        assertThat(node.metric("mintmark_journal_entries")).isEqualTo(2);
        heal(node);
        assertThat(node.ids("shop", "users/")).hasSize(2);
    }

    /** A process that left in order gave its tag back, and its block not: it may be drawn of. */
    @Test
    void shouldStartAfterItLeftInOrder() {
        TestServer node = start(nodes.settings("A"));
        node.createDatabase("shop");
        node.put("/databases/shop/admin/configuration/client", "{\"IdentityPartsSeparator\":\"-\"}")
                .expect(204);
        String before = put(node, "users-").expect(201).text("Id");
        node.close();
        wire.cutAll();
        TestServer again = start(nodes.settings("A"));
        Answer taken = taken(again, "users-");

        assertThat(taken.text("Id")).as("by the separator that it knew").matches("users-0*[0-9]+-A");
        assertThat(taken.text("Id")).isGreaterThan(before);
        heal(again);
        assertHas(again, List.of(taken));
    }

    @Test
    void shouldRefuseAStartThatHasNothingToGoBy() {
        wire.cutAll();

        assertThatThrownBy(() -> TestServer.startNode(nodes.settings("A"), store().withStartCutOff(false)))
                .as("the default")
                .isInstanceOf(MintmarkException.class)
                .hasMessageContaining("cannot be reached");
        assertThatThrownBy(() -> start(nodes.settings("A")))
                .hasMessageContaining("--start-cut-off")
                .hasMessageContaining("has neither: start this node once while the store is there");
        assertThatThrownBy(() -> start(nodes.settings("A").journalBytes(0)))
                .hasMessageContaining("--journal-bytes is 0");
    }

    @Test
    void shouldRefuseAClaimOfAnotherStoreOrTag() {
        cutOff().close();

        assertThatThrownBy(() -> opened.add(TestServer.startNode(nodes.settings("A"), store().withSchema("other"))))
                .hasMessageContaining("is of the store")
                .hasMessageContaining("schema other");
        assertThatThrownBy(() -> start(nodes.settings("A").nodeTag(NodeTag.of("C"))))
                .hasMessageContaining("is of the node tag A, not of C");
    }

    /** No database there is the one that a document was taken for, so each would be set aside. */
    @Test
    void shouldRefuseAnotherStoreWhileDocumentsAreOnTheirWay() {
        TestServer node = cutOff();
        Answer taken = taken(node, "users/");
        node.close();
        wire.mend();
        ServerSettings.Builder elsewhere =
                nodes.settings("A").witness(nodes.directory("elsewhere").resolve("witness"));

        assertThatThrownBy(() -> opened.add(TestServer.startNode(elsewhere, store().withSchema("other"))))
                .hasMessageContaining("is another one than the journal")
                .hasMessageContaining("1 on the way")
                .hasMessageContaining("--data");

        TestServer again = start(nodes.settings("A"));
        heal(again);
        assertHas(again, List.of(taken));
        again.close();
        opened.add(TestServer.startNode(elsewhere, store().withSchema("other")));
    }

    @Test
    void shouldKeepASecondProcessOutOfItsDirectory() {
        TestServer node = cutOff();

        assertThatThrownBy(() -> start(nodes.settings("A"))).hasMessageContaining("is in use by another server");
        assertThat(taken(node, "users/").text("Id")).isNotEmpty();
    }

    /** Etags of the block stay this directory's, whoever has the tag; what was taken comes home under another tag. */
    @Test
    void shouldMeetNobodyWhereAnotherNodeTookItsTag() {
        TestServer node = cutOff();
        List<Answer> taken = new ArrayList<>(List.of(taken(node, "users/")));
        TestEngine.run(nodes.url(), "UPDATE mintmark.node SET state = 'lapsed' WHERE tag = 'A'");
        TestServer successor = opened.add(TestServer.startNode(
                ServerSettings.builder(nodes.directory("successor")).nodeTag(NodeTag.of("A")), nodes.url()));
        List<String> theirs =
                new ArrayList<>(List.of(put(successor, "users/").expect(201).text("Id")));

        node.restart();
        taken.add(taken(node, "users/"));
        theirs.add(put(successor, "users/").expect(201).text("Id"));
        wire.mend();

        Eventually.until("the node knows that it was replaced", node::isFenced);
        assertThat(put(node, "users/").text("Message")).contains("is held by another server");
        assertThat(node.metric("mintmark_journal_entries")).isEqualTo(2);
        node.close();
        TestServer again = start(nodes.settings("A").nodeTag(NodeTag.of("D")));
        Eventually.until("all has come home", () -> again.metric("mintmark_journal_entries") == 0);
        assertThat(again.metric("mintmark_journal_set_aside")).isZero();
        assertHas(successor, taken);
        assertThat(ids(taken)).doesNotContainAnyElementsOf(theirs);
    }

    @Test
    void shouldEndWhereTheStoreTurnsOutToBeAnotherOne() {
        TestServer node = cutOff();
        Answer taken = taken(node, "users/");
        node.close();
        TestEngine.run(nodes.url(), "DROP SCHEMA mintmark CASCADE");
        // A witness of its own would notice that, too.
        TestServer again =
                start(nodes.settings("A").witness(nodes.directory("A").resolve("another-witness")));
        assertHas(again, List.of(taken));

        wire.mend();

        Eventually.until("the node ends", again::isFenced);
        assertThat(put(again, "users/").text("Message"))
                .contains("is another one than the directory's journal belongs to");
        assertThat(again.metric("mintmark_journal_entries"))
                .as("nothing came home")
                .isEqualTo(1);
        assertThat(again.metric("mintmark_journal_set_aside")).isZero();
    }

    @Test
    void shouldSetAsideWhatBelongsToAnotherLifeOfTheDatabase() {
        TestServer other = nodes.serve("B");
        TestServer node = cutOff();
        node.restart();
        Answer taken = taken(node, "users/");
        other.delete("/admin/databases", "{\"DatabaseNames\":[\"shop\"],\"HardDelete\":true}")
                .expect(200);
        other.createDatabase("shop");

        heal(node);

        assertThat(node.metric("mintmark_journal_set_aside")).isEqualTo(1);
        Eventually.until(
                "it serves the new one",
                () -> node.get("/databases/shop/healthcheck").status() == 204);
        assertThat(node.get(DOCS + "?id=" + taken.text("Id")).status()).isEqualTo(404);
    }

    /** What answers may be a standby that somebody is about to promote. */
    @Test
    void shouldStartBesideAStandbyAndWaitUntilItIsThePrimary() {
        cutOff().close();
        wire.mend();
        String elsewhere = TestPostgres.fresh();
        String standby = "ALTER DATABASE " + TestEngine.address(nodes.url()).database()
                + " SET default_transaction_read_only = ";
        TestPostgres.run(elsewhere, standby + "on");
        TestServer again = start(nodes.settings("A"));
        Answer taken = taken(again, "users/");

        TestPostgres.run(elsewhere, standby + "off");

        heal(again);
        assertHas(again, List.of(taken));
    }

    /** What the store would refuse keeps nothing else away. */
    @Test
    void shouldRefuseACollectionThatTheStoreCannotHave() {
        TestServer node = start(nodes.settings("A"));
        node.createDatabase("shop");
        String half = "{\"@metadata\":{\"@collection\":\"half \\ud83d\"}}";
        node.put(DOCS + "?id=people/ada", half).expect(400);
        put(node, "people/ada").expect(201);
        cut(node);

        node.put(DOCS + "?id=users/", half).expect(400);
        Answer whole = taken(node, "users/");
        heal(node);

        assertHas(node, List.of(whole));
    }

    /** The access list is in the store; the node obeys the one that it knew last. */
    @Test
    void shouldAskWhoCallsAsBefore() {
        TestServer node = start(nodes.settings("A"));
        node.createDatabase("shop");
        Callers callers = new Callers(new SharedAccessList(
                        opened.add(Maintenance.of(StoreSettings.of(nodes.url())).visitAccess(true))
                                .accessList()))
                .operator("ada");
        Eventually.until("the node obeys it", () -> node.get("/databases").status() == 403);
        wire.cutAll();

        node.restart();

        assertThat(put(node, "users/").status()).isEqualTo(403);
        node.put(DOCS + "?id=users/", "{}", callers.as("ada")).expect(201);
    }
}
