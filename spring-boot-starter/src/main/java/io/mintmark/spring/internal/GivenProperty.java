package io.mintmark.spring.internal;

import java.util.List;
import java.util.Locale;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * A property that begins with {@code mintmark}, as one source of the environment has it.
 *
 * @param name its name; that of an environment variable has a part for each piece between underscores
 * @param from where it was set, for messages
 */
public record GivenProperty(ConfigurationPropertyName name, Place place, String from) {

    /** The kinds of sources, which differ in who else writes there. */
    public enum Place {
        /** Files, the command line, and whatever else the application reads for itself. */
        APPLICATION,
        /** System properties of the JVM, some of which tests and tools of ours read. */
        SYSTEM,
        /** Environment variables, which a Mintmark server reads, too. */
        ENVIRONMENT
    }

    /** Returns each listable property at or below {@code root}, in the order in which sources win. */
    public static List<GivenProperty> all(Environment environment, ConfigurationPropertyName root) {
        return StreamSupport.stream(
                        ConfigurationPropertySources.get(environment).spliterator(), false)
                .filter(IterableConfigurationPropertySource.class::isInstance)
                .map(IterableConfigurationPropertySource.class::cast)
                .flatMap(source -> source.stream()
                        .filter(name -> root.equals(name) || root.isAncestorOf(name))
                        .map(name -> of(source, name)))
                .toList();
    }

    private static GivenProperty of(ConfigurationPropertySource source, ConfigurationPropertyName name) {
        @Nullable ConfigurationProperty property = source.getConfigurationProperty(name);
        String from = property == null || property.getOrigin() == null
                ? String.valueOf(source.getUnderlyingSource())
                : property.getOrigin().toString();
        return new GivenProperty(name, place(source.getUnderlyingSource()), from);
    }

    private static Place place(@Nullable Object source) {
        if (source instanceof SystemEnvironmentPropertySource) {
            return Place.ENVIRONMENT;
        }
        return source instanceof PropertySource<?> known
                        && known.getName().equals(StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME)
                ? Place.SYSTEM
                : Place.APPLICATION;
    }

    /** Returns one part of the name, without regard to case, dashes and underscores. */
    public String part(int index) {
        return name.getElement(index, ConfigurationPropertyName.Form.UNIFORM);
    }

    /** Returns how many parts the name has. */
    public int parts() {
        return name.getNumberOfElements();
    }

    /** Returns the name as the user wrote it. */
    public String written() {
        return place == Place.ENVIRONMENT ? variable(name, ConfigurationPropertyName.Form.ORIGINAL) : name.toString();
    }

    /** Returns whether Spring reads {@code known} from this environment variable; it knows two spellings of a name. */
    public boolean isVariableOf(ConfigurationPropertyName known) {
        return written().equals(variable(known, ConfigurationPropertyName.Form.UNIFORM))
                || written().equals(variable(known, ConfigurationPropertyName.Form.ORIGINAL));
    }

    /** Returns the variable that means {@code name}, a dash being left out or an underscore. */
    public static String variable(ConfigurationPropertyName name, ConfigurationPropertyName.Form form) {
        StringBuilder variable = new StringBuilder();
        for (int i = 0; i < name.getNumberOfElements(); i++) {
            variable.append(i == 0 ? "" : "_").append(name.getElement(i, form).replace('-', '_'));
        }
        return variable.toString().toUpperCase(Locale.ROOT);
    }
}
