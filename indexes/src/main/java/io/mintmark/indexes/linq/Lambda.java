package io.mintmark.indexes.linq;

/**
 * A function of one argument, or what a clause of a query says of its variable.
 *
 * @param variable the argument
 * @param body its value
 */
record Lambda(String variable, Syntax body) {
    static Lambda of(Syntax expression) {
        if (expression.bare() instanceof Syntax.Lambda lambda
                && lambda.parameters().size() == 1) {
            return new Lambda(lambda.parameters().get(0), lambda.body());
        }
        throw new NotUnderstoodException("'" + Excerpt.of(expression) + "' where a function x => … is expected");
    }
}
