package io.mintmark.hibernate.takeover;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.hibernate.generator.Generator;
import org.hibernate.mapping.GeneratorCreator;
import org.hibernate.mapping.SimpleValue;
import org.jspecify.annotations.Nullable;

/**
 * Puts a generator around the one that Hibernate will make of an id.
 *
 * <p>The one place where the lines of Hibernate differ so that no compiler can see both: 7 gave two public methods of
 * {@link SimpleValue} another type, and {@link GeneratorCreator} one more. They are reached by handles, and all tests
 * run on both lines.
 */
final class Creators {
    private static final Optional<Creators> OF_7 = find();

    private final MethodHandle getter;
    private final MethodHandle setter;
    private final MethodHandle isAssigned;

    private Creators(MethodHandle getter, MethodHandle setter, MethodHandle isAssigned) {
        this.getter = getter;
        this.setter = setter;
        this.isAssigned = isAssigned;
    }

    private static Optional<Creators> find() {
        MethodHandles.Lookup lookup = MethodHandles.publicLookup();
        try {
            return Optional.of(new Creators(
                    lookup.findVirtual(
                            SimpleValue.class,
                            "getCustomIdGeneratorCreator",
                            MethodType.methodType(GeneratorCreator.class)),
                    lookup.findVirtual(
                            SimpleValue.class,
                            "setCustomIdGeneratorCreator",
                            MethodType.methodType(void.class, GeneratorCreator.class)),
                    lookup.findVirtual(GeneratorCreator.class, "isAssigned", MethodType.methodType(boolean.class))));
        } catch (NoSuchMethodException e) {
            return Optional.empty();
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("public methods of Hibernate's mapping must be accessible", e);
        }
    }

    /** Has {@code around} called with each generator that Hibernate makes of {@code id} from now on. */
    static void wrap(SimpleValue id, UnaryOperator<Generator> around) {
        OF_7.ifPresentOrElse(creators -> creators.wrapIn7(id, around), () -> CreatorsOf6.wrap(id, around));
    }

    /** Returns whether Hibernate makes a generator of {@code part} of a composite id, which it may leave assigned. */
    static boolean makesOneOf(SimpleValue part) {
        return OF_7.map(creators -> creators.makesOneIn7(part)).orElseGet(() -> CreatorsOf6.makesOneOf(part));
    }

    private boolean makesOneIn7(SimpleValue part) {
        @Nullable GeneratorCreator creator = get(part);
        try {
            return creator != null && !(boolean) isAssigned.invokeExact(creator);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    private void wrapIn7(SimpleValue id, UnaryOperator<Generator> around) {
        @Nullable GeneratorCreator before = get(id);
        if (before != null) {
            set(id, context -> around.apply(before.createGenerator(context)));
        }
    }

    private @Nullable GeneratorCreator get(SimpleValue id) {
        try {
            return (GeneratorCreator) getter.invokeExact(id);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    private void set(SimpleValue id, GeneratorCreator creator) {
        try {
            setter.invokeExact(id, creator);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    private static IllegalStateException unexpected(Throwable cause) {
        return new IllegalStateException("getters and a setter of Hibernate's mapping must not fail", cause);
    }
}
