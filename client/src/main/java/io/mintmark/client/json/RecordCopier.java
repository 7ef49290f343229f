package io.mintmark.client.json;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;

/** Copies records with one component replaced, by their canonical constructor. Immutable, safe for any thread. */
final class RecordCopier {
    private final Constructor<?> canonical;
    private final Method[] accessors;
    private final int replaced;

    private RecordCopier(Constructor<?> canonical, Method[] accessors, int replaced) {
        this.canonical = canonical;
        this.accessors = accessors;
        this.replaced = replaced;
    }

    /** Prepares copies of records of {@code type} with {@code component} replaced. */
    static RecordCopier replacing(Class<?> type, String component) {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        Method[] accessors = new Method[components.length];
        int replaced = -1;
        for (int i = 0; i < components.length; i++) {
            types[i] = components[i].getType();
            accessors[i] = components[i].getAccessor();
            accessors[i].setAccessible(true);
            replaced = components[i].getName().equals(component) ? i : replaced;
        }
        try {
            Constructor<?> canonical = type.getDeclaredConstructor(types);
            canonical.setAccessible(true);
            return new RecordCopier(canonical, accessors, replaced);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("every record has a canonical constructor: " + type.getName(), e);
        }
    }

    /** Returns a copy of {@code original} with {@code value} in the component. */
    Object with(Object original, Object value) {
        try {
            Object[] values = new Object[accessors.length];
            for (int i = 0; i < values.length; i++) {
                values[i] = i == replaced ? value : accessors[i].invoke(original);
            }
            return canonical.newInstance(values);
        } catch (ReflectiveOperationException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new IllegalArgumentException(
                    "The record " + original.getClass().getName() + " does not accept its id '" + value + "': "
                            + cause.getMessage(),
                    cause);
        }
    }
}
