package io.mintmark.server;

import io.mintmark.RandomBytes;
import io.mintmark.document.NodeTag;
import io.mintmark.server.conformance.RefusedRoutes;
import io.mintmark.server.databases.ChangesEndpoint;
import io.mintmark.server.databases.ConfigurationEndpoints;
import io.mintmark.server.databases.DatabaseEndpoints;
import io.mintmark.server.databases.Databases;
import io.mintmark.server.databases.Nodes;
import io.mintmark.server.databases.OperationEndpoints;
import io.mintmark.server.databases.StatisticsEndpoints;
import io.mintmark.server.databases.TopologyEndpoints;
import io.mintmark.server.documents.BucketEndpoints;
import io.mintmark.server.documents.DocumentEndpoints;
import io.mintmark.server.numbers.DatabaseNumbers;
import io.mintmark.server.numbers.HiLoEndpoints;
import io.mintmark.server.numbers.IdentityEndpoints;
import io.mintmark.server.plain.PlainApi;
import io.mintmark.server.plain.PlainAudit;
import io.mintmark.storage.StorageEngine;
import io.mintmark.support.Json;
import io.mintmark.support.limits.Limits;
import io.mintmark.web.access.AccessControl;
import io.mintmark.web.access.AccessEndpoints;
import io.mintmark.web.access.CertificateEndpoints;
import io.mintmark.web.access.PublicUrl;
import io.mintmark.web.access.SessionEndpoints;
import io.mintmark.web.http.Router;
import java.time.InstantSource;

/** The endpoints of a server, each behind what goes around all of them. */
final class ServerRoutes {
    private ServerRoutes() {}

    /** Returns the router with all of them, except those that need it themselves. */
    static Router of(
            ServerSettings settings,
            InstantSource clock,
            Json json,
            MetricSources sources,
            Metrics metrics,
            NodeTag tag,
            AccessControl access) {
        Databases databases = sources.databases();
        StorageEngine engine = sources.engine();
        PublicUrl publicUrl = new PublicUrl(settings.publicUrl());
        Limits limits = settings.limits();
        int nameCharsMax = limits.sizes().databaseNameCharsMax();
        Router router = new Router(new ServedEndpoints(metrics, access), RefusedRoutes::refusal);
        Nodes nodes = new Nodes(tag, engine::topology, publicUrl);
        new TopologyEndpoints(databases, nodes).addTo(router);
        new DatabaseEndpoints(databases, nodes, json, nameCharsMax, access::databasesFor).addTo(router);
        DatabaseNumbers numbers = new DatabaseNumbers(tag, settings.leaseClient(), sources.numbers());
        new HiLoEndpoints(databases, numbers, clock).addTo(router);
        new IdentityEndpoints(databases, numbers).addTo(router);
        ServerDescription description = new ServerDescription(sources, metrics, nodes, clock);
        PlainAudit audit = new PlainAudit(settings.audit(), settings.auditFile());
        new PlainApi(databases, numbers, nameCharsMax, access::databasesFor, description::of, audit).addTo(router);
        new ConfigurationEndpoints(databases, json).addTo(router);
        new StatisticsEndpoints(databases).addTo(router);
        new OperationEndpoints(databases, tag).addTo(router);
        new ChangesEndpoint(databases).addTo(router);
        new DocumentEndpoints(databases, json, limits).addTo(router);
        new BucketEndpoints(databases).addTo(router);
        Documentation.addTo(router);
        new Studio().addTo(router);
        new AccessEndpoints(access, clock, RandomBytes.secure()).addTo(router);
        new CertificateEndpoints(access, clock).addTo(router);
        new SessionEndpoints(access, publicUrl).addTo(router);
        metrics.addTo(router, sources, access::databasesFor);
        return router;
    }
}
