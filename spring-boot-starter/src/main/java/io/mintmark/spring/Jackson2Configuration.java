package io.mintmark.spring;

import com.fasterxml.jackson.databind.Module;
import io.mintmark.spring.MintmarkProperties.Ids;
import io.mintmark.spring.internal.Jackson2Longs;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** Numeric ids as strings where Jackson 2 writes JSON. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(name = "com.fasterxml.jackson.databind.Module")
@ConditionalOnProperty(Ids.PROPERTY)
final class Jackson2Configuration {

    @Bean
    Module mintmarkJackson2Module(Environment environment) {
        return switch (Ids.of(environment)) {
            case NUMBERS -> Jackson2Longs.ofNone();
            case STRINGS -> Jackson2Longs.ofIds();
            case ALL_LONGS_AS_STRINGS -> Jackson2Longs.ofAll();
        };
    }
}
