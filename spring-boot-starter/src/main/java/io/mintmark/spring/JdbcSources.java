package io.mintmark.spring;

import io.mintmark.document.KeyForm;
import io.mintmark.jdbc.CounterDescription;
import io.mintmark.jdbc.JdbcRanges;
import io.mintmark.jdbc.Preset;
import io.mintmark.range.RangeSource;
import io.mintmark.spring.MintmarkProperties.Counter;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.NamedBeanHolder;

/** Counters in the application's relational database, as the properties describe them. */
final class JdbcSources implements RangeSources {
    /** What Spring leaves out of a property's name, brackets apart. */
    private static final Pattern DROPPED = Pattern.compile("[^a-z0-9_-]");

    private final ConfigurableListableBeanFactory beans;
    private final @Nullable String dataSource;
    private final Map<String, Counter> byKey;

    JdbcSources(ConfigurableListableBeanFactory beans, MintmarkProperties properties) {
        this.beans = beans;
        this.dataSource = properties.dataSource();
        this.byKey = byKey(properties.counters());
    }

    private static Map<String, Counter> byKey(Map<String, Counter> named) {
        Map<String, Counter> byKey = new HashMap<>();
        named.forEach((name, counter) -> {
            if (byKey.put(KeyForm.of(name), counter) != null) {
                throw new IllegalArgumentException("a counter must be described once, and names compare without case:"
                        + " mintmark.counters." + name + " is there in another spelling; take one of them away");
            }
        });
        return byKey;
    }

    @Override
    public RangeSource source(String counter) {
        Counter given = given(counter);
        JdbcRanges ranges = JdbcRanges.over(database(given));
        if (!given.preset().equals(Counter.OWN)) {
            return ranges.counter(describe(counter, given)).build();
        }
        if (!given.equals(Counter.of("").in(given.dataSource()))) {
            throw new IllegalArgumentException(
                    "a counter in Mintmark's own table has nothing to set but its data-source:" + " mintmark.counters."
                            + counter + "=" + given + "; set its preset too, or take the rest away");
        }
        return ranges.counter(counter).build();
    }

    /** Whoever is described by a property must not become a counter in our own table because Spring changed the name. */
    private Counter given(String counter) {
        String left = DROPPED.matcher(counter).replaceAll("");
        if (!byKey.containsKey(counter) && byKey.containsKey(left)) {
            throw new IllegalArgumentException(
                    "a counter's name must stand in brackets if it has more than letters, digits, - and _, which is all that"
                            + " Spring keeps of it: mintmark.counters." + left + " does not describe " + counter
                            + "; write mintmark.counters.[" + counter + "]");
        }
        return byKey.getOrDefault(counter, Counter.of(""));
    }

    /** The counters give numbers back when they are closed, so the database has to be there until then. */
    private DataSource database(Counter given) {
        String name = given.dataSource() == null ? dataSource : given.dataSource();
        NamedBeanHolder<DataSource> found = name == null
                ? beans.resolveNamedBean(DataSource.class)
                : new NamedBeanHolder<>(name, beans.getBean(name, DataSource.class));
        beans.registerDependentBean(found.getBeanName(), MintmarkAutoConfiguration.COUNTERS);
        return found.getBeanInstance();
    }

    private static CounterDescription describe(String counter, Counter given) {
        Preset preset = preset(counter, given.preset());
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
            if (plain(preset.id()).equals(plain(id)) || plain(preset.name()).equals(plain(id))) {
                return preset;
            }
        }
        String known = Arrays.stream(Preset.values()).map(Preset::id).collect(Collectors.joining(", "));
        throw new IllegalArgumentException("a preset must be own or one of " + known + ": mintmark.counters." + counter
                + ".preset=" + id + "; mend its name");
    }

    /** As Spring Boot reads names: ef-core, EF_CORE and efcore are one. */
    private static String plain(String name) {
        return KeyForm.of(name).replace("-", "").replace("_", "");
    }
}
