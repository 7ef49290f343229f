package io.mintmark.spring;

import io.mintmark.hilo.HiLo;
import io.mintmark.range.RangeSource;
import io.mintmark.spring.MintmarkProperties.Counter;
import io.mintmark.spring.internal.properties.GivenProperty;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AutowireCandidateQualifier;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * Makes two beans of each counter that a property names: a {@link HiLo} and its {@link RangeSource}, both with the
 * counter's name as qualifier.
 *
 * <p>Their bean names, {@code mintmark.orders} and {@code mintmark.orders.source}, collide with no others.
 */
final class CounterBeanRegistrar implements BeanDefinitionRegistryPostProcessor {
    private static final String PREFIX = "mintmark.";

    private final Environment environment;

    CounterBeanRegistrar(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void postProcessBeanDefinitionRegistry(BeanDefinitionRegistry registry) {
        Map<String, Counter> named = Binder.get(environment)
                .bind(
                        PropertyNames.COUNTERS,
                        Bindable.mapOf(String.class, Counter.class),
                        new CounterBindHandler(BindHandler.DEFAULT))
                .orElseGet(Map::of);
        List<GivenProperty> given = GivenProperty.all(environment, PropertyNames.ROOT);
        UnknownProperties.refuse(given, named.keySet());
        for (String counter : CounterSpellings.of(named.keySet(), given)) {
            String bean = PREFIX + counter;
            register(registry, bean, counter, HiLo.class, counters -> counters.generator(counter));
            register(registry, bean + ".source", counter, RangeSource.class, counters -> counters.source(counter));
        }
    }

    private static <T> void register(
            BeanDefinitionRegistry registry,
            String bean,
            String counter,
            Class<T> type,
            Function<MintmarkCounters, T> make) {
        ConfigurableListableBeanFactory beans = (ConfigurableListableBeanFactory) registry;
        RootBeanDefinition definition =
                new RootBeanDefinition(type, () -> make.apply(beans.getBean(MintmarkCounters.class)));
        definition.addQualifier(new AutowireCandidateQualifier(Qualifier.class, counter));
        definition.setDependsOn(MintmarkAutoConfiguration.COUNTERS);
        // The counters close their generators themselves, after Hibernate, which draws from them too.
        definition.setDestroyMethodName("");
        registry.registerBeanDefinition(bean, definition);
    }
}
