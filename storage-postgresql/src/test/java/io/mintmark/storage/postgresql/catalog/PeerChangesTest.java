package io.mintmark.storage.postgresql.catalog;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.internal.Sleeper;
import io.mintmark.internal.Ticker;
import io.mintmark.storage.ChangeListener;
import io.mintmark.storage.document.DocumentChange;
import io.mintmark.storage.postgresql.PostgresEngine;
import io.mintmark.storage.postgresql.TestEngine;
import io.mintmark.storage.postgresql.TestPostgres;
import io.mintmark.storage.postgresql.claim.HeartbeatReply;
import io.mintmark.storage.postgresql.claim.Lane;
import io.mintmark.storage.postgresql.claim.WriterProgress;
import io.mintmark.storage.postgresql.sql.PostgresConnections;
import io.mintmark.storage.postgresql.sql.Transactions;
import io.mintmark.storage.sql.Statements;
import io.mintmark.support.Eventually;
import io.mintmark.support.Opened;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Watchers hear of each write of another node, in whatever order its lanes commit and whenever it appears. */
@Timeout(60)
class PeerChangesTest {
    private final Collected collected = new Collected();

    @AutoClose
    private final Opened opened = new Opened();

    private final String url = TestPostgres.fresh();
    private DatabaseRow shop;
    private Transactions transactions;
    private PeerChanges changes;
    private long beats;

    /** Keeps what it hears. */
    private static final class Collected implements ChangeListener {
        private final List<String> ids = Collections.synchronizedList(new ArrayList<>());
        private volatile long topology;

        @Override
        public boolean isListening() {
            return true;
        }

        @Override
        public void committed(List<DocumentChange> changed) {
            changed.forEach(each -> ids.add(each.id()));
        }

        @Override
        public void topologyChanged(String here) {
            topology++;
        }

        @Override
        public void missed() {
            ids.add("missed");
        }
    }

    @BeforeEach
    void begin() {
        PostgresEngine engine = TestEngine.open(url);
        long number = engine.create("shop", "{}".getBytes(UTF_8)).number();
        engine.close();
        shop = new DatabaseRow(number, "shop", "shop000000000000000001", 1, 0);
        run("INSERT INTO collection VALUES (?, 1, 'things', 'Things')");
        PostgresConnections connections = opened.add(PostgresConnections.open(TestEngine.address(url)));
        transactions = new Transactions(connections, Sleeper.SYSTEM);
        changes = opened.add(new PeerChanges(transactions, "A", Ticker.SYSTEM));
    }

    private void run(String sql) {
        TestEngine.run(url, sql.replace("?", Long.toString(shop.number())));
    }

    private void lane(String node, String lane, long began, long etag) {
        run(
                "INSERT INTO node_state (database, node, epoch, began, etag, serial, groups, identities, forgotten, closed, lane)"
                        + " VALUES (?, '" + node + "', 1, " + began + ", " + etag + ", 0, 0, 0, 0, FALSE, '" + lane
                        + "')"
                        + " ON CONFLICT (database, node, lane) DO UPDATE SET etag = excluded.etag");
    }

    private void document(String node, String id, long etag) {
        run("INSERT INTO document VALUES (?, '" + id + "', '" + id + "', 1, '" + node + "', " + etag
                + ", 0, '', '{}')");
    }

    /**
     * Tells of a heartbeat that sees what is there now, as {@code seen} makes it out. Its topology is told first, and after all of
     * the heartbeat before it: returns then.
     */
    private List<String> beat(UnaryOperator<WriterProgress> seen) {
        List<WriterProgress> written = transactions.read(connection -> Statements.rows(
                connection,
                row -> seen.apply(WriterProgress.of(row, 1)),
                "SELECT " + WriterProgress.COLUMNS + " FROM node_state WHERE database = ?",
                shop.number()));
        long told = collected.topology;
        HeartbeatReply heard = new HeartbeatReply(
                "serving", 0, ++beats, List.of(), Map.of(shop.number(), written), beats, 0, null, null);
        Eventually.until(() -> {
            changes.heard(heard, "http://a.test");
            return collected.topology > told;
        });
        return List.copyOf(collected.ids);
    }

    private void watch() {
        changes.watch(shop, collected, beats);
    }

    private void commitALateDocumentBehindACounter() {
        lane("B", "counters", 0, 9);
        lane("B", "documents", 0, 10);
        watch();
        lane("B", "counters", 0, 12);
    }

    private void commitTheLateDocument() {
        document("B", "late", 11);
        lane("B", "documents", 0, 11);
    }

    @Test
    void shouldTellOfADocumentThatIsCommittedBehindAHigherNumberOfTheOtherLane() {
        commitALateDocumentBehindACounter();
        assertThat(settled(UnaryOperator.identity())).isEmpty();
        commitTheLateDocument();

        assertThat(settled(UnaryOperator.identity())).containsExactly("late");
    }

    @Test
    void shouldMissItWithOneNumberForBothLanes() {
        UnaryOperator<WriterProgress> highest = each -> new WriterProgress(
                new WriterProgress.Writer(each.writer().node(), Lane.DOCUMENTS),
                each.began(),
                Math.max(each.etag(), 12),
                each.serial(),
                each.groups());
        commitALateDocumentBehindACounter();
        assertThat(settled(highest)).isEmpty();
        commitTheLateDocument();

        assertThat(settled(highest)).isEmpty();
    }

    @Test
    void shouldTellOfANodeWhoseRowWasNotThereYetFromWhereItBegan() {
        lane("C", "documents", 0, 100);
        document("B", "before", 4);
        watch();
        lane("B", "documents", 5, 7);
        document("B", "first", 6);

        assertThat(settled(UnaryOperator.identity())).containsExactly("first");
    }

    /** Returns all that was told after a heartbeat. */
    private List<String> settled(UnaryOperator<WriterProgress> seen) {
        int ignored = beat(seen).size();
        return beat(seen);
    }
}
