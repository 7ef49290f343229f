package io.mintmark.web.access;

import io.mintmark.protocol.Parameters;
import io.mintmark.protocol.PlainRoutes;
import io.mintmark.protocol.Routes;
import java.util.ArrayList;
import java.util.List;

/**
 * Every route with the clearance that it needs. A server does not start with a route that has no row here.
 *
 * <p>Where RavenDB has the route, the clearance is RavenDB's.
 */
final class RouteRequirements {
    static final List<RouteRequirement> ROWS = new Rows()
            .row(RequiredClearance.NOTHING, "GET", Routes.HEALTH)
            .row(RequiredClearance.NOTHING, "GET", Routes.BUILD_VERSION)
            .row(RequiredClearance.NOTHING, "GET", Routes.DOCUMENTATION)
            .row(RequiredClearance.NOTHING, "GET", Routes.DOCUMENTATION_INDEX)
            .row(RequiredClearance.NOTHING, "GET", Routes.DOCUMENTATION_PAGE)
            .row(RequiredClearance.NOTHING, "GET", Routes.DOCUMENTATION_PAGE_BELOW)
            .row(RequiredClearance.NOTHING, "GET", Routes.FRONT_PAGE)
            .row(RequiredClearance.NOTHING, "GET", Routes.STUDIO)
            .row(RequiredClearance.NOTHING, "GET", Routes.STUDIO_FILE)
            .row(RequiredClearance.KNOWN, "POST", Routes.SESSION)
            .row(RequiredClearance.KNOWN, "DELETE", Routes.SESSION)
            .row(RequiredClearance.KNOWN, "GET", Routes.METRICS)
            .row(RequiredClearance.KNOWN, "GET", Routes.DATABASES)
            .row(RequiredClearance.KNOWN, "GET", Routes.CLUSTER_TOPOLOGY)
            .row(RequiredClearance.KNOWN, "GET", Routes.NODE_INFO)
            .row(RequiredClearance.KNOWN, "GET", Routes.TCP_INFO)
            .row(RequiredClearance.KNOWN, "GET", Routes.SERVER_CLIENT_CONFIGURATION)
            .row(RequiredClearance.KNOWN, "GET", Routes.WHO_AM_I)
            .row(RequiredClearance.READ, "GET", Routes.TOPOLOGY)
            .row(RequiredClearance.READ, "GET", Routes.DOCS)
            .row(RequiredClearance.READ, "POST", Routes.DOCS)
            .row(RequiredClearance.READ, "HEAD", Routes.DOCS)
            .row(RequiredClearance.READ, "POST", Routes.MULTI_GET)
            .row(RequiredClearance.READ, "GET", Routes.CHANGES)
            .row(RequiredClearance.READ, "GET", Routes.IDENTITIES)
            .row(RequiredClearance.READ, "GET", Routes.CLIENT_CONFIGURATION)
            .row(RequiredClearance.READ, "GET", Routes.STATS)
            .row(RequiredClearance.READ, "GET", Routes.STATS_DETAILED)
            .row(RequiredClearance.READ, "GET", Routes.COLLECTION_STATS)
            .row(RequiredClearance.READ, "GET", Routes.COLLECTION_STATS_DETAILED)
            .row(RequiredClearance.READ, "GET", Routes.DATABASE_HEALTH)
            .row(RequiredClearance.READ, "GET", Routes.BUCKETS)
            .row(RequiredClearance.READ, "GET", Routes.INDEXES)
            .row(RequiredClearance.READ, "GET", Routes.INDEX_STATS)
            .row(RequiredClearance.READ, "GET", Routes.INDEX_ERRORS)
            .row(RequiredClearance.READ, "GET", Routes.INDEX_STALENESS)
            .row(RequiredClearance.READ, "GET", Routes.INDEX_STATUS)
            .row(RequiredClearance.READ, "POST", Routes.INDEX_HAS_CHANGED)
            .row(RequiredClearance.READ, "GET", Routes.OPERATIONS)
            .row(RequiredClearance.READ, "GET", Routes.OPERATION_STATE)
            .row(RequiredClearance.READ, "GET", Routes.OPERATION_NEXT_ID)
            .row(RequiredClearance.WRITE, "POST", Routes.OPERATION_KILL, "kill", Parameters.ID)
            .row(RequiredClearance.WRITE, "GET", Routes.HILO_NEXT, "reserve", Parameters.TAG)
            .row(
                    RequiredClearance.WRITE,
                    "PUT",
                    Routes.HILO_RETURN,
                    "return",
                    Parameters.TAG,
                    Parameters.END,
                    Parameters.LAST)
            .row(RequiredClearance.WRITE, "POST", Routes.IDENTITY_NEXT, "reserve-identity", Parameters.NAME)
            .row(
                    RequiredClearance.WRITE,
                    "POST",
                    Routes.IDENTITY_SEED,
                    "seed",
                    Parameters.NAME,
                    Parameters.VALUE,
                    Parameters.FORCE)
            .row(RequiredClearance.WRITE, "PUT", Routes.DOCS, "write", Parameters.ID)
            .row(RequiredClearance.WRITE, "DELETE", Routes.DOCS, "write", Parameters.ID)
            .row(RequiredClearance.WRITE, "POST", Routes.BULK_DOCS, "write")
            .row(RequiredClearance.WRITE, "POST", Routes.BULK_INSERT, "write", Parameters.ID)
            .row(RequiredClearance.WRITE, "PUT", Routes.INDEXES, "put-index")
            .row(RequiredClearance.WRITE, "DELETE", Routes.INDEXES, "delete-index", Parameters.NAME)
            .row(RequiredClearance.WRITE, "RESET", Routes.INDEXES, "reset-index", Parameters.NAME)
            .row(RequiredClearance.WRITE, "DELETE", Routes.INDEX_ERRORS, "forget-index-errors", Parameters.NAME)
            .row(RequiredClearance.WRITE, "POST", Routes.INDEX_PRIORITY, "set-index-priority")
            .row(RequiredClearance.ADMIN, "PUT", Routes.ADMIN_INDEXES, "put-index")
            .row(RequiredClearance.ADMIN, "POST", Routes.INDEX_START, "start-index", Parameters.NAME)
            .row(RequiredClearance.ADMIN, "POST", Routes.INDEX_STOP, "stop-index", Parameters.NAME)
            .row(RequiredClearance.ADMIN, "PUT", Routes.DATABASE_CLIENT_CONFIGURATION, "configure")
            .row(RequiredClearance.ADMIN, "GET", Routes.ADMIN_DATABASES)
            .row(RequiredClearance.OPERATOR, "PUT", Routes.ADMIN_DATABASES, "create", Parameters.NAME)
            .row(RequiredClearance.OPERATOR, "DELETE", Routes.ADMIN_DATABASES, "delete")
            .row(RequiredClearance.OPERATOR, "GET", Routes.ADMIN_CLIENT_CONFIGURATION)
            .row(RequiredClearance.OPERATOR, "PUT", Routes.ADMIN_CLIENT_CONFIGURATION, "configure")
            .row(RequiredClearance.OPERATOR, "GET", Routes.ADMIN_ACCESS)
            .row(RequiredClearance.OPERATOR, "PUT", Routes.ADMIN_ACCESS, "change-access", Parameters.NAME)
            .row(RequiredClearance.OPERATOR, "POST", Routes.ADMIN_ACCESS_ROTATE, "change-access", Parameters.NAME)
            .row(RequiredClearance.OPERATOR, "DELETE", Routes.ADMIN_ACCESS, "change-access", Parameters.NAME)
            .row(RequiredClearance.OPERATOR, "POST", Routes.ADMIN_BACKUP, "backup")
            .row(RequiredClearance.OPERATOR, "GET", Routes.ADMIN_CERTIFICATES)
            .row(RequiredClearance.OPERATOR, "PUT", Routes.ADMIN_CERTIFICATES, "change-access")
            .row(RequiredClearance.OPERATOR, "DELETE", Routes.ADMIN_CERTIFICATES, "change-access", "thumbprint")
            .row(RequiredClearance.KNOWN, "GET", PlainRoutes.OPENAPI)
            .row(RequiredClearance.OPERATOR, "GET", PlainRoutes.SERVER)
            .row(RequiredClearance.OPERATOR, "GET", PlainRoutes.AUDIT)
            .row(RequiredClearance.KNOWN, "GET", PlainRoutes.DATABASES)
            .row(RequiredClearance.READ, "GET", PlainRoutes.DATABASE)
            .row(RequiredClearance.OPERATOR, "PUT", PlainRoutes.DATABASE, "create")
            .row(RequiredClearance.OPERATOR, "DELETE", PlainRoutes.DATABASE, "delete")
            .row(RequiredClearance.READ, "GET", PlainRoutes.COUNTERS)
            .row(RequiredClearance.READ, "GET", PlainRoutes.COUNTER)
            .row(RequiredClearance.READ, "GET", PlainRoutes.LEASES)
            .row(RequiredClearance.READ, "GET", PlainRoutes.NUMBER)
            .row(RequiredClearance.READ, "GET", PlainRoutes.IDENTITIES)
            .row(RequiredClearance.READ, "GET", PlainRoutes.JOURNAL)
            .row(RequiredClearance.WRITE, "POST", PlainRoutes.COUNTER_NEXT, "reserve", "counter")
            .row(RequiredClearance.WRITE, "POST", PlainRoutes.RANGES, "reserve", "counter")
            .row(RequiredClearance.WRITE, "DELETE", PlainRoutes.LEASE, "return", "counter", Parameters.LAST)
            .row(RequiredClearance.WRITE, "POST", PlainRoutes.COUNTER_RAISE, "raise", "counter", "to")
            .row(RequiredClearance.WRITE, "POST", PlainRoutes.IDENTITY_NEXT, "reserve-identity", "identity")
            .row(RequiredClearance.WRITE, "POST", PlainRoutes.IDENTITY_RAISE, "seed", "identity", "to")
            .rows;

    private RouteRequirements() {}

    /** Rows while they are written. */
    private static final class Rows {
        private final List<RouteRequirement> rows = new ArrayList<>();

        Rows row(RequiredClearance need, String method, String pattern) {
            return row(need, method, pattern, "");
        }

        Rows row(RequiredClearance need, String method, String pattern, String act, String... told) {
            rows.add(new RouteRequirement(method, pattern, need, act, List.of(told)));
            return this;
        }
    }

    static RouteRequirement of(String method, String pattern) {
        return ROWS.stream()
                .filter(rule -> rule.method().equals(method) && rule.pattern().equals(pattern))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("The route " + method + " " + pattern
                        + " states no clearance: give it a row in " + RouteRequirements.class.getSimpleName() + "."));
    }
}
