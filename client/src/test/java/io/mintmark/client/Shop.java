package io.mintmark.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.mintmark.server.MintmarkServer;
import io.mintmark.server.ServerSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A server in this process for each test class, a fresh database for each test, and stores on it that are closed after it. */
final class Shop implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback {
    private static final AtomicInteger DATABASES = new AtomicInteger();
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private int classes;
    private Path directory;
    private MintmarkServer server;
    private String database;
    private DocumentStore store;

    @Override
    public void beforeAll(ExtensionContext context) throws IOException {
        if (classes++ > 0) {
            return; // a class within the class
        }
        directory = Files.createTempDirectory("mintmark-client");
        // Tests judge the counter's row by what clients got, and not by what the server reserved ahead.
        server = MintmarkServer.start(
                ServerSettings.builder(directory).port(0).rangesAhead(false).build());
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        database = "shop" + DATABASES.incrementAndGet();
        call("PUT", "/admin/databases?name=" + database, "{\"DatabaseName\":\"" + database + "\"}");
        store = openStore();
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        while (!opened.isEmpty()) {
            opened.pop().close();
        }
    }

    @Override
    public void afterAll(ExtensionContext context) throws IOException {
        if (--classes > 0) {
            return;
        }
        server.close();
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        }
    }

    String url() {
        return server.url().toString();
    }

    String database() {
        return database;
    }

    /** Returns the test's first store. */
    DocumentStore store() {
        return store;
    }

    /** Opens a further store, as another process would. */
    DocumentStore openStore() {
        return openStore(Conventions.defaults());
    }

    /** Opens a session of the first store. */
    Session openSession() {
        return store.openSession();
    }

    /** Stores an entity by a session of its own, and returns its id. */
    String save(Object entity) {
        try (Session session = openSession()) {
            Document<Object> document = session.store(entity);
            session.saveChanges();
            return document.id();
        }
    }

    DocumentStore openStore(Conventions conventions) {
        return closing(DocumentStore.builder(url())
                .database(database)
                .conventions(conventions)
                .open());
    }

    /** Opens a store of RavenDB's official client, unmodified. */
    net.ravendb.client.documents.DocumentStore openOfficialStore() {
        net.ravendb.client.documents.DocumentStore official =
                new net.ravendb.client.documents.DocumentStore(url(), database);
        official.initialize();
        return closing(official);
    }

    private <T extends AutoCloseable> T closing(T resource) {
        opened.push(resource);
        return resource;
    }

    /** Returns what the HiLo document of {@code tag} shows. */
    long hiloMax(String tag) {
        return stored("Raven/Hilo/" + tag).path("Max").asLong();
    }

    /** Returns the document as the server has it; missing if there is none. */
    JsonNode stored(String id) {
        return get("/docs?id=" + URLEncoder.encode(id, StandardCharsets.UTF_8))
                .path("Results")
                .path(0);
    }

    /** Returns what the server answers about the database. */
    JsonNode get(String target) {
        return call("GET", "/databases/" + database + target, "");
    }

    /** Stores a document without any client. */
    void put(String id, String document) {
        call("PUT", "/databases/" + database + "/docs?id=" + URLEncoder.encode(id, StandardCharsets.UTF_8), document);
    }

    /** Tells all clients to use another separator. */
    void putSeparator(String separator) {
        putSeparator(database, separator);
    }

    /** Tells all clients of another database to use another separator. */
    void putSeparator(String database, String separator) {
        String value = separator.isEmpty() ? "null" : "\"" + separator + "\"";
        call(
                "PUT",
                "/databases/" + database + "/admin/configuration/client",
                "{\"IdentityPartsSeparator\":" + value + ",\"Disabled\":false}");
    }

    private JsonNode call(String method, String target, String body) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.url() + target))
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build();
        try {
            HttpResponse<String> reply = HTTP.send(request, HttpResponse.BodyHandlers.ofString());
            if (reply.statusCode() >= 400 && reply.statusCode() != 404) {
                throw new AssertionError(method + " " + target + ": " + reply.statusCode() + " " + reply.body());
            }
            return JSON.readTree(reply.body());
        } catch (IOException e) {
            throw new UncheckedIOException(method + " " + target, e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
