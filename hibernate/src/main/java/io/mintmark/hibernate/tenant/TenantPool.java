package io.mintmark.hibernate.tenant;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The states of one counter, one for each tenant that drew lately; {@link OpenTenants} lets them go. Thread-safe.
 *
 * @param <R> a tenant's state, such as its generator
 */
public final class TenantPool<R> {
    private final OpenTenants unit;
    private final Function<Tenant, R> opener;
    private final Consumer<R> closer;
    private final Map<String, Held<R>> byTenant = new ConcurrentHashMap<>();

    TenantPool(OpenTenants unit, Function<Tenant, R> opener, Consumer<R> closer) {
        this.unit = unit;
        this.opener = opener;
        this.closer = closer;
    }

    /**
     * Returns what {@code use} makes of the state of {@code tenant}, which is made now if there is none.
     *
     * @throws IllegalStateException if the session factory is closed
     */
    public <T> @Nullable T use(Tenant tenant, Function<R, @Nullable T> use) {
        Held<R> held = acquire(tenant);
        try {
            return use.apply(held.state());
        } finally {
            held.release(unit.now());
        }
    }

    private Held<R> acquire(Tenant tenant) {
        while (true) {
            Held<R> held = byTenant.get(tenant.name());
            if (held == null) {
                held = opened(tenant);
            }
            if (held.acquire()) {
                return held;
            }
            byTenant.remove(tenant.name(), held);
        }
    }

    private Held<R> opened(Tenant tenant) {
        requireOpen();
        Held<R> opened = byTenant.computeIfAbsent(tenant.name(), name -> open(tenant));
        if (unit.isClosed()) { // it may have come behind the closing of all
            end();
            requireOpen();
        }
        return opened;
    }

    private void requireOpen() {
        if (unit.isClosed()) {
            throw new IllegalStateException("The session factory is closed: no id of its tenants any more.");
        }
    }

    private Held<R> open(Tenant tenant) {
        Held<R> opened = new Held<>(opener.apply(tenant), unit.now());
        unit.opened();
        return opened;
    }

    /** Calls {@code seen} with each tenant that has a state, and the state. */
    public void forEach(BiConsumer<String, R> seen) {
        byTenant.forEach((tenant, held) -> seen.accept(tenant, held.state()));
    }

    /** A state that nobody uses now. */
    record Idle(TenantPool<?> pool, String tenant, long usedNanos) {}

    void collect(Consumer<Idle> into) {
        byTenant.forEach((tenant, held) -> into.accept(new Idle(this, tenant, held.usedNanos())));
    }

    /** Lets the state of {@code tenant} go unless it is in use, or was used after {@code lastNanos}. */
    void letGo(String tenant, long lastNanos) {
        @Nullable Held<R> held = byTenant.get(tenant);
        if (held != null && held.usedNanos() - lastNanos <= 0 && held.letGo()) {
            close(tenant, held);
        }
    }

    private void close(String tenant, Held<R> held) {
        byTenant.remove(tenant, held);
        unit.closeLater(tenant, () -> closer.accept(held.state()));
    }

    boolean has(String tenant) {
        return byTenant.containsKey(tenant);
    }

    /** Lets all states go, also those in use. */
    void end() {
        byTenant.forEach((tenant, held) -> {
            if (held.letGoAtEnd()) {
                close(tenant, held);
            }
        });
    }
}
