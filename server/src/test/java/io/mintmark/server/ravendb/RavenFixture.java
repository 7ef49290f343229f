package io.mintmark.server.ravendb;

import io.mintmark.server.MintmarkServer;
import io.mintmark.server.ServerSettings;
import io.mintmark.server.StoreSettings;
import io.mintmark.server.TlsSettings;
import io.mintmark.storage.postgresql.OnPostgres;
import io.mintmark.support.Folders;
import io.mintmark.web.tls.TestCertificate;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import net.ravendb.client.documents.DocumentStore;
import net.ravendb.client.documents.session.IDocumentSession;
import net.ravendb.client.serverwide.DatabaseRecord;
import net.ravendb.client.serverwide.operations.CreateDatabaseOperation;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A server for each test class, a fresh database for each test, and stores of the unmodified official client on it.
 *
 * <p>In a class that is marked {@link OverTls} the server speaks TLS, and each store shows a certificate of its own making.
 *
 * <p>Whatever a test opens here is closed after it. Tests of one class run one after another.
 */
final class RavenFixture implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback {
    private static final AtomicInteger DATABASES = new AtomicInteger();
    /** The official client remembers by a client's certificate which servers it trusts. */
    private static final TestCertificate SERVER =
            TestCertificate.named("server").make();

    private static final TestCertificate CLIENT =
            TestCertificate.named("client").withoutHost().make();

    private final List<IDocumentSession> sessions = new ArrayList<>();
    private final Deque<DocumentStore> opened = new ArrayDeque<>();
    private Path directory;
    private MintmarkServer server;
    private boolean tls;
    private DocumentStore store;

    @Override
    public void beforeAll(ExtensionContext context) {
        directory = Folders.make();
        ServerSettings.Builder settings =
                ServerSettings.builder(directory.resolve("data")).port(0);
        OnPostgres.Check.freshStore(context.getRequiredTestClass())
                .ifPresent(url -> settings.store(StoreSettings.of(url)));
        tls = OverTls.Check.isAskedFor(context);
        if (tls) {
            settings.tls(TlsSettings.of(SERVER.writePem(directory.resolve("server.pem"))));
        }
        server = MintmarkServer.start(settings.build());
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        store = openStore();
        store.maintenance().server().send(new CreateDatabaseOperation(new DatabaseRecord(store.getDatabase())));
    }

    @Override
    public void afterEach(ExtensionContext context) {
        sessions.forEach(IDocumentSession::close);
        sessions.clear();
        opened.forEach(DocumentStore::close);
        opened.clear();
        store = null;
    }

    @Override
    public void afterAll(ExtensionContext context) {
        if (server != null) {
            server.close();
        }
        Folders.delete(directory);
    }

    /** Returns where the server answers. */
    String url() {
        return server.url().toString();
    }

    /** Returns the name of the test's database. */
    String database() {
        return store.getDatabase();
    }

    /** Returns the test's first store. */
    DocumentStore store() {
        return store;
    }

    /** Opens a session of the first store. */
    IDocumentSession session() {
        IDocumentSession session = store.openSession();
        sessions.add(session);
        return session;
    }

    /** Opens a further store on the test's database, as a second process would. */
    DocumentStore openStore() {
        return openStore(settings -> {});
    }

    /** Opens a further store on the test's database after {@code settings} saw it. */
    DocumentStore openStore(Consumer<DocumentStore> settings) {
        String database = store == null ? newDatabaseName() : store.getDatabase();
        DocumentStore further = newStore(database);
        settings.accept(further);
        further.initialize();
        opened.push(further);
        return further;
    }

    /** Returns a store that is not open yet, which can reach the server; its caller closes it. */
    DocumentStore newStore(String database) {
        DocumentStore store = new DocumentStore(url(), database);
        if (tls) {
            store.setCertificate(CLIENT.keyStore());
            store.setCertificatePrivateKeyPassword(TestCertificate.PASSWORD);
            store.setTrustStore(TestCertificate.trustStore(SERVER));
        }
        return store;
    }

    /** Creates a second database; its name is fit for {@code openSession(name)}. */
    String createDatabase() {
        String name = newDatabaseName();
        store.maintenance().server().send(new CreateDatabaseOperation(new DatabaseRecord(name)));
        return name;
    }

    static String newDatabaseName() {
        return "shop" + DATABASES.incrementAndGet();
    }

    /** Stores {@code entity} under {@code id} in a session of its own. */
    void save(Object entity, String id) {
        Documents.save(store, entity, id);
    }
}
