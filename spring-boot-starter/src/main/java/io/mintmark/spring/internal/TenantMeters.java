package io.mintmark.spring.internal;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.mintmark.hibernate.UnitTenants;
import java.util.Optional;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** One gauge of the states of tenants in memory, whatever their number; asks when a registry does. Thread-safe. */
public final class TenantMeters implements MeterBinder {
    private final ConfigurableListableBeanFactory beans;

    /** Looks at the units that are made when the gauge is read, and makes none. */
    public TenantMeters(ConfigurableListableBeanFactory beans) {
        this.beans = beans;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder("mintmark.tenants.open", this, TenantMeters::open)
                .description("States of tenants in memory, one for each counter of each tenant that drew lately")
                .register(registry);
    }

    private double open() {
        return TakeoverHealth.units(beans).values().stream()
                .map(UnitTenants::of)
                .flatMap(Optional::stream)
                .mapToInt(UnitTenants::open)
                .sum();
    }
}
