package io.mintmark.hibernate;

import io.mintmark.document.KeyForm;
import io.mintmark.hibernate.tenant.HiddenTenants;
import io.mintmark.hibernate.tenant.OpenTenants;
import io.mintmark.hibernate.tenant.Tenant;
import io.mintmark.hibernate.tenant.TenantConnections;
import io.mintmark.hibernate.tenant.TenantPool;
import io.mintmark.hilo.HiLo;
import io.mintmark.range.RangeSource;
import jakarta.persistence.EntityManagerFactory;
import java.util.Optional;
import java.util.function.Function;
import javax.sql.DataSource;
import org.hibernate.engine.jdbc.connections.spi.ConnectionProvider;
import org.hibernate.engine.spi.SessionFactoryImplementor;

/**
 * The tenants of a persistence unit that chooses its connections by tenant, as far as they drew ids lately: each has
 * counters of its own, in its own database or schema.
 *
 * <p>A tenant has a state in memory for each of its counters, from its first id until nobody drew for
 * {@link MintmarkSettings#TENANT_IDLE}; then unused numbers go back where the counter takes them. Thread-safe.
 */
public final class UnitTenants {
    /** How many numbers a tenant reserves first: thousands of tenants with a few ids each must not waste many. */
    static final long RANGE_SIZE = 32;

    private final SessionFactoryImplementor factory;
    private final UnitSettings settings;
    private final Function<Tenant, ConnectionProvider> connections;
    private final OpenTenants open;

    private UnitTenants(
            SessionFactoryImplementor factory,
            UnitSettings settings,
            Function<Tenant, ConnectionProvider> connections) {
        this.factory = factory;
        this.settings = settings;
        this.connections = connections;
        this.open = new OpenTenants(
                settings.tenantIdle().orElse(OpenTenants.IDLE),
                settings.tenantsMax().orElse(OpenTenants.MOST));
    }

    /** Returns the tenants of {@code unit}; empty where all tenants share one database, or the unit is closed. */
    public static Optional<UnitTenants> of(EntityManagerFactory unit) {
        return UnitIssuers.tenants(unit.unwrap(SessionFactoryImplementor.class).getUuid());
    }

    /** Returns how many states are in memory now, one for each counter of each tenant that drew lately. */
    public int open() {
        return open.open();
    }

    /** Returns how many states were made since the unit started; it grows again when a tenant comes back. */
    public long everOpened() {
        return open.everOpened();
    }

    /**
     * Forgets a tenant until its next id, and gives its unused numbers back: before its database is dropped, restored
     * or moved, so that nothing of the old one is used in the new one.
     *
     * @param tenant its identifier as Hibernate writes it
     * @return whether nothing of it is left; false while a session draws for it, or if its database does not answer
     */
    public boolean letGo(String tenant) {
        return open.letGo(tenant);
    }

    /** Throws {@link MintmarkMappingException} if {@code settings} name what only tenants have, and there are none. */
    static Optional<UnitTenants> of(SessionFactoryImplementor factory, UnitSettings settings) {
        Optional<UnitTenants> tenants =
                TenantConnections.of(factory).map(connections -> new UnitTenants(factory, settings, connections));
        if (tenants.isEmpty()) {
            settings.refuseTenants("this unit does not choose its connections by tenant");
        } else if (settings.takeover().isEmpty() && settings.sources().isPresent()) {
            settings.refuseTenants("all tenants share the counters that " + MintmarkSettings.SOURCES + " names");
        }
        return tenants;
    }

    OpenTenants states() {
        return open;
    }

    /** Returns further connections of {@code tenant}, never the one that a session works with. */
    DataSource connections(Tenant tenant) {
        return UnitDataSource.over(connections.apply(tenant), factory);
    }

    /** Returns whether each tenant has a counter of that name; otherwise all share one, which somebody named. */
    boolean count(String counter) {
        return settings.sources().isEmpty()
                && settings.lent()
                        .map(lender -> lender.hasCounterForEachTenant(counter))
                        .orElse(true);
    }

    /**
     * Returns the generators of one counter, each over the row in its tenant's database.
     *
     * @throws MintmarkMappingException if rows of ours cannot be there
     */
    TenantPool<HiLo> pool(String counter) {
        requireNoMapper();
        Function<DataSource, CounterSources> tables =
                GeneratorsOverSources.withJdbc(() -> OwnTable.ofTenants(factory, settings.schema()));
        return open.pool(
                tenant -> generator(
                        tenant, counter, tables.apply(connections(tenant)).source(KeyForm.of(counter))),
                HiLo::close);
    }

    private void requireNoMapper() {
        if (HiddenTenants.hasMapper(factory)) {
            throw new MintmarkMappingException(
                    "counters of a tenant must be where its connections lead, and this unit also has a mapper that leads"
                            + " them on to a schema or a user; set " + MintmarkSettings.SOURCES
                            + " to say where counters live, or let the connection provider do it alone");
        }
    }

    /** The name in meters is the counter's alone: a tenant must not be a label. */
    private HiLo generator(Tenant tenant, String counter, RangeSource row) {
        return settings.lent()
                .map(lender -> lender.generatorOfTenant(counter, row, RANGE_SIZE, open.refiller()))
                .orElseGet(() -> GeneratorsOverSources.over(
                        settings,
                        HiLo.over(row).rangeSize(RANGE_SIZE).refiller(open.refiller()),
                        counter + " of the tenant " + tenant.name()));
    }
}
