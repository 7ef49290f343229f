package io.mintmark.indexes.linq;

import io.mintmark.internal.Printable;
import java.util.List;

/** A place among the tokens of a definition, and how much of its bounds was used up before it. */
final class Cursor {
    /** A definition that is longer is no longer written by hand. */
    private static final int CHARS_MAX = 20_000;

    /** How deep expressions may be nested: the parser and all that walk its tree call themselves. */
    private static final int DEPTH_MAX = 100;

    /**
     * Operators, members and calls nest from left to right, which costs the parser nothing, but what walks its tree.
     */
    private static final int OPERATORS_MAX = 1_000;

    private final List<Token> tokens;
    private int at;
    private int depth;
    private int operators;
    /** How often the parser looked at a token. */
    private int looks;

    private Cursor(List<Token> tokens) {
        this.tokens = tokens;
    }

    static Cursor at(String text) {
        if (text.length() > CHARS_MAX) {
            throw new NotUnderstoodException(text.length() + " characters, more than " + CHARS_MAX);
        }
        return new Cursor(Lexer.tokens(text));
    }

    Token token() {
        return ahead(0);
    }

    /** Returns a token further on; the end has nothing behind it. */
    Token ahead(int by) {
        looks++;
        return tokens.get(Math.min(at + by, tokens.size() - 1));
    }

    /** Passes a token. */
    Token next() {
        Token passed = token();
        at = Math.min(at + 1, tokens.size() - 1);
        return passed;
    }

    boolean sees(String text) {
        return token().is(text);
    }

    boolean sees(Token.Kind kind) {
        return token().kind() == kind;
    }

    /** Passes a keyword or a sign, if it is the next token. */
    boolean take(String text) {
        boolean seen = sees(text);
        if (seen) {
            Token ignored = next();
        }
        return seen;
    }

    Token require(String text) {
        if (!sees(text)) {
            throw refusal("'" + text + "'");
        }
        return next();
    }

    Token requireName() {
        if (!sees(Token.Kind.NAME)) {
            throw refusal("a name");
        }
        return next();
    }

    /** Goes one level deeper. */
    void nest() {
        if (++depth > DEPTH_MAX) {
            throw tooMuch();
        }
    }

    void unnest(int levels) {
        depth -= levels;
    }

    /** Counts an operator. */
    void count() {
        if (++operators > OPERATORS_MAX) {
            throw tooMuch();
        }
    }

    /** Returns the work that was done so far, which no clock needs to measure. */
    int looks() {
        return looks;
    }

    private static NotUnderstoodException tooMuch() {
        return new NotUnderstoodException("expressions that are nested more than " + DEPTH_MAX + " deep, or more than "
                + OPERATORS_MAX + " operators, members and calls");
    }

    /** Returns the part of the definition from {@code begin} to the latest token that was passed. */
    Span since(Span begin) {
        return begin.to(tokens.get(Math.max(0, at - 1)).span());
    }

    NotUnderstoodException refusal(String expected) {
        Token found = token();
        String shown = found.kind() == Token.Kind.END ? "its end" : "'" + Printable.brief(found.text()) + "'";
        return new NotUnderstoodException(
                shown + " at " + found.span().place() + ", where " + expected + " is expected");
    }
}
