package io.mintmark.spring;

import io.mintmark.document.KeyForm;
import io.mintmark.internal.Spelling;
import io.mintmark.jdbc.CounterDescription;
import io.mintmark.jdbc.JdbcCounterBuilder;
import io.mintmark.jdbc.JdbcRanges;
import io.mintmark.jdbc.Preset;
import io.mintmark.range.RangeSource;
import io.mintmark.spring.MintmarkProperties.Counter;
import io.mintmark.spring.internal.IdPlace;
import io.mintmark.spring.internal.PropertyNames;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** Counters in the application's relational database, as the properties describe them. */
final class PropertyRangeSources implements RangeSources {
    /** Characters that Spring leaves out of a property's name outside brackets. */
    private static final Pattern DROPPED = Pattern.compile("[^a-z0-9_-]");

    private final CounterDatabases databases;
    private final Optional<String> schema;
    private final Map<String, Counter> byKey;

    PropertyRangeSources(ConfigurableListableBeanFactory beans, MintmarkProperties properties) {
        this.databases = new CounterDatabases(beans, properties.dataSource());
        this.schema = Optional.ofNullable(properties.schema());
        this.byKey = byKey(properties.counters());
    }

    private static Map<String, Counter> byKey(Map<String, Counter> named) {
        Map<String, Counter> byKey = new HashMap<>();
        named.forEach((name, counter) -> {
            Counter other = byKey.put(KeyForm.of(name), counter);
            if (other != null && !other.equals(counter)) {
                throw new MintmarkConfigurationException(
                        "a counter must be described once, and names compare without case: mintmark.counters." + name
                                + " is there in another spelling",
                        "take one of them away");
            }
        });
        return byKey;
    }

    @Override
    public RangeSource source(String counter) {
        Counter given = given(counter);
        boolean isOwn = PropertyNames.plain(given.preset()).equals(Counter.OWN);
        if (isOwn && !given.isPlain()) {
            throw new MintmarkConfigurationException(
                    "a counter in Mintmark's own table has nothing to set but its data-source and its ids:"
                            + " mintmark.counters." + counter + "=" + given,
                    "set mintmark.counters." + counter + ".preset too, or take the rest away");
        }
        // A description that cannot be right is refused before a database has to be there.
        Optional<CounterDescription> described = isOwn ? Optional.empty() : Optional.of(describe(counter, given));
        Optional<IdPlace> ids = ids(counter, given);
        JdbcRanges ranges = JdbcRanges.over(databases.of(counter, given));
        JdbcCounterBuilder builder = described
                .map(ranges::counter)
                .orElseGet(() -> schema.map(ranges::schema).orElse(ranges).counter(counter));
        ids.ifPresent(place -> builder.ids(place.table(), place.column().name()));
        return builder.build();
    }

    /** Returns whether a property names the database of {@code counter}, its own or that of all. */
    boolean isDatabaseNamed(String counter) {
        return databases.isNamed(given(KeyForm.of(counter)));
    }

    /** Returns whether a property says anything of {@code counter}, or of the place of all. */
    boolean isMentioned(String counter) {
        Counter given = given(KeyForm.of(counter));
        return byKey.containsKey(KeyForm.of(counter)) || schema.isPresent() || databases.isNamed(given);
    }

    private static Optional<IdPlace> ids(String counter, Counter given) {
        try {
            return Optional.ofNullable(given.ids()).map(IdPlace::of);
        } catch (IllegalArgumentException e) {
            throw new MintmarkConfigurationException(
                    e.getMessage() + ", in mintmark.counters." + counter,
                    "mend mintmark.counters." + counter + ".ids",
                    e);
        }
    }

    /** A counter that a property describes must not become one in our own table because Spring changed its name. */
    private Counter given(String counter) {
        String left = DROPPED.matcher(counter).replaceAll("");
        if (!byKey.containsKey(counter) && byKey.containsKey(left)) {
            throw new MintmarkConfigurationException(
                    "a counter's name must stand in brackets if it has more than letters, digits, - and _, which is all that"
                            + " Spring keeps of it: mintmark.counters." + left + " does not describe " + counter,
                    "write mintmark.counters.[" + counter + "]");
        }
        return byKey.getOrDefault(counter, Counter.of(""));
    }

    private static CounterDescription describe(String counter, Counter given) {
        Preset preset = preset(counter, given.preset());
        try {
            return describe(counter, given, preset);
        } catch (IllegalArgumentException e) {
            throw new MintmarkConfigurationException(
                    "mintmark.counters." + counter + " does not fit its preset " + preset.id() + ": " + e.getMessage(),
                    "mend mintmark.counters." + counter + " and its members",
                    e);
        }
    }

    private static CounterDescription describe(String counter, Counter given, Preset preset) {
        CounterDescription as = given.setting() == null ? preset.counter() : preset.counter(given.setting());
        as = with(as.named(counter), given.sequence(), CounterDescription::sequence);
        as = with(as, given.table(), CounterDescription::table);
        as = with(as, given.function(), CounterDescription::function);
        as = with(as, given.schema(), CounterDescription::schema);
        as = with(as, given.column(), CounterDescription::column);
        as = with(as, given.row(), CounterDescription::row);
        return with(as, given.startingAt(), CounterDescription::startingAt);
    }

    private static <T> CounterDescription with(
            CounterDescription counter,
            @Nullable T value,
            BiFunction<CounterDescription, T, CounterDescription> change) {
        return value == null ? counter : change.apply(counter, value);
    }

    private static Preset preset(String counter, String id) {
        for (Preset preset : Preset.values()) {
            if (PropertyNames.plain(preset.id()).equals(PropertyNames.plain(id))
                    || PropertyNames.plain(preset.name()).equals(PropertyNames.plain(id))) {
                return preset;
            }
        }
        List<String> known = Arrays.stream(Preset.values()).map(Preset::id).toList();
        throw new MintmarkConfigurationException(
                "a preset must be own or one of " + String.join(", ", known) + ": mintmark.counters." + counter
                        + ".preset=" + id,
                Spelling.nearest(id, known, 4)
                        .map(nearest -> "write mintmark.counters." + counter + ".preset=" + nearest)
                        .orElse("write one of these names"));
    }
}
