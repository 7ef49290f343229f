package io.mintmark.hibernate.takeover;

import io.mintmark.hibernate.takeover.UnitTakeover.Line;
import io.mintmark.hibernate.tenant.Tenant;
import io.mintmark.hibernate.tenant.TenantPool;
import io.mintmark.hilo.HiLo;
import io.mintmark.range.RangeSourceException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.jspecify.annotations.Nullable;

/**
 * A counter of which each tenant has one in a place of its own: each is looked at, and taken or left, by itself.
 *
 * <p>A tenant's is looked at with its first id, since nobody knows the tenants when the unit starts, and again when the
 * tenant comes back after it was let go. Thread-safe.
 */
final class TenantCounters implements UnitTakeover.Drawn {
    private static final System.Logger LOG = System.getLogger(TenantCounters.class.getPackageName());

    private final CounterReading reading;
    private final TenantPool<TakenCounter> tenants;

    /** Takes what makes the counter of a tenant, without looking at it. */
    TenantCounters(CounterReading reading, Surroundings.Tenancy tenancy, Function<Tenant, TakenCounter> opener) {
        this.reading = reading;
        this.tenants = tenancy.open().pool(opener, TakenCounter::close);
    }

    @Override
    public @Nullable Object next(SharedSessionContractImplementor session, LongFunction<Object> form) {
        Tenant tenant = Tenant.of(session);
        return tenants.use(tenant, counter -> {
            @Nullable HiLo generator = counter.generator();
            if (generator == null && counter.isNews()) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "Ids of the tenant {0} are left to Hibernate, from {1}: {2}",
                        tenant.name(),
                        reading,
                        counter.line().text());
            }
            return generator == null ? null : form.apply(generator.next());
        });
    }

    /** Nothing is looked at: the tenants are not known yet. */
    @Override
    public Optional<RangeSourceException> lookAtStart() {
        return Optional.empty();
    }

    /** Returns the worst state of the tenants that drew lately, how many are in each, and one of the worst by name. */
    @Override
    public Line line() {
        Map<IdsState, Integer> counts = new EnumMap<>(IdsState.class);
        Map<IdsState, String> samples = new EnumMap<>(IdsState.class);
        tenants.forEach((tenant, counter) -> {
            Line line = counter.line();
            counts.merge(line.state(), 1, Integer::sum);
            samples.putIfAbsent(line.state(), tenant + ": " + line.text());
        });
        IdsState worst = worst(counts);
        String sample = worst == IdsState.LEFT || worst == IdsState.REFUSED ? ", such as " + samples.get(worst) : "";
        return new Line(worst, reading + " of each tenant, looked at with its first id" + shown(counts) + sample);
    }

    private static IdsState worst(Map<IdsState, Integer> counts) {
        for (IdsState bad : new IdsState[] {IdsState.REFUSED, IdsState.LEFT, IdsState.TAKEN}) {
            if (counts.containsKey(bad)) {
                return bad;
            }
        }
        return IdsState.PENDING;
    }

    private static String shown(Map<IdsState, Integer> counts) {
        return counts.entrySet().stream()
                .map(entry -> entry.getValue() + " " + entry.getKey())
                .collect(Collectors.joining(", ", counts.isEmpty() ? "" : "; ", ""));
    }

    /** Does nothing: the unit closes the states of all its tenants together. */
    @Override
    public void close() {}
}
