package io.mintmark.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.protocol.ErrorType;
import io.mintmark.server.TestServer.Answer;
import io.mintmark.storage.StorageClosedException;
import io.mintmark.storage.StorageUnreachableException;
import io.mintmark.web.http.ApiException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How a server says that it is well, or not, in the words in which RavenDB's clients ask. */
class FailuresClientsExpectTest {
    private static final String CHECK = "/databases/shop/stats?failure=check";

    @TempDir
    private Path directory;

    @Test
    void shouldSayCheaplyThatADatabaseIsWell() {
        try (TestServer server = TestServer.start(directory)) {
            server.createDatabase("shop");
            server.put("/databases/shop/docs?id=users/1", "{}");

            Answer answer = server.get(CHECK);

            answer.expect(200);
            assertThat(answer.number("LastDocEtag")).isEqualTo(1);
            assertThat(answer.json().has("CountOfDocuments"))
                    .as("nothing is counted")
                    .isFalse();
            assertThat(answer.header("Cache-Control")).contains("no-store");
        }
    }

    @Test
    void shouldSayWhyADatabaseIsNotWell() throws IOException {
        try (TestServer server = TestServer.start(directory)) {
            server.createDatabase("shop");
            server.createDatabase("other");
        }
        Files.write(directory.resolve("database-1.sqlite"), "no database".getBytes(UTF_8));
        try (TestServer server = TestServer.start(directory)) {
            Answer answer = server.get(CHECK);

            answer.expect(503);
            assertThat(answer.text("Type")).endsWith("DatabaseLoadFailureException");
            assertThat(answer.text("Message")).contains("shop");
            server.get(CHECK.replace("shop", "other")).expect(200);
            Answer missing = server.get(CHECK.replace("shop", "missing")).expect(503);
            assertThat(missing.header("Database-Missing")).contains("missing");
        }
    }

    @Test
    void shouldSayThatTheServerIsWellToThoseWhoAskForAnAddress() {
        try (TestServer server = TestServer.start(directory)) {
            Answer answer = server.get("/info/tcp?tcp=health-check");

            answer.expect(200);
            String url = "tcp://127.0.0.1:" + server.url().getPort();
            assertThat(answer.text("Url")).isEqualTo(url);
            assertThat(answer.path("Urls").toString()).isEqualTo("[\"" + url + "\"]");
            assertThat(answer.path("Certificate").isNull()).isTrue();
            assertThat(answer.text("NodeTag")).isEqualTo("A");
        }
    }

    @Test
    void shouldSendARequestElsewhereWhoseDatabaseWasDeletedUnderIt() {
        ApiException gone =
                (ApiException) Refusals.translate(new StorageClosedException("The database shop was deleted."));

        assertThat(gone.type()).isEqualTo(ErrorType.DATABASE_GONE);
        assertThat(gone.type().status()).isEqualTo(410);
    }

    @Test
    void shouldSendARequestElsewhereWhoseEngineDoesNotAnswer() {
        ApiException elsewhere = (ApiException) Refusals.translate(
                new StorageUnreachableException("The engine does not answer.", new IllegalStateException()));

        assertThat(elsewhere.type().status()).isEqualTo(503);
        assertThat(elsewhere).hasMessage("The engine does not answer.");
    }
}
