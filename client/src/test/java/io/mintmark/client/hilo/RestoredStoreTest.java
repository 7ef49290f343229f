package io.mintmark.client.hilo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.client.DocumentStore;
import io.mintmark.client.Model;
import io.mintmark.client.Model.User;
import io.mintmark.client.RemoteRanges;
import io.mintmark.client.Session;
import io.mintmark.client.cluster.ScriptedNode;
import io.mintmark.client.cluster.ScriptedNode.Answer;
import io.mintmark.client.exceptions.OlderCopyException;
import io.mintmark.counter.LeaseToken;
import io.mintmark.range.Range;
import io.mintmark.range.RangeUnavailableException;
import java.net.URI;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A program over HTTP whose database was replaced by an older copy, with the tokens on the wire. */
class RestoredStoreTest {
    private static final int RANGE = 32;

    private final ScriptedDatabase database = new ScriptedDatabase();
    private final AtomicReference<String> bareSerials = new AtomicReference<>();
    private final ScriptedNode node = ScriptedNode.answering(this::answer);

    @AfterEach
    void stop() {
        node.close();
    }

    @Test
    void shouldTellWhoStoresAnEntityThatAnOlderCopyWasPutBackUntilItIsRaised() {
        ScriptedDatabase.Copy backup = database.copy();
        try (DocumentStore store = store();
                Session session = store.openSession()) {
            assertThat(session.store(new User("Ada")).id()).isEqualTo("users/1-A");
            session.store(new Model.Employee("Bob", "B"));
            database.putBack(backup);

            assertThatThrownBy(() -> storeUsers(session, 10 * RANGE))
                    .isInstanceOf(RangeUnavailableException.class)
                    .hasRootCauseInstanceOf(OlderCopyException.class)
                    .hasMessageContaining("An older copy of the database shop was put back: " + node.url()
                            + " answered with lease 1 of incarnation 1, after this client had seen lease")
                    .hasMessageContaining("run `mintmark raise` on it, see docs/operating.md");

            database.raise(1_000_000);
            assertThat(session.store(new User("Eve")).id()).matches("users/1000\\d{3}-A");
        }
    }

    @Test
    void shouldSendTheWholeTokenBack() {
        try (RemoteRanges ranges = ranges()) {
            Range range = ranges.reserve(RANGE);
            assertThat(range.token()).isEqualTo(1);

            assertThat(ranges.giveBack(range, range.low() - 1)).isTrue();
        }

        assertThat(node.requests()).last().asString().endsWith("&lease=a.1.1");
    }

    @Test
    void shouldTakeABareSerialForNoToken() {
        bareSerials.set("7");
        try (RemoteRanges ranges = ranges()) {
            Range range = ranges.reserve(RANGE);
            assertThat(range.hasToken()).isFalse();

            assertThat(ranges.giveBack(range, range.low() - 1))
                    .as("wholly unused")
                    .isFalse();
            assertThat(ranges.giveBack(range, range.low()))
                    .as("as the server answers")
                    .isFalse();
        }

        assertThat(node.requests()).last().asString().contains("hilo/return").doesNotContain("lease");
    }

    private static void storeUsers(Session session, int count) {
        for (int i = 0; i < count; i++) {
            session.store(new User("User " + i));
        }
    }

    private DocumentStore store() {
        return DocumentStore.builder(node.url().toString()).database("shop").open();
    }

    private RemoteRanges ranges() {
        return RemoteRanges.builder(node.url().toString())
                .database("shop")
                .tag("users")
                .open();
    }

    private Answer answer(String request) {
        String tag = parameter(request, "tag");
        if (request.startsWith("GET /topology")) {
            return topology(node.url());
        }
        if (request.contains("/hilo/next")) {
            NextRange next = database.next(tag, RANGE, Long.parseLong(parameter(request, "lastMax")));
            return described(tag, next);
        }
        if (request.contains("/hilo/return")) {
            Optional<LeaseToken> token = LeaseToken.parse(parameter(request, "lease"));
            boolean accepted = database.giveBack(
                    tag,
                    Long.parseLong(parameter(request, "last")),
                    Long.parseLong(parameter(request, "end")),
                    token.orElse(new LeaseToken("none", 1)));
            return Answer.of(204, "").with("Mintmark-Return", accepted ? "accepted" : "ignored");
        }
        if (request.contains("/configuration/client")) {
            return Answer.of(200, "{\"Etag\":0,\"Configuration\":null}");
        }
        return Answer.refusal(400, "RouteNotFoundException", "no such route");
    }

    private Answer topology(URI url) {
        return Answer.of(
                200,
                "{\"Nodes\":[{\"Url\":\"" + url + "\"}],\"Etag\":"
                        + database.life().incarnation() + ",\"Life\":\"" + database.life() + "\"}");
    }

    private Answer described(String tag, NextRange next) {
        Range range = next.range();
        String bare = bareSerials.get();
        return Answer.of(
                        201,
                        "{\"Prefix\":\"" + tag + "/\",\"Low\":" + range.low() + ",\"High\":" + range.high()
                                + ",\"ServerTag\":\"A\"}")
                .with("Mintmark-Lease", bare != null ? bare : next.origin().life() + "." + range.token());
    }

    private static String parameter(String request, String name) {
        Matcher found = Pattern.compile("[?&]" + name + "=([^&]*)").matcher(request);
        return found.find() ? found.group(1) : "";
    }
}
