package io.mintmark.spring.internal;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.mintmark.hibernate.UnitTenants;
import jakarta.persistence.EntityManagerFactory;
import java.util.Optional;
import org.springframework.beans.factory.ListableBeanFactory;

/** One gauge of the states of tenants in memory, whatever their number; asks when a registry does. Thread-safe. */
public final class TenantMeters implements MeterBinder {
    private final ListableBeanFactory beans;

    /** Looks at the units that are made when the gauge is read, and makes none. */
    public TenantMeters(ListableBeanFactory beans) {
        this.beans = beans;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder("mintmark.tenants.open", this, TenantMeters::open)
                .description("States of tenants in memory, one for each counter of each tenant that drew lately")
                .register(registry);
    }

    private double open() {
        return beans.getBeansOfType(EntityManagerFactory.class, true, false).values().stream()
                .filter(EntityManagerFactory::isOpen)
                .map(UnitTenants::of)
                .flatMap(Optional::stream)
                .mapToInt(UnitTenants::open)
                .sum();
    }
}
