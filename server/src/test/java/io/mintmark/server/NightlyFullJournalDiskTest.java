package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.server.TestServer.Answer;
import io.mintmark.storage.postgresql.FaultyWire;
import io.mintmark.support.Eventually;
import io.mintmark.support.Opened;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A node that is cut off, and whose own disk really runs full before its journal has what it may take. */
@Timeout(180)
class NightlyFullJournalDiskTest {
    private static final String DOCS = "/databases/shop/docs?id=";
    private static final int MORE_THAN_FIT = 1_000;

    @AutoClose
    private final Opened opened = new Opened();

    private final StoreNodes nodes = opened.add(new StoreNodes());

    @Test
    void shouldRefuseWhatDoesNotFitAndBringHomeWhatItAcknowledged() throws Exception {
        SmallDisk disk = opened.add(SmallDisk.at(nodes.directory("A")));
        FaultyWire wire = opened.add(new FaultyWire(nodes.url()));
        TestServer other = nodes.serve("B");
        other.createDatabase("shop");
        TestServer node = opened.add(TestServer.startNode(nodes.settings("A"), wire.url()));
        node.store("shop", "users/ada", "{}").expect(201);
        wire.fail(FaultyWire.Fault.REFUSED);
        Eventually.until("the node is cut off", () -> node.metric("mintmark_storage_outage") > 0);

        Map<String, String> taken = new HashMap<>();
        Answer answer = put(node);
        while (answer.status() == 201 && taken.size() < MORE_THAN_FIT) {
            taken.put(answer.text("Id"), answer.text("ChangeVector"));
            answer = put(node);
        }

        assertThat(taken).hasSizeBetween(1, MORE_THAN_FIT - 1);
        answer.expect(503);
        String first = taken.keySet().iterator().next();
        node.get(DOCS + first).expect(200);
        wire.heal();
        Eventually.until(
                "the engine takes what the journal does not",
                () -> node.put(DOCS + "users/bob", "{}").status() == 201);
        disk.grow();
        node.restart();
        Eventually.until("all has come home", () -> node.metric("mintmark_journal_entries") == 0);
        taken.forEach((id, version) -> assertThat(other.document("shop", id)
                        .at("/@metadata/@change-vector")
                        .asText())
                .isEqualTo(version));
        assertThat(node.metric("mintmark_journal_set_aside")).isZero();
    }

    private static Answer put(TestServer node) {
        return node.put(DOCS + "notes/", "{\"text\":\"" + "x".repeat(20_000) + "\"}");
    }
}
