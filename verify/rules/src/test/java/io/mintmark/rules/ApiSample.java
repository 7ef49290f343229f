package io.mintmark.rules;

import java.io.IOException;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/** A type with one of each kind of member, for {@link PublicApiTest}; the hidden ones must not show. */
public abstract class ApiSample<T extends Comparable<T>> extends AbstractList<T>
        implements AutoCloseable, Supplier<ApiSample<T>> {
    /** A constant. */
    public static final int LIMIT = 7;

    /** A field for subclasses. */
    protected final List<? super T> kept = new ArrayList<>();

    final int hiddenField;

    /** A constructor for subclasses. */
    protected ApiSample(String... names) {
        this(names.length);
    }

    ApiSample(int hidden) {
        this.hiddenField = hidden;
    }

    /** A method with generics, arrays and an exception. */
    public <E> Map<E, ? extends T[]> find(List<?> all, int[][] table) throws IOException {
        throw new IOException(all + ", " + table.length);
    }

    @Override
    public ApiSample<T> get() {
        return this;
    }

    /** A method for subclasses. */
    protected abstract void step();

    int hiddenMethod() {
        return hiddenField;
    }

    @Override
    public String toString() {
        return "a sample";
    }

    /** A nested type. */
    public enum Kind {
        /** A constant of an enum. */
        ONE;

        /** A method of an enum. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** An annotation. */
    public @interface Marker {
        /** A member without a default. */
        int size();

        /** A member with one. */
        String value() default "";
    }

    interface Hidden {}
}
