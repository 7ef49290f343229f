package io.mintmark.server.indexes.linq;

import io.mintmark.internal.Printable;
import io.mintmark.server.indexes.linq.grammar.LinqLexer;
import io.mintmark.server.indexes.linq.grammar.LinqParser;
import io.mintmark.server.indexes.linq.grammar.LinqParser.ExpressionContext;
import org.antlr.v4.runtime.BaseErrorListener;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.Recognizer;
import org.jspecify.annotations.Nullable;

/** Reads the text of a definition. */
final class LinqText {
    /** A definition that is longer is no longer written by hand, and takes the parser long. */
    private static final int CHARS_MAX = 20_000;

    /** How deep brackets may be nested: the parser and all that walk its tree call themselves. */
    private static final int DEPTH_MAX = 100;

    /** Operators may be nested without brackets. */
    private static final int OPERATORS_MAX = 10 * DEPTH_MAX;

    private LinqText() {}

    static ExpressionContext parse(String text) {
        requireSmall(text);
        LinqLexer lexer = new LinqLexer(CharStreams.fromString(text));
        lexer.removeErrorListeners();
        LinqParser parser = new LinqParser(new CommonTokenStream(lexer));
        parser.removeErrorListeners();
        parser.addErrorListener(new FirstError());
        return parser.definition().expression();
    }

    private static void requireSmall(String text) {
        if (text.length() > CHARS_MAX) {
            throw new NotUnderstoodException("it has " + text.length() + " characters, more than " + CHARS_MAX);
        }
        int depth = 0;
        int operators = 0;
        // Calls and elements nest without being within each other's brackets.
        int brackets = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            int opened = c == '(' || c == '[' || c == '{' ? 1 : 0;
            brackets += opened;
            depth += opened;
            depth -= c == ')' || c == ']' || c == '}' ? 1 : 0;
            operators += "+-*/%!?:=<>&|.".indexOf(c) >= 0 ? 1 : 0;
            if (depth > DEPTH_MAX || operators > OPERATORS_MAX || brackets > OPERATORS_MAX) {
                throw new NotUnderstoodException("it is nested more than " + DEPTH_MAX + " deep, or has more than "
                        + OPERATORS_MAX + " operators or pairs of brackets");
            }
        }
    }

    /** Ends a parse at the first thing that is no C# as it is known here. */
    private static final class FirstError extends BaseErrorListener {
        @Override
        public void syntaxError(
                Recognizer<?, ?> recognizer,
                @Nullable Object symbol,
                int line,
                int column,
                String message,
                @Nullable RecognitionException e) {
            throw new NotUnderstoodException(
                    "line " + line + ", character " + (column + 1) + ": " + Printable.brief(message));
        }
    }
}
