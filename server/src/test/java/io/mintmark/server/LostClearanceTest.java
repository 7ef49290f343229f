package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.support.Eventually;
import io.mintmark.support.RecordedLog;
import io.mintmark.web.access.Callers;
import io.mintmark.web.access.principal.DatabaseAccess;
import io.mintmark.web.http.Socket;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Streams and WebSockets end when their caller's clearance does, and go on when it is another caller's. */
@Timeout(60)
class LostClearanceTest {
    private static final String DB = OverHttp.DB;

    @AutoClose
    private final RecordedLog log = RecordedLog.of("io.mintmark.web.access");

    @TempDir
    Path directory;

    private Callers callers;

    @AutoClose
    private TestServer server;

    @BeforeEach
    void start() {
        callers = new Callers(directory)
                .operator("ada")
                .on("backend", "shop", DatabaseAccess.READ_WRITE)
                .on("bystander", "shop", DatabaseAccess.READ_WRITE);
        server = TestServer.start(directory);
        server.put("/admin/databases?name=shop", "{}", callers.as("ada"));
    }

    private void remove(String name) {
        server.delete("/admin/access?name=" + name, "", callers.as("ada")).expect(204);
    }

    private boolean isStored(String id) {
        return server.get(DB + "/docs?id=" + id, callers.as("ada")).status() == 200;
    }

    private void store(String id) {
        server.put(DB + "/docs?id=" + id, "{}", callers.as("ada")).expect(201);
    }

    private void awaitStored(String id) {
        Eventually.until("the document is stored while the stream pauses", () -> isStored(id));
    }

    private BulkStream inserting(String name) throws IOException {
        return BulkStream.open(server, "id=7", "Authorization: Bearer " + callers.token(name) + "\r\n")
                .send("[{\"Id\":\"users/1\",\"Type\":\"PUT\",\"Document\":{}}");
    }

    /** Removes somebody while the backend's bulk insert is under way, and returns the status that answers that. */
    private int statusOfAStreamAfterRemovalOf(String name) throws Exception {
        try (BulkStream stream = inserting("backend")) {
            awaitStored("users/1");
            remove(name);
            stream.send(",{\"Id\":\"users/2\",\"Type\":\"PUT\",\"Document\":{}}");
            if (!name.equals("backend")) {
                stream.finish("]");
            }
            return stream.answer().status();
        }
    }

    @Test
    void shouldEndABulkInsertWhoseSenderLosesItsClearance() throws Exception {
        assertThat(statusOfAStreamAfterRemovalOf("backend")).isEqualTo(403);

        assertThat(isStored("users/1")).isTrue();
        assertThat(isStored("users/2")).isFalse();
    }

    /** What a stream began with was known then; the log warns of those who guess. */
    @Test
    void shouldNotTakeForAGuesserWhoWasLetIn() throws Exception {
        try (ChangesSocket watcher = watching("backend")) {
            assertThat(statusOfAStreamAfterRemovalOf("backend")).isEqualTo(403);
            store("users/3");
            assertThat(watcher.end().code()).isEqualTo(Socket.RULE_BROKEN);
        }
        assertThat(log.lines("does not know")).isEmpty();
    }

    @Test
    void shouldNotEndTheBulkInsertOfSomebodyElse() throws Exception {
        assertThat(statusOfAStreamAfterRemovalOf("bystander")).isEqualTo(201);

        assertThat(isStored("users/2")).isTrue();
    }

    @Test
    void shouldEndAStreamWhenTheAccessOfItsSenderEnds() throws Exception {
        Instant begin = Instant.now();
        AtomicLong seconds = new AtomicLong();
        server.close();
        callers.operatorUntil("guest", begin.plusSeconds(60));
        server = TestServer.start(ServerSettings.builder(directory), () -> begin.plusSeconds(seconds.get()));
        try (BulkStream stream = inserting("guest")) {
            awaitStored("users/1");
            seconds.set(60);
            Eventually.pass(1_100);
            stream.send(",{\"Id\":\"users/2\",\"Type\":\"PUT\",\"Document\":{}}");

            stream.answer().expect(403);
        }
        assertThat(isStored("users/2")).isFalse();
    }

    private ChangesSocket watching(String name) {
        return ChangesSocket.open(server.url(), "shop", callers.as(name)).command("watch-docs", null);
    }

    @Test
    void shouldTellNothingMoreToAWatcherWhoLosesItsClearance() {
        try (ChangesSocket watcher = watching("backend");
                ChangesSocket bystander = watching("bystander")) {
            store("users/1");
            assertThat(watcher.changes(1)).containsExactly("Put users/1");
            remove("backend");
            store("users/2");

            ChangesSocket.End end = watcher.end();
            assertThat(end.code()).isEqualTo(Socket.RULE_BROKEN);
            assertThat(end.reason()).contains("bearer token", "not known");
            assertThat(watcher.isEmpty()).as("nothing came before the end").isTrue();
            assertThat(bystander.changes(2)).containsExactly("Put users/1", "Put users/2");
        }
    }

    @Test
    void shouldTakeNoCommandOfAWatcherWhoLosesItsClearance() {
        try (ChangesSocket watcher = watching("backend")) {
            remove("backend");
            watcher.send("watch-doc", "users/3");

            assertThat(watcher.end().code()).isEqualTo(Socket.RULE_BROKEN);
            assertThat(watcher.isEmpty()).as("nothing was confirmed").isTrue();
        }
    }

    @Test
    void shouldEndWhatBeganBeforeAccessControlWasSetUp(@TempDir Path open) throws Exception {
        server.close();
        server = TestServer.start(open);
        server.createDatabase("shop");
        try (BulkStream stream = BulkStream.open(server, "id=7");
                ChangesSocket watcher = ChangesSocket.open(server.url(), "shop").command("watch-docs", null)) {
            stream.send("[{\"Id\":\"users/1\",\"Type\":\"PUT\",\"Document\":{}}");
            callers = new Callers(open).operator("ada");
            Eventually.until(
                    "it asks who calls",
                    () -> server.get(DB + "/docs?id=users/1").status() == 403);

            stream.send(",{\"Id\":\"users/2\",\"Type\":\"PUT\",\"Document\":{}}");
            stream.answer().expect(403);
            store("users/3");
            assertThat(watcher.end().code()).isEqualTo(Socket.RULE_BROKEN);
        }
    }
}
