package io.mintmark.hibernate.takeover;

import io.mintmark.hibernate.tenant.OpenTenants;
import io.mintmark.hibernate.tenant.Tenant;
import io.mintmark.hilo.HiLo;
import io.mintmark.range.RangeSource;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.sql.DataSource;

/**
 * The things that a unit lends to its takeover.
 *
 * @param connections further connections of the unit; empty where it chooses them by tenant, or has none of its own
 * @param tenancy the tenants, where each has counters in a place of its own
 * @param schema the unit's own schema; called when it is needed, as it may refuse
 * @param generators makes generators, which the takeover closes
 * @param looksAtStart whether counters are looked at when the unit starts, or with the first id
 * @param refusal makes the exception of a text
 */
public record Surroundings(
        Optional<DataSource> connections,
        Optional<Tenancy> tenancy,
        Supplier<String> schema,
        Generators generators,
        boolean looksAtStart,
        Function<String, RuntimeException> refusal) {

    /**
     * The tenants of a unit.
     *
     * @param open keeps the states of those that draw
     * @param connections further connections of a tenant
     */
    public record Tenancy(OpenTenants open, Function<Tenant, DataSource> connections) {}

    /** Makes generators over counters that are taken over. */
    @FunctionalInterface
    public interface Generators {
        /**
         * Returns a generator that the caller closes.
         *
         * @param counter the counter's name in messages
         * @param block how many numbers one value of it stands for
         */
        HiLo over(String counter, RangeSource source, long block);
    }
}
