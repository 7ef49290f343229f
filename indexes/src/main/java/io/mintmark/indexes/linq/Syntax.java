package io.mintmark.indexes.linq;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An expression as it was read, whatever it means. Immutable. */
sealed interface Syntax {
    /** Returns where it stands. */
    Span span();

    /** Returns it as it was written. */
    default String text() {
        return span().text();
    }

    /** Returns the expression without the brackets around it. */
    default Syntax bare() {
        Syntax at = this;
        while (at instanceof Parentheses parentheses) {
            at = parentheses.inner();
        }
        return at;
    }

    /** Returns whether it is nothing but that name. */
    default boolean isName(String name) {
        return bare() instanceof Name found && found.name().equals(name);
    }

    /** A name. */
    record Name(Span span, String name) implements Syntax {}

    /** A number, a text, a truth value or null. */
    record Literal(Span span, JsonNode value) implements Syntax {}

    /** {@code (inner)}. */
    record Parentheses(Span span, Syntax inner) implements Syntax {}

    /** {@code target.name} or {@code target?.name}, which is the same where what is missing is null. */
    record Member(Span span, Syntax target, String name) implements Syntax {}

    /** {@code target(arguments)}. */
    record Call(Span span, Syntax target, List<Syntax> arguments) implements Syntax {}

    /** {@code target[index]}. */
    record Element(Span span, Syntax target, Syntax index) implements Syntax {}

    /** {@code (type) operand}. */
    record Cast(Span span, String type, Syntax operand) implements Syntax {}

    /** {@code -operand} or {@code !operand}. */
    record Prefix(Span span, String sign, Syntax operand) implements Syntax {}

    /** {@code left sign right}. */
    record Binary(Span span, String sign, Syntax left, Syntax right) implements Syntax {}

    /** {@code condition ? then : otherwise}. */
    record Condition(Span span, Syntax condition, Syntax then, Syntax otherwise) implements Syntax {}

    /** {@code new { bindings }}, also with the name of a class. */
    record NewObject(Span span, List<Binding> bindings) implements Syntax {}

    /** {@code new Type(…)} or {@code new[] { … }}, which nothing here understands. */
    record NewInstance(Span span) implements Syntax {}

    /** {@code (parameters) => body}. */
    record Lambda(Span span, List<String> parameters, Syntax body) implements Syntax {}

    /** {@code from variable in source clauses ending}. */
    record Query(Span span, String variable, Syntax source, List<Clause> clauses, Ending ending) implements Syntax {}

    /** {@code name = value} in an object, or {@code value} alone. */
    record Binding(@Nullable String name, Syntax value) {}

    /** A part of a query between its beginning and its ending. */
    sealed interface Clause {
        /** {@code from variable in source}. */
        record From(String variable, Syntax source) implements Clause {}

        /** {@code let variable = value}. */
        record Let(String variable, Syntax value) implements Clause {}

        /** {@code where condition}. */
        record Where(Syntax condition) implements Clause {}

        /** {@code orderby key}. */
        record OrderBy(Syntax key) implements Clause {}
    }

    /** How a query ends. */
    sealed interface Ending {
        /** {@code select value}. */
        record Select(Syntax value) implements Ending {}

        /** {@code group element by key into variable clauses ending}. */
        record Group(Syntax element, Syntax key, String variable, List<Clause> clauses, Ending ending)
                implements Ending {}
    }
}
