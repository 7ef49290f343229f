package io.mintmark.spring;

import io.mintmark.spring.MintmarkProperties.Counter;
import io.mintmark.spring.internal.PropertyNames;
import org.springframework.boot.context.properties.bind.AbstractBindHandler;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Bindable.BindRestriction;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/**
 * Binds a counter whose key has a value of its own, {@code invoices: efcore}, members, or both.
 *
 * <p>By itself Spring reads the value and leaves the members out, even if the value is the empty one of a key that a
 * base file only names. The application would then count in a table of our own beside the product that the members
 * name. Therefore the members are bound once more, without the value.
 */
final class CounterBindHandler extends AbstractBindHandler {
    private static final Bindable<Counter> MEMBERS =
            Bindable.of(Counter.class).withBindRestrictions(BindRestriction.NO_DIRECT_PROPERTY);

    CounterBindHandler(BindHandler parent) {
        super(parent);
    }

    @Override
    public Object onSuccess(ConfigurationPropertyName name, Bindable<?> target, BindContext context, Object result) {
        Object bound = super.onSuccess(name, target, context, result);
        if (!(bound instanceof Counter) || !PropertyNames.COUNTERS.isParentOf(name)) {
            return bound;
        }
        return context.getBinder()
                .bind(name, MEMBERS)
                .map(members -> withValue(members, name, context))
                .orElse((Counter) bound);
    }

    private static Counter withValue(Counter members, ConfigurationPropertyName name, BindContext context) {
        String value = text(name, context);
        String preset = text(name.append("preset"), context);
        if (value.isEmpty()) {
            return members;
        }
        if (!preset.isEmpty() && !PropertyNames.plain(preset).equals(PropertyNames.plain(value))) {
            throw new MintmarkConfigurationException(
                    "a counter's preset must be said once: " + name + "=" + value + " stands beside " + name
                            + ".preset=" + preset,
                    "take one of them away");
        }
        return members.withPreset(value);
    }

    private static String text(ConfigurationPropertyName name, BindContext context) {
        return context.getBinder()
                .bind(name, Bindable.of(String.class))
                .orElse("")
                .strip();
    }
}
