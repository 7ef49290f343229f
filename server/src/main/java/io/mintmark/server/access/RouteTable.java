package io.mintmark.server.access;

import io.mintmark.protocol.Parameters;
import io.mintmark.protocol.Routes;
import java.util.ArrayList;
import java.util.List;

/**
 * Every route with the clearance that it needs. A server does not start with a route that has no row here.
 *
 * <p>Where RavenDB has the route, the clearance is RavenDB's.
 */
final class RouteTable {
    static final List<RouteRule> ROWS = new Rows()
            .row(Need.NOTHING, "GET", Routes.HEALTH)
            .row(Need.NOTHING, "GET", Routes.BUILD_VERSION)
            .row(Need.KNOWN, "GET", Routes.FRONT_PAGE)
            .row(Need.KNOWN, "GET", Routes.METRICS)
            .row(Need.KNOWN, "GET", Routes.DATABASES)
            .row(Need.KNOWN, "GET", Routes.CLUSTER_TOPOLOGY)
            .row(Need.KNOWN, "GET", Routes.NODE_INFO)
            .row(Need.KNOWN, "GET", Routes.TCP_INFO)
            .row(Need.KNOWN, "GET", Routes.SERVER_CLIENT_CONFIGURATION)
            .row(Need.KNOWN, "GET", Routes.WHO_AM_I)
            .row(Need.READ, "GET", Routes.TOPOLOGY)
            .row(Need.READ, "GET", Routes.DOCS)
            .row(Need.READ, "POST", Routes.DOCS)
            .row(Need.READ, "HEAD", Routes.DOCS)
            .row(Need.READ, "POST", Routes.MULTI_GET)
            .row(Need.READ, "GET", Routes.CHANGES)
            .row(Need.READ, "GET", Routes.IDENTITIES)
            .row(Need.READ, "GET", Routes.CLIENT_CONFIGURATION)
            .row(Need.READ, "GET", Routes.STATS)
            .row(Need.READ, "GET", Routes.STATS_DETAILED)
            .row(Need.READ, "GET", Routes.COLLECTION_STATS)
            .row(Need.READ, "GET", Routes.DATABASE_HEALTH)
            .row(Need.READ, "GET", Routes.BUCKETS)
            .row(Need.READ, "GET", Routes.INDEXES)
            .row(Need.READ, "GET", Routes.INDEX_STATS)
            .row(Need.READ, "GET", Routes.INDEX_ERRORS)
            .row(Need.READ, "GET", Routes.INDEX_STALENESS)
            .row(Need.READ, "GET", Routes.INDEX_STATUS)
            .row(Need.READ, "POST", Routes.INDEX_HAS_CHANGED)
            .row(Need.READ, "GET", Routes.OPERATIONS)
            .row(Need.READ, "GET", Routes.OPERATION_STATE)
            .row(Need.READ, "GET", Routes.OPERATION_NEXT_ID)
            .row(Need.WRITE, "POST", Routes.OPERATION_KILL, "kill", Parameters.ID)
            .row(Need.WRITE, "GET", Routes.HILO_NEXT, "reserve", Parameters.TAG)
            .row(Need.WRITE, "PUT", Routes.HILO_RETURN, "return", Parameters.TAG, Parameters.END, Parameters.LAST)
            .row(Need.WRITE, "POST", Routes.IDENTITY_NEXT, "reserve-identity", Parameters.NAME)
            .row(Need.WRITE, "POST", Routes.IDENTITY_SEED, "seed", Parameters.NAME, Parameters.VALUE, Parameters.FORCE)
            .row(Need.WRITE, "PUT", Routes.DOCS, "write", Parameters.ID)
            .row(Need.WRITE, "DELETE", Routes.DOCS, "write", Parameters.ID)
            .row(Need.WRITE, "POST", Routes.BULK_DOCS, "write")
            .row(Need.WRITE, "POST", Routes.BULK_INSERT, "write", Parameters.ID)
            .row(Need.WRITE, "PUT", Routes.INDEXES, "put-index")
            .row(Need.WRITE, "DELETE", Routes.INDEXES, "delete-index", Parameters.NAME)
            .row(Need.WRITE, "RESET", Routes.INDEXES, "reset-index", Parameters.NAME)
            .row(Need.WRITE, "DELETE", Routes.INDEX_ERRORS, "forget-index-errors", Parameters.NAME)
            .row(Need.WRITE, "POST", Routes.INDEX_PRIORITY, "set-index-priority")
            .row(Need.ADMIN, "PUT", Routes.ADMIN_INDEXES, "put-index")
            .row(Need.ADMIN, "POST", Routes.INDEX_START, "start-index", Parameters.NAME)
            .row(Need.ADMIN, "POST", Routes.INDEX_STOP, "stop-index", Parameters.NAME)
            .row(Need.ADMIN, "PUT", Routes.DATABASE_CLIENT_CONFIGURATION, "configure")
            .row(Need.ADMIN, "GET", Routes.ADMIN_DATABASES)
            .row(Need.OPERATOR, "PUT", Routes.ADMIN_DATABASES, "create", Parameters.NAME)
            .row(Need.OPERATOR, "DELETE", Routes.ADMIN_DATABASES, "delete")
            .row(Need.OPERATOR, "GET", Routes.ADMIN_CLIENT_CONFIGURATION)
            .row(Need.OPERATOR, "PUT", Routes.ADMIN_CLIENT_CONFIGURATION, "configure")
            .row(Need.OPERATOR, "GET", Routes.ADMIN_ACCESS)
            .row(Need.OPERATOR, "PUT", Routes.ADMIN_ACCESS, "change-access", Parameters.NAME)
            .row(Need.OPERATOR, "POST", Routes.ADMIN_ACCESS_ROTATE, "change-access", Parameters.NAME)
            .row(Need.OPERATOR, "DELETE", Routes.ADMIN_ACCESS, "change-access", Parameters.NAME)
            .row(Need.OPERATOR, "GET", Routes.ADMIN_CERTIFICATES)
            .row(Need.OPERATOR, "PUT", Routes.ADMIN_CERTIFICATES, "change-access")
            .row(Need.OPERATOR, "DELETE", Routes.ADMIN_CERTIFICATES, "change-access", "thumbprint")
            .rows;

    private RouteTable() {}

    /** Rows while they are written. */
    private static final class Rows {
        private final List<RouteRule> rows = new ArrayList<>();

        Rows row(Need need, String method, String pattern) {
            return row(need, method, pattern, "");
        }

        Rows row(Need need, String method, String pattern, String act, String... told) {
            rows.add(new RouteRule(method, pattern, need, act, List.of(told)));
            return this;
        }
    }

    static RouteRule of(String method, String pattern) {
        return ROWS.stream()
                .filter(rule -> rule.method().equals(method) && rule.pattern().equals(pattern))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("The route " + method + " " + pattern
                        + " states no clearance: give it a row in " + RouteTable.class.getSimpleName() + "."));
    }
}
