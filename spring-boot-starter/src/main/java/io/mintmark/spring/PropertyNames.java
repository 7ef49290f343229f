package io.mintmark.spring;

import io.mintmark.document.KeyForm;
import io.mintmark.spring.MintmarkProperties.Counter;
import io.mintmark.spring.MintmarkProperties.Json;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/** The names of all properties that {@link MintmarkProperties} has, read off it so that none is forgotten. */
final class PropertyNames {
    static final ConfigurationPropertyName ROOT = ConfigurationPropertyName.of("mintmark");
    static final ConfigurationPropertyName COUNTERS = ROOT.append("counters");

    /** Properties without a counter's name in them, such as {@code mintmark.range-size}. */
    static final List<ConfigurationPropertyName> FIXED = fixed();

    /** Members of one counter, such as {@code starting-at}. */
    static final List<String> MEMBERS = components(Counter.class);

    private PropertyNames() {}

    private static List<ConfigurationPropertyName> fixed() {
        List<ConfigurationPropertyName> names = new ArrayList<>();
        for (String name : components(MintmarkProperties.class)) {
            if (name.equals("json")) {
                components(Json.class)
                        .forEach(member -> names.add(ROOT.append(name).append(member)));
            } else if (!name.equals("counters")) {
                names.add(ROOT.append(name));
            }
        }
        return List.copyOf(names);
    }

    private static List<String> components(Class<? extends Record> type) {
        return Stream.of(type.getRecordComponents())
                .map(RecordComponent::getName)
                .map(PropertyNames::dashed)
                .toList();
    }

    private static String dashed(String component) {
        return component.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }

    /** Returns {@code name} as Spring Boot compares names: ef-core, EF_CORE and efcore are one. */
    static String plain(String name) {
        return KeyForm.of(name).replace("-", "").replace("_", "");
    }
}
