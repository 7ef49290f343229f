package io.mintmark.spring;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.relational.core.mapping.RelationalMappingContext;

/** Fills ids of new aggregates where Spring Data JDBC is present. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(name = "org.springframework.data.relational.core.mapping.event.BeforeConvertCallback")
final class DataJdbcConfiguration {

    @Bean
    IdFillingCallback mintmarkNewIds(
            ObjectProvider<RelationalMappingContext> mapping,
            ObjectProvider<MintmarkCounters> counters,
            MintmarkProperties properties) {
        return new IdFillingCallback(mapping::getObject, counters::getObject, properties.nodeTag());
    }
}
