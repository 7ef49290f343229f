package io.mintmark.spring;

import io.micrometer.core.instrument.MeterRegistry;
import io.mintmark.spring.internal.CounterMeters;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Meters of the counters where Micrometer is present. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(name = "io.micrometer.core.instrument.MeterRegistry")
final class MetersConfiguration {

    @Bean
    CounterListener mintmarkMeters(ObjectProvider<MeterRegistry> registries) {
        return new CounterMeters(registries::getIfUnique)::of;
    }
}
