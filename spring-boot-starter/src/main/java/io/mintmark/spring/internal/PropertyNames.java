package io.mintmark.spring.internal;

import io.mintmark.document.KeyForm;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/**
 * The names of all properties that {@code MintmarkProperties} has.
 *
 * <p>They are written down, and a test compares them with the records: a native image does not know a record's
 * components.
 */
public final class PropertyNames {
    /** What all of them begin with. */
    public static final ConfigurationPropertyName ROOT = ConfigurationPropertyName.of("mintmark");

    /** What the properties of all counters begin with. */
    public static final ConfigurationPropertyName COUNTERS = ROOT.append("counters");

    /** Properties without a counter's name in them. */
    public static final List<ConfigurationPropertyName> FIXED = Stream.of(
                    "data-source",
                    "schema",
                    "node-tag",
                    "js-safe",
                    "range-size",
                    "range-size-max",
                    "deadline",
                    "json.ids")
            .map(ROOT::append)
            .toList();

    /** Members of one counter. */
    public static final List<String> MEMBERS = List.of(
            "preset",
            "setting",
            "sequence",
            "table",
            "function",
            "schema",
            "column",
            "row",
            "starting-at",
            "data-source",
            "ids");

    private PropertyNames() {}

    /** Returns {@code name} as Spring Boot compares names: ef-core, EF_CORE and efcore are one. */
    public static String plain(String name) {
        return KeyForm.of(name).replace("-", "").replace("_", "");
    }
}
