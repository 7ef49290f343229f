package io.mintmark.hibernate;

import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The values of settings as the unit was given them: objects, classes or texts. */
final class SettingValues {
    private final Map<String, Object> all;

    SettingValues(Map<String, Object> all) {
        this.all = all;
    }

    /** Returns the value of {@code name} as {@code reader} reads its text; empty if it is not set. */
    <T> Optional<T> read(String name, Function<String, T> reader) {
        Object value = all.get(name);
        if (value == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(reader.apply(value.toString().strip()));
        } catch (RuntimeException e) {
            throw new MintmarkMappingException(
                    "the setting " + name + " cannot have the value '" + value + "' (" + e.getMessage()
                            + "); see MintmarkSettings for what it may be",
                    e);
        }
    }

    /** Returns whether {@code name} is set to an object of {@code type}, and not to the name of a class. */
    boolean isObject(String name, Class<?> type) {
        return type.isInstance(all.get(name));
    }

    /**
     * Returns the object that {@code name} is set to, or a new one of the class that it names; empty if it is not set.
     */
    <T> Optional<T> object(String name, Class<T> type) {
        Object value = all.get(name);
        if (value == null) {
            return Optional.empty();
        }
        if (type.isInstance(value)) {
            return Optional.of(type.cast(value));
        }
        try {
            Class<?> made = value instanceof Class<?> given
                    ? given
                    : load(value.toString().strip());
            return Optional.of(type.cast(made.getConstructor().newInstance()));
        } catch (ReflectiveOperationException | ClassCastException e) {
            throw new MintmarkMappingException(
                    "the setting " + name + " must be a " + type.getSimpleName()
                            + ", or the name of a public class that"
                            + " is one and has a public constructor without parameters: '" + value + "' (" + e + ")",
                    e);
        }
    }

    private static Class<?> load(String className) throws ClassNotFoundException {
        ClassLoader ofThread = Thread.currentThread().getContextClassLoader();
        return Class.forName(className, true, ofThread == null ? ownLoader() : ofThread);
    }

    private static @Nullable ClassLoader ownLoader() {
        return SettingValues.class.getClassLoader();
    }
}
