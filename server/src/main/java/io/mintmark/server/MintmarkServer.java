package io.mintmark.server;

import io.mintmark.MintmarkException;
import io.mintmark.document.NodeTag;
import io.mintmark.indexes.definition.ScriptHost;
import io.mintmark.protocol.Routes;
import io.mintmark.server.databases.Database;
import io.mintmark.server.databases.Databases;
import io.mintmark.server.documents.batch.MultiGet;
import io.mintmark.server.indexing.IndexEndpoints;
import io.mintmark.server.indexing.Indexes;
import io.mintmark.server.numbers.NumberCounts;
import io.mintmark.storage.EngineState;
import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageEngine;
import io.mintmark.storage.cutoff.Homecoming;
import io.mintmark.storage.cutoff.JournalKeeper;
import io.mintmark.storage.engine.ClaimTimes;
import io.mintmark.support.Json;
import io.mintmark.web.access.AccessControl;
import io.mintmark.web.access.AuditLog;
import io.mintmark.web.access.UnreliableCertificateGate;
import io.mintmark.web.access.WebGate;
import io.mintmark.web.access.principal.AccessFile;
import io.mintmark.web.access.principal.StoredAccessList;
import io.mintmark.web.admission.AdmissionCounts;
import io.mintmark.web.http.Gate;
import io.mintmark.web.http.Router;
import io.mintmark.web.http.SubRequestDispatch;
import io.mintmark.web.jetty.HttpFront;
import io.mintmark.web.jetty.HttpSettings;
import io.mintmark.web.jetty.TlsFront;
import io.mintmark.web.tls.ServerCertificate;
import java.net.URI;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;

/**
 * A running server: started by {@link #start}, stopped by {@link #close}; embeddable, and what tests start too.
 *
 * <p>It owns its data directory, or its node tag in the store, while it runs. Safe for any number of threads.
 */
public final class MintmarkServer implements AutoCloseable {
    /** Routes of programs that watch over the server are answered when nothing else can be. */
    private static final Set<String> VITAL_ROUTES = Set.of(Routes.BUILD_VERSION, Routes.HEALTH, Routes.METRICS);

    private final HttpFront front;
    private final Databases databases;
    private final Indexes indexes;
    private final RefreshHeaders refresh;
    private final Optional<ServerCertificate> certificate;
    private final String host;
    private final OpenedStore store;
    private final ServedData data;
    private final JournalKeeper journal;
    private final AccessControl access;
    private final Metrics metrics;
    /** Guarded by this. */
    private boolean closed;

    private MintmarkServer(
            HttpFront front,
            Databases databases,
            Indexes indexes,
            RefreshHeaders refresh,
            Optional<ServerCertificate> certificate,
            String host,
            OpenedStore store,
            ServedData data,
            JournalKeeper journal,
            AccessControl access,
            Metrics metrics) {
        this.access = access;
        this.metrics = metrics;
        this.indexes = indexes;
        this.refresh = refresh;
        this.store = store;
        this.data = data;
        this.journal = journal;
        this.front = front;
        this.databases = databases;
        this.certificate = certificate;
        this.host = host;
    }

    /**
     * Begins to load what {@link #start} will need, on a thread of its own; returns at once.
     *
     * <p>Optional: it shortens a start that has something else to do first.
     */
    public static void prepare() {
        ClassPreloading.begin();
    }

    /**
     * Opens the data directory, or the store, and answers from then on.
     *
     * @throws MintmarkException if the limits do not fit into the heap, the directory is in use or cannot be opened,
     *     the store cannot carry this node, the port is taken, or others can reach it although nobody is asked who they
     *     are, or the access list cannot be used; the message says what to do
     */
    public static MintmarkServer start(ServerSettings settings) {
        return start(settings, InstantSource.system());
    }

    static MintmarkServer start(ServerSettings settings, InstantSource clock) {
        settings.limits().requireRoom();
        settings.javascript().ifPresent(ScriptHost::requireEngineIn);
        if (settings.store().isPresent()) {
            return start(settings, settings.store().get(), clock, ClaimTimes.DEFAULT);
        }
        // Before the directory is opened: what is wrong with the access list is said first, and nothing was changed.
        AccessControl access = access(settings, clock, new AccessFile(settings.dataDirectory()));
        Exposure.requireConsent(settings, access.isSetUp());
        return start(settings, clock, access, OpenedStore.inDirectory(settings, clock));
    }

    /**
     * Starts a node whose claim lives as {@code times} say; tests, which wait for other nodes to hear, bring shorter
     * ones.
     */
    static MintmarkServer start(ServerSettings settings, StoreSettings store, InstantSource clock, ClaimTimes times) {
        OpenedStore opened = OpenedStore.onStore(settings, store, clock, times);
        AccessControl access;
        try {
            access = access(settings, clock, opened.accessList(settings));
            Exposure.requireConsent(settings, access.isSetUp());
        } catch (RuntimeException | Error e) {
            opened.abandon();
            throw e;
        }
        return start(settings, clock, access, opened);
    }

    /** Starts over any engine, and closes it in the end; measurements bring one that stores nothing. */
    static MintmarkServer start(ServerSettings settings, InstantSource clock, StorageEngine engine) {
        OpenedStore store = OpenedStore.of(engine, settings);
        return start(settings, clock, access(settings, clock, store.accessList(settings)), store);
    }

    private static MintmarkServer start(
            ServerSettings settings, InstantSource clock, AccessControl access, OpenedStore store) {
        Json json = new Json(settings.limits().sizes().depthMax());
        Indexes indexes = new Indexes(settings.javascript().orElse(null), clock);
        JournalKeeper journal = journal(settings, clock, store);
        Databases databases =
                new Databases(store.engine(), json, clock, settings.limits(), indexes::follow, journal::around);
        AdmissionCounts counts = new AdmissionCounts();
        Metrics metrics = new Metrics();
        Gate gate = gate(settings, clock);
        Optional<ServerCertificate> certificate = Optional.empty();
        Optional<HttpFront> front = Optional.empty();
        try {
            certificate = PublicNames.certificate(settings, clock);
            ServedData data = new ServedData(settings, databases, store, clock);
            MetricSources sources = new MetricSources(
                    store.engine(),
                    databases,
                    new NumberCounts(store.engine().ceiling()),
                    counts,
                    certificate,
                    data.backups(),
                    journal.journal());
            Router router = ServerRoutes.of(settings, clock, json, sources, metrics, store.tag(), access);
            new IndexEndpoints(
                            databases, indexes, json, settings.limits().sizes().collectionBytesMax())
                    .addTo(router);
            data.addTo(router);
            new MultiGet(databases, json, new SubRequestDispatch(router, gate)).addTo(router);
            HttpSettings http = http(settings, tlsFront(settings, certificate));
            RefreshHeaders refresh = new RefreshHeaders(databases);
            access.begin();
            front = Optional.of(HttpFront.start(http, router, gate, refresh, counts));
            MintmarkServer server = new MintmarkServer(
                    front.get(),
                    databases,
                    indexes,
                    refresh,
                    certificate,
                    settings.host(),
                    store,
                    data,
                    journal,
                    access,
                    metrics);
            data.begin(clock);
            journal.begin(homes(databases, store.engine()));
            store.engine().serve(settings.publicUrl().orElseGet(server::url).toString());
            return server;
        } catch (RuntimeException | Error e) {
            front.ifPresent(HttpFront::close);
            access.close();
            certificate.ifPresent(ServerCertificate::close);
            journal.end();
            databases.close();
            journal.close();
            indexes.close();
            throw e;
        }
    }

    /** A node whose start is refused must not hold its tag. */
    private static JournalKeeper journal(ServerSettings settings, InstantSource clock, OpenedStore store) {
        try {
            return store.journal(settings, clock);
        } catch (RuntimeException | Error e) {
            store.abandon();
            throw e;
        }
    }

    private static Homecoming.Engine homes(Databases databases, StorageEngine engine) {
        return new Homecoming.Engine() {
            @Override
            public boolean isThere() {
                return engine.state() == EngineState.SERVING && engine.outage().isEmpty();
            }

            @Override
            public Optional<Storage> database(String name) {
                return databases.find(name).map(Database::storage);
            }
        };
    }

    private static Gate gate(ServerSettings settings, InstantSource clock) {
        Gate gate = new WebGate(settings.host(), settings.publicUrl(), settings.allowedHosts());
        return settings.tls().isEmpty() ? gate : gate.and(new UnreliableCertificateGate(clock));
    }

    private static Optional<TlsFront> tlsFront(ServerSettings settings, Optional<ServerCertificate> certificate) {
        boolean asked = settings.tls().map(TlsSettings::clientCertificates).orElse(false);
        return certificate.map(shown -> new TlsFront(shown.context(), asked));
    }

    /** Returns the part of {@code settings} that concerns HTTP. */
    static HttpSettings http(ServerSettings settings, Optional<TlsFront> tls) {
        return new HttpSettings(settings.host(), settings.port(), settings.limits(), VITAL_ROUTES, tls);
    }

    private static AccessControl access(ServerSettings settings, InstantSource clock, StoredAccessList list) {
        AuditLog.Scope told = new AuditLog.Scope(settings.audit(), settings.auditNumbers(), settings.auditWrites());
        return new AccessControl(list, clock, new AuditLog(told));
    }

    /** Returns the URL that this server answers at, with the port it really has. */
    public URI url() {
        String shown = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
        String scheme = certificate.isPresent() ? "https://" : "http://";
        return URI.create(scheme + shown + ":" + front.address().getPort());
    }

    /** Returns the tag that this node puts into the ids it makes. */
    public NodeTag nodeTag() {
        return store.tag();
    }

    /** Returns the store class: {@code quorum}, {@code durable} or {@code best effort}. */
    public String storeClass() {
        return store.engine().storeClass().level().text();
    }

    /**
     * Returns whether this server serves no more and is to be closed, since another one has taken its place, or its
     * store is an older copy; {@link #whyFenced} says which.
     */
    public boolean isFenced() {
        return store.engine().state() == EngineState.FENCED;
    }

    /**
     * Returns why this server serves no more, and what to do; means nothing unless it is {@linkplain #isFenced fenced}.
     */
    public String whyFenced() {
        return store.engine().whyFenced();
    }

    /**
     * Ends the streams, answers what else was accepted, then stops; returns when all data is closed. Where other nodes
     * serve the same store, it goes on for some seconds first, until they and the clients have heard of it. A second
     * call waits for the first, and does nothing.
     */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        databases.leave();
        refresh.fallSilent();
        databases.endOperations();
        data.close();
        front.close();
        access.close();
        certificate.ifPresent(ServerCertificate::close);
        journal.end();
        databases.close();
        journal.close();
        indexes.close();
        metrics.close();
    }
}
