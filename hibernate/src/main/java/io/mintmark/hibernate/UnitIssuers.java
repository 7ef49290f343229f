package io.mintmark.hibernate;

import io.mintmark.document.KeyForm;
import io.mintmark.hibernate.tenant.Tenant;
import io.mintmark.hibernate.tenant.TenantPool;
import io.mintmark.hilo.HiLo;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.jspecify.annotations.Nullable;

/**
 * What issues the ids of one persistence unit, over one generator for each counter, from the start of its session
 * factory to its end. Where connections are chosen by tenant, each tenant that draws has a generator of its own.
 *
 * <p>Units share nothing, so two of them may have counters of the same name in two databases. Thread-safe.
 */
final class UnitIssuers implements AutoCloseable {
    /** Keyed by the session factory's own number: the map must not keep the factory alive. */
    private static final Map<String, UnitIssuers> OPEN = new ConcurrentHashMap<>();

    private final UnitSettings settings;
    private final SessionFactoryImplementor factory;
    private final Optional<UnitTenants> tenants;
    private final Map<String, HiLo> byKey = new HashMap<>();
    private final Map<String, TenantPool<HiLo>> byKeyAndTenant = new HashMap<>();
    private @Nullable CounterGenerators generators;

    private UnitIssuers(SessionFactoryImplementor factory) {
        this.settings = UnitSettings.of(factory.getProperties());
        this.factory = factory;
        this.tenants = UnitTenants.of(factory, settings);
    }

    /** Returns the unit of {@code factory}; throws {@link MintmarkMappingException} if its settings cannot work. */
    static UnitIssuers of(SessionFactoryImplementor factory) {
        return OPEN.computeIfAbsent(factory.getUuid(), uuid -> new UnitIssuers(factory));
    }

    UnitSettings settings() {
        return settings;
    }

    Optional<UnitTenants> tenants() {
        return tenants;
    }

    /** Returns the tenants of the session factory of that number; empty if it has none, or is closed. */
    static Optional<UnitTenants> tenants(String uuid) {
        return Optional.ofNullable(OPEN.get(uuid)).flatMap(UnitIssuers::tenants);
    }

    /** Returns where generators come from, which is found once; throws {@link MintmarkMappingException} if nowhere. */
    synchronized CounterGenerators generators() {
        CounterGenerators known = generators;
        if (known == null) {
            known = settings.lent().orElseGet(() -> new GeneratorsOverSources(settings, factory));
            generators = known;
        }
        return known;
    }

    /** Throws {@link MintmarkMappingException} if generators can come from nowhere; opens nothing. */
    void requireGenerators() {
        if (tenants.isEmpty()
                || settings.sources().isPresent()
                || settings.lent().isPresent()) {
            CounterGenerators unused = generators();
        }
    }

    /** Closes the unit of the session factory of that number, if it has one; a second time does nothing. */
    static void close(String uuid) {
        UnitIssuers unit = OPEN.remove(uuid);
        if (unit != null) {
            unit.close();
        }
    }

    /** Returns what issues ids for {@code id}; throws {@link MintmarkMappingException} if nothing can. */
    Function<SharedSessionContractImplementor, Object> issuer(MappedId id) {
        IdKind kind = IdKind.of(id);
        Function<HiLo, Object> form = kind.form(id, settings.nodeTag());
        if (tenants.isPresent() && tenants.get().count(id.counter())) {
            TenantPool<HiLo> pool = pool(id.counter(), tenants.get());
            return session -> Objects.requireNonNull(pool.use(Tenant.of(session), form));
        }
        HiLo generator = generator(id);
        return session -> form.apply(generator);
    }

    private synchronized TenantPool<HiLo> pool(String counter, UnitTenants own) {
        return byKeyAndTenant.computeIfAbsent(KeyForm.of(counter), key -> own.pool(counter));
    }

    private synchronized HiLo generator(MappedId id) {
        return byKey.computeIfAbsent(KeyForm.of(id.counter()), key -> ask(id));
    }

    private HiLo ask(MappedId id) {
        try {
            CounterGenerators lender = generators();
            return tenants.isPresent() ? lender.generatorForTenants(id.counter()) : lender.generator(id.counter());
        } catch (MintmarkMappingException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new MintmarkMappingException(
                    "every counter that @MintmarkId names must have a source: none for " + id.counter() + " of "
                            + id.attribute() + " (" + e + "); see " + MintmarkSettings.SOURCES + ", and "
                            + MintmarkSettings.SCHEMA + " for Mintmark's own table",
                    e);
        }
    }

    /** Ends issuing and gives unused numbers back; what was lent is its owner's to close. */
    @Override
    public synchronized void close() {
        tenants.ifPresent(own -> own.states().close());
        if (generators instanceof GeneratorsOverSources owned) {
            owned.close();
        }
    }
}
