package io.mintmark.spring.internal;

import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Health of the counters where Spring Boot 4's health module is present. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(name = "org.springframework.boot.health.contributor.HealthIndicator")
public final class Boot4HealthConfiguration {

    @Bean
    @ConditionalOnEnabledHealthIndicator("mintmark")
    @ConditionalOnMissingBean(name = "mintmarkHealthIndicator")
    HealthIndicator mintmarkHealthIndicator(CounterHealth counters) {
        return () -> (counters.isUp() ? Health.up() : Health.down())
                .withDetails(counters.details())
                .build();
    }
}
