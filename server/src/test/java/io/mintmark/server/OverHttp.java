package io.mintmark.server;

import static io.mintmark.server.TestServer.encoded;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.server.TestServer.Answer;
import io.mintmark.storage.postgresql.OnPostgres;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** What tests of the wire's rules stand on: a server for each class, and in it a database of each test's own. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class OverHttp {
    static final String DB = "/databases/shop";
    static final String ARGUMENT = "System.ArgumentException";

    Path shared;

    @AutoClose
    TestServer server;

    private boolean serverIsOwn;
    private Optional<StoreSettings> store = Optional.empty();

    @BeforeAll
    void start(@TempDir Path directoryOfTheClass) {
        shared = directoryOfTheClass;
        store = OnPostgres.Check.freshStore(getClass()).map(StoreSettings::of);
        server = TestServer.start(stored(settings(shared)));
    }

    /** Returns what the tests of this class need, apart from the store. */
    ServerSettings.Builder settings(Path directory) {
        return ServerSettings.builder(directory);
    }

    /** Returns settings for the store that the tests of this class have; another directory goes with another store. */
    ServerSettings.Builder stored(ServerSettings.Builder settings) {
        Optional<StoreSettings> other = settings.build().dataDirectory().equals(shared)
                ? store
                : OnPostgres.Check.freshStore(getClass()).map(StoreSettings::of);
        return other.map(settings::store).orElse(settings);
    }

    @BeforeEach
    void create() {
        server.createDatabase("shop");
    }

    @AfterEach
    void tidy() {
        if (serverIsOwn) {
            restart(settings(shared));
            serverIsOwn = false;
        }
        String names = names().stream().collect(Collectors.joining("\",\"", "[\"", "\"]"));
        server.delete("/admin/databases", "{\"HardDelete\":true,\"DatabaseNames\":" + names + "}");
    }

    /** Goes on with another server, until the end of the test. */
    void restart(ServerSettings.Builder settings) {
        serverIsOwn = true;
        server.close();
        server = TestServer.start(stored(settings));
    }

    Answer put(String id, String document) {
        return server.put(DB + "/docs?id=" + encoded(id), document);
    }

    /** Returns the document of that id; a missing node if there is none. */
    JsonNode load(String id) {
        return server.document("shop", id);
    }

    List<String> ids(String prefix) {
        return server.ids("shop", prefix);
    }

    /** Returns once each index has followed what was committed before. */
    void catchUp() {
        server.catchUp("shop");
    }

    void delete(String id) {
        server.delete(DB + "/docs?id=" + encoded(id), "").expect(204);
    }

    Answer next(String parameters) {
        return server.get(DB + "/hilo/next?" + parameters);
    }

    List<String> names() {
        List<String> names = new ArrayList<>();
        server.get("/databases?namesOnly=true").path("Databases").forEach(name -> names.add(name.asText()));
        return names;
    }

    static void assertRefused(Answer answer, String type, String message) {
        answer.expect(400);
        assertThat(answer.text("Type")).contains(type);
        assertThat(answer.text("Message")).contains(message);
    }
}
