package io.mintmark.server;

import io.mintmark.MintmarkException;
import io.mintmark.RandomBytes;
import io.mintmark.document.NodeTag;
import io.mintmark.protocol.Routes;
import io.mintmark.server.access.AccessControl;
import io.mintmark.server.access.AccessEndpoints;
import io.mintmark.server.access.AuditLog;
import io.mintmark.server.access.CertificateEndpoints;
import io.mintmark.server.access.CertificateGate;
import io.mintmark.server.access.HostGate;
import io.mintmark.server.access.OriginGate;
import io.mintmark.server.access.PublicUrl;
import io.mintmark.server.admission.AdmissionCounts;
import io.mintmark.server.databases.ChangesEndpoint;
import io.mintmark.server.databases.ConfigurationEndpoints;
import io.mintmark.server.databases.DatabaseEndpoints;
import io.mintmark.server.databases.Databases;
import io.mintmark.server.databases.HiLoEndpoints;
import io.mintmark.server.databases.IdentityEndpoints;
import io.mintmark.server.databases.Nodes;
import io.mintmark.server.databases.OperationEndpoints;
import io.mintmark.server.databases.ReturnCounts;
import io.mintmark.server.databases.StatisticsEndpoints;
import io.mintmark.server.databases.TopologyEndpoints;
import io.mintmark.server.documents.BucketEndpoints;
import io.mintmark.server.documents.DocumentEndpoints;
import io.mintmark.server.documents.DocumentLimits;
import io.mintmark.server.documents.multiget.MultiGet;
import io.mintmark.server.http.Endpoint;
import io.mintmark.server.http.Gate;
import io.mintmark.server.http.Router;
import io.mintmark.server.http.SocketEndpoint;
import io.mintmark.server.http.StreamEndpoint;
import io.mintmark.server.http.SubRequestDispatch;
import io.mintmark.server.indexes.IndexEndpoints;
import io.mintmark.server.indexes.Indexes;
import io.mintmark.server.indexes.script.ScriptHost;
import io.mintmark.server.jetty.HttpFront;
import io.mintmark.server.jetty.HttpSettings;
import io.mintmark.server.jetty.TlsFront;
import io.mintmark.server.json.Json;
import io.mintmark.server.members.RefusedRoutes;
import io.mintmark.server.storage.EngineState;
import io.mintmark.server.storage.StorageEngine;
import io.mintmark.server.tls.ServerCertificate;
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
    /** Guarded by this. */
    private boolean closed;

    private MintmarkServer(
            HttpFront front,
            Databases databases,
            Indexes indexes,
            RefreshHeaders refresh,
            Optional<ServerCertificate> certificate,
            String host,
            OpenedStore store) {
        this.indexes = indexes;
        this.refresh = refresh;
        this.store = store;
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
        StartAhead.begin();
    }

    /**
     * Opens the data directory, or the store, and answers from then on.
     *
     * @throws MintmarkException if the directory is in use or cannot be opened, the store cannot carry this node, the port is taken, or others can
     *     reach it although nobody is asked who they are, or the access list cannot be used; the message says what to do
     */
    public static MintmarkServer start(ServerSettings settings) {
        return start(settings, InstantSource.system());
    }

    static MintmarkServer start(ServerSettings settings, InstantSource clock) {
        // Before the directory is opened: what is wrong with the access list is said first, and nothing was changed.
        AccessControl access = access(settings, clock);
        Exposure.requireConsent(settings, access.isSetUp());
        settings.javascript().ifPresent(ScriptHost::requireEngineIn);
        return start(settings, clock, access, OpenedStore.open(settings, clock));
    }

    /** Starts over any engine, and closes it in the end; measurements bring one that stores nothing. */
    static MintmarkServer start(ServerSettings settings, InstantSource clock, StorageEngine engine) {
        return start(settings, clock, access(settings, clock), new OpenedStore(engine, settings.nodeTag()));
    }

    private static MintmarkServer start(
            ServerSettings settings, InstantSource clock, AccessControl access, OpenedStore store) {
        Json json = new Json(settings.limits().depthMax());
        Indexes indexes = new Indexes(settings.javascript().orElse(null), clock);
        Databases databases =
                new Databases(store.engine(), json, clock, settings.load().openStorages(), indexes::follow);
        AdmissionCounts counts = new AdmissionCounts();
        Gate gate = gate(settings, clock);
        Optional<ServerCertificate> certificate = Optional.empty();
        try {
            certificate = settings.tls().map(tls -> ServerCertificate.open(tls.files(), clock));
            Router router = routes(settings, clock, json, databases, store, counts, access);
            new IndexEndpoints(databases, indexes, json).addTo(router);
            new MultiGet(databases, json, new SubRequestDispatch(router, gate)).addTo(router);
            HttpSettings http = http(settings, tlsFront(settings, certificate));
            RefreshHeaders refresh = new RefreshHeaders(databases);
            HttpFront front = HttpFront.start(http, router, gate, refresh, counts);
            MintmarkServer server =
                    new MintmarkServer(front, databases, indexes, refresh, certificate, settings.host(), store);
            store.engine().serve(settings.publicUrl().orElseGet(server::url).toString());
            return server;
        } catch (RuntimeException | Error e) {
            certificate.ifPresent(ServerCertificate::close);
            databases.close();
            indexes.close();
            throw e;
        }
    }

    private static Gate gate(ServerSettings settings, InstantSource clock) {
        Gate gate = HostGate.of(settings.host(), settings.publicUrl(), settings.allowedHosts())
                .and(new OriginGate(settings.publicUrl()));
        return settings.tls().isEmpty() ? gate : gate.and(new CertificateGate(clock));
    }

    private static Optional<TlsFront> tlsFront(ServerSettings settings, Optional<ServerCertificate> certificate) {
        boolean asked = settings.tls().map(TlsSettings::clientCertificates).orElse(false);
        return certificate.map(shown -> new TlsFront(shown.context(), asked));
    }

    /** Returns the part of {@code settings} that concerns HTTP. */
    static HttpSettings http(ServerSettings settings, Optional<TlsFront> tls) {
        Limits limits = settings.limits();
        return new HttpSettings(
                settings.host(),
                settings.port(),
                limits.http(),
                settings.load().admission(limits.bodyBytesMax()),
                VITAL_ROUTES,
                tls);
    }

    private static AccessControl access(ServerSettings settings, InstantSource clock) {
        return new AccessControl(settings.dataDirectory(), clock, new AuditLog(settings.audit()));
    }

    private static Router routes(
            ServerSettings settings,
            InstantSource clock,
            Json json,
            Databases databases,
            OpenedStore store,
            AdmissionCounts counts,
            AccessControl access) {
        PublicUrl publicUrl = new PublicUrl(settings.publicUrl());
        Limits limits = settings.limits();
        DocumentLimits documentLimits =
                new DocumentLimits(limits.documentBytesMax(), limits.collectionBytesMax(), replyBytesMax(settings));
        Metrics metrics = new Metrics();
        Router router = new Router(new Around(metrics, access), RefusedRoutes::refusal);
        Nodes nodes = new Nodes(store.tag(), store.engine()::topology, publicUrl);
        new TopologyEndpoints(databases, nodes).addTo(router);
        new DatabaseEndpoints(databases, nodes, json, limits.databaseNameCharsMax(), access::databasesFor)
                .addTo(router);
        ReturnCounts returns = new ReturnCounts();
        new HiLoEndpoints(databases, store.tag(), clock, settings.leaseClient(), returns).addTo(router);
        new IdentityEndpoints(databases).addTo(router);
        new ConfigurationEndpoints(databases).addTo(router);
        new StatisticsEndpoints(databases).addTo(router);
        new OperationEndpoints(databases, store.tag()).addTo(router);
        new ChangesEndpoint(databases).addTo(router);
        new DocumentEndpoints(databases, json, documentLimits).addTo(router);
        new BucketEndpoints(databases).addTo(router);
        new FrontPage(databases, access, publicUrl, store.engine()::storeClass).addTo(router);
        new AccessEndpoints(access, clock, RandomBytes.secure()).addTo(router);
        new CertificateEndpoints(access, clock).addTo(router);
        metrics.addTo(router, store.engine(), databases::openCount, counts, returns, databases.changeCounts());
        return router;
    }

    /** Goes around every endpoint: its callers are judged, its refusals are translated, then it is measured. */
    private record Around(Metrics metrics, AccessControl access) implements Router.Decorator {
        @Override
        public Endpoint around(String method, String pattern, Endpoint endpoint) {
            Endpoint translated = endpoint.translatingFailures(Refusals::translate);
            return metrics.measured(method, pattern, access.guarded(method, pattern, translated));
        }

        @Override
        public StreamEndpoint aroundStream(String method, String pattern, StreamEndpoint endpoint) {
            StreamEndpoint translated = endpoint.translatingFailures(Refusals::translate);
            return metrics.measured(method, pattern, access.guardedStream(method, pattern, translated));
        }

        @Override
        public SocketEndpoint aroundSocket(String method, String pattern, SocketEndpoint endpoint) {
            SocketEndpoint translated = endpoint.translatingFailures(Refusals::translate);
            return metrics.measured(method, pattern, access.guardedSocket(method, pattern, translated));
        }
    }

    /**
     * Returns how much one request may load: a request that could never get its memory is at fault itself, not the
     * load.
     */
    private static long replyBytesMax(ServerSettings settings) {
        int bodyBytesMax = settings.limits().bodyBytesMax();
        return Math.min(4L * bodyBytesMax, settings.load().memoryBytes(bodyBytesMax) / 2);
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

    /** Returns whether another server has taken this node's place, so that this one serves no more and is to be closed. */
    public boolean isFenced() {
        return store.engine().state() == EngineState.FENCED;
    }

    /**
     * Ends the streams, answers what else was accepted, then stops; returns when all data is closed. Where other nodes serve the
     * same store, it goes on for some seconds first, until they and the clients have heard of it. A second call waits for the
     * first, and does nothing.
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
        front.close();
        certificate.ifPresent(ServerCertificate::close);
        databases.close();
        indexes.close();
    }
}
