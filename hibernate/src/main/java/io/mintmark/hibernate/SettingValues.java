package io.mintmark.hibernate;

import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Values of settings as whoever configured the unit gave them: objects, classes, or texts. */
final class SettingValues {
    private final Map<String, Object> all;

    SettingValues(Map<String, Object> all) {
        this.all = all;
    }

    /** Returns the value of {@code name} as {@code reader} reads its text, or {@code otherwise} if it is not set. */
    <T> T read(String name, Function<String, T> reader, T otherwise) {
        Object value = all.get(name);
        if (value == null) {
            return otherwise;
        }
        try {
            return reader.apply(value.toString().strip());
        } catch (RuntimeException e) {
            throw new MintmarkMappingException(
                    "the setting " + name + " cannot have the value '" + value + "' (" + e.getMessage()
                            + "); see MintmarkSettings for what it may be",
                    e);
        }
    }

    /** Tells whether {@code name} is set to an object of {@code type}, rather than to what names a class. */
    boolean isObject(String name, Class<?> type) {
        return type.isInstance(all.get(name));
    }

    /** Returns the object that {@code name} is set to, makes one of the class that it names, or nothing if it is not set. */
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
