package io.mintmark.client.json;

import io.mintmark.document.KeyForm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The names that RavenDB's clients give to a class: its collection, {@code Users}, and the prefix of its ids,
 * {@code users}.
 *
 * <p>Clients that share a database must agree on both: another name is another collection, and another prefix has
 * another counter. Pure functions, safe for any thread.
 */
public final class CollectionNames {
    private static final List<PluralRule> RULES = load("plurals.txt");

    private CollectionNames() {}

    /**
     * Returns the name of a class's collection, the plural of the class's simple name; empty for classes that do not
     * say what their objects are: abstract and anonymous ones, {@code Object} and maps.
     */
    public static String of(Class<?> type) {
        boolean isNothing = type.isInterface()
                || Modifier.isAbstract(type.getModifiers())
                || type.getSimpleName().isEmpty()
                || type == Object.class
                || Map.class.isAssignableFrom(type);
        return isNothing ? "" : plural(type.getSimpleName());
    }

    /** Returns the plural of an English word, by the rules of {@code plurals.txt}. */
    public static String plural(String word) {
        return RULES.stream()
                .map(rule -> rule.apply(word))
                .flatMap(Optional::stream)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("the last rule fits every word: " + word));
    }

    /**
     * Returns the prefix of a collection's ids: its name in lower case, {@code users}; or unchanged, {@code FooBars},
     * if it has two capitals or more.
     */
    public static String prefix(String collection) {
        long capitals = collection.chars().filter(Character::isUpperCase).count();
        return capitals <= 1 ? KeyForm.of(collection) : collection;
    }

    private static List<PluralRule> load(String name) {
        try (InputStream file = Objects.requireNonNull(CollectionNames.class.getResourceAsStream(name), name);
                BufferedReader lines = new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8))) {
            return lines.lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(PluralRule::parse)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(name, e);
        }
    }
}
