package io.mintmark.hibernate.tenant;

import io.mintmark.range.RangeSourceException;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.jspecify.annotations.Nullable;

/**
 * A tenant as a session has it.
 *
 * @param name its identifier as Hibernate writes it, by which Hibernate's own optimizers keep tenants apart, too
 * @param id its identifier as connections are asked for with
 */
public record Tenant(String name, Object id) {

    /** Returns the tenant of {@code session}; throws {@link RangeSourceException} if it has none. */
    public static Tenant of(SharedSessionContractImplementor session) {
        return of(session.getTenantIdentifier(), session.getTenantIdentifierValue());
    }

    static Tenant of(@Nullable String name, @Nullable Object id) {
        if (name == null || id == null) {
            throw new RangeSourceException(
                    "a session must have a tenant where the unit chooses connections by tenant, since each has counters of"
                            + " its own: tenant=null; open it with withOptions().tenantIdentifier(…), or set"
                            + " hibernate.tenant_identifier_resolver");
        }
        return new Tenant(name, id);
    }
}
