package io.mintmark.hibernate.takeover;

import java.util.function.UnaryOperator;
import org.hibernate.generator.Generator;
import org.hibernate.mapping.IdentifierGeneratorCreator;
import org.hibernate.mapping.SimpleValue;
import org.jspecify.annotations.Nullable;

/** Puts generators around those of Hibernate 6; its classes are missing in 7, where nobody may load this one. */
final class CreatorsOf6 {
    private static final String ASSIGNED = "assigned";

    private CreatorsOf6() {}

    static boolean makesOneOf(SimpleValue part) {
        return part.getCustomIdGeneratorCreator() != null || !ASSIGNED.equals(part.getIdentifierGeneratorStrategy());
    }

    /** Hibernate 6 makes a generator once, by a creator or, where it has none, by the name of a class. */
    static void wrap(SimpleValue id, UnaryOperator<Generator> around) {
        @Nullable IdentifierGeneratorCreator before = id.getCustomIdGeneratorCreator();
        id.setCustomIdGeneratorCreator(context -> {
            id.setCustomIdGeneratorCreator(before);
            Generator original = before == null
                    ? id.createGenerator(
                            context.getIdentifierGeneratorFactory(),
                            context.getDatabase().getDialect(),
                            context.getRootClass())
                    : before.createGenerator(context);
            return around.apply(original);
        });
    }
}
