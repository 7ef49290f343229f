package io.mintmark.spring;

import io.mintmark.spring.internal.Boot3HealthConfiguration;
import io.mintmark.spring.internal.Boot4HealthConfiguration;
import io.mintmark.spring.internal.CounterHealth;
import io.mintmark.spring.internal.HealthPart;
import io.mintmark.spring.internal.StoreClasses;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.ConfigurationPropertiesBindHandlerAdvisor;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;

/**
 * Counters of a Spring Boot application, for Boot 3.5 and 4 alike.
 *
 * <p>Classes that differ between the two are named by text, and optional parts stand in configurations of their own. A
 * bean of type {@link RangeSources} replaces ours, one of type {@link CounterListener} is added to ours, and one that
 * is named {@code mintmarkHealthIndicator} replaces the health indicator. The others are not replaced.
 */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration",
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration"
        })
@EnableConfigurationProperties(MintmarkProperties.class)
@Import({
    JpaConfiguration.class,
    DataJdbcConfiguration.class,
    MetersConfiguration.class,
    Boot3HealthConfiguration.class,
    Boot4HealthConfiguration.class,
    Jackson2Configuration.class,
    Jackson3Configuration.class
})
public final class MintmarkAutoConfiguration {
    /** Name of the bean that all others draw from. */
    static final String COUNTERS = "mintmarkCounters";

    /** Creates the configuration; called by Spring Boot. */
    public MintmarkAutoConfiguration() {}

    @Bean
    static CounterBeanRegistrar mintmarkCounterBeans(Environment environment) {
        return new CounterBeanRegistrar(environment);
    }

    @Bean
    static ConfigurationPropertiesBindHandlerAdvisor mintmarkCounterBinding() {
        return CounterBindHandler::new;
    }

    @Bean
    @ConditionalOnMissingBean
    RangeSources mintmarkRangeSources(ConfigurableListableBeanFactory beans, MintmarkProperties properties) {
        return new PropertyRangeSources(beans, properties);
    }

    @Bean
    CounterHealth mintmarkCounterHealth(ObjectProvider<HealthPart> parts) {
        return new CounterHealth(parts::stream);
    }

    @Bean(COUNTERS)
    @ConditionalOnMissingBean
    MintmarkCounters mintmarkCounters(
            RangeSources sources,
            MintmarkProperties properties,
            ObjectProvider<CounterListener> listeners,
            CounterHealth health,
            ConfigurableListableBeanFactory beans) {
        UnreadProperties.tell(sources, properties);
        UnreadProperties.requireJackson(properties, beans.getBeanClassLoader());
        return new MintmarkCounters(
                sources, properties, listeners.orderedStream().toList(), new StoreClasses(health));
    }
}
