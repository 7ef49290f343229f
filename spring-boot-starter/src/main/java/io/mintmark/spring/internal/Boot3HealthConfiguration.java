package io.mintmark.spring.internal;

import org.springframework.boot.actuate.autoconfigure.health.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Health of the counters where Spring Boot 3's actuator is present. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(
        name = {
            "org.springframework.boot.actuate.health.HealthIndicator",
            "org.springframework.boot.actuate.autoconfigure.health.ConditionalOnEnabledHealthIndicator"
        })
public final class Boot3HealthConfiguration {

    @Bean
    @ConditionalOnEnabledHealthIndicator("mintmark")
    @ConditionalOnMissingBean(name = "mintmarkHealthIndicator")
    HealthIndicator mintmarkHealthIndicator(CounterHealth counters) {
        return () -> (counters.isUp() ? Health.up() : Health.down())
                .withDetails(counters.details())
                .build();
    }
}
