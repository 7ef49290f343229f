package io.mintmark.hibernate.takeover;

import io.mintmark.counter.ExhaustedException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;

/** The Java types of ids that Hibernate's sequences and tables give, each as what makes a number one. */
final class IdForm {
    private static final Map<Class<?>, LongFunction<Object>> FORMS = Map.of(
            Long.class, Long::valueOf,
            long.class, Long::valueOf,
            Integer.class, IdForm::toInt,
            int.class, IdForm::toInt,
            Short.class, IdForm::toShort,
            short.class, IdForm::toShort,
            BigInteger.class, BigInteger::valueOf,
            BigDecimal.class, BigDecimal::valueOf);

    private IdForm() {}

    /** Returns what makes ids of {@code type}; empty for a type that is not one of Hibernate's for numbers. */
    static Optional<LongFunction<Object>> of(Class<?> type) {
        return Optional.ofNullable(FORMS.get(type));
    }

    private static Object toInt(long number) {
        requireAtMost(number, Integer.MAX_VALUE, "int");
        return (int) number;
    }

    private static Object toShort(long number) {
        requireAtMost(number, Short.MAX_VALUE, "short");
        return (short) number;
    }

    private static void requireAtMost(long number, long largest, String type) {
        if (number > largest) {
            throw new ExhaustedException("The id " + number + " must fit its attribute, which is of type " + type
                    + " and ends at " + largest + ": make it a long.");
        }
    }
}
