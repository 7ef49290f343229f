package io.mintmark.spring;

import io.mintmark.spring.internal.HealthPart;
import io.mintmark.spring.internal.TakeoverHealth;
import io.mintmark.spring.internal.TenantMeters;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Persistence units draw from the application's counters where Hibernate and its annotation are present. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(
        name = {
            "io.mintmark.hibernate.MintmarkId",
            "org.hibernate.SessionFactory",
            "org.springframework.orm.jpa.AbstractEntityManagerFactoryBean"
        })
final class JpaConfiguration {

    @Bean
    static JpaUnitConfigurer mintmarkJpaUnits(ConfigurableListableBeanFactory beans) {
        return new JpaUnitConfigurer(beans);
    }

    @Bean
    HealthPart mintmarkTakeoverHealth(ConfigurableListableBeanFactory beans) {
        return new TakeoverHealth(beans);
    }

    /** Meters of units where Micrometer is present. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "io.micrometer.core.instrument.binder.MeterBinder")
    static final class Meters {
        @Bean
        TenantMeters mintmarkTenantMeters(ConfigurableListableBeanFactory beans) {
            return new TenantMeters(beans);
        }
    }
}
