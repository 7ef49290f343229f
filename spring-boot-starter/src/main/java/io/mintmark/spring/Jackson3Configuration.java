package io.mintmark.spring;

import io.mintmark.spring.MintmarkProperties.Ids;
import io.mintmark.spring.internal.Jackson3Longs;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import tools.jackson.databind.JacksonModule;

/** Numeric ids as strings where Jackson 3 writes JSON. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(name = "tools.jackson.databind.JacksonModule")
@ConditionalOnProperty(Ids.PROPERTY)
final class Jackson3Configuration {

    @Bean
    JacksonModule mintmarkJackson3Module(Environment environment) {
        return switch (Ids.of(environment)) {
            case NUMBERS -> Jackson3Longs.ofNone();
            case STRINGS -> Jackson3Longs.ofIds();
            case ALL_LONGS_AS_STRINGS -> Jackson3Longs.ofAll();
        };
    }
}
