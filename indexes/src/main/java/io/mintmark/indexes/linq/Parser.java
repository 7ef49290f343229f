package io.mintmark.indexes.linq;

import io.mintmark.indexes.linq.Syntax.Binary;
import io.mintmark.indexes.linq.Syntax.Call;
import io.mintmark.indexes.linq.Syntax.Cast;
import io.mintmark.indexes.linq.Syntax.Condition;
import io.mintmark.indexes.linq.Syntax.Element;
import io.mintmark.indexes.linq.Syntax.Lambda;
import io.mintmark.indexes.linq.Syntax.Literal;
import io.mintmark.indexes.linq.Syntax.Member;
import io.mintmark.indexes.linq.Syntax.Name;
import io.mintmark.indexes.linq.Syntax.Parentheses;
import io.mintmark.indexes.linq.Syntax.Prefix;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Reads the part of C# in which RavenDB's indexes are written: a query, or calls of its methods, and the expressions in
 * it. More is read here than is understood, so that a refusal can say what it met.
 *
 * <p>It decides by at most three tokens and never goes back, so its work grows with the length of a text alone, whoever
 * wrote it.
 */
final class Parser {
    /** Operators of two operands, those that bind least first. */
    private static final List<List<String>> BINARY = List.of(
            List.of("||"),
            List.of("&&"),
            List.of("==", "!="),
            List.of("<", ">", "<=", ">="),
            List.of("+", "-"),
            List.of("*", "/", "%"));

    private final Cursor cursor;
    private final QueryParser queries;
    private final ObjectParser objects;

    private Parser(Cursor cursor) {
        this.cursor = cursor;
        this.queries = new QueryParser(cursor, this::expression);
        this.objects = new ObjectParser(cursor, this::expression);
    }

    /**
     * Returns the expression that a definition is.
     *
     * @throws NotUnderstoodException if it is none, or too long, too deep or too large
     */
    static Syntax parse(String text) {
        return parse(Cursor.at(text));
    }

    static Syntax parse(Cursor cursor) {
        Syntax expression = new Parser(cursor).expression();
        boolean ignored = cursor.take(";");
        if (!cursor.sees(Token.Kind.END)) {
            throw cursor.refusal("the end");
        }
        return expression;
    }

    private Syntax expression() {
        cursor.nest();
        Syntax read;
        if (cursor.sees("from")) {
            read = queries.query();
        } else if (seesLambda()) {
            read = lambda();
        } else {
            read = condition();
        }
        cursor.unnest(1);
        return read;
    }

    private boolean seesLambda() {
        if (cursor.sees(Token.Kind.NAME)) {
            return cursor.ahead(1).is("=>");
        }
        boolean opens = cursor.sees("(") && cursor.ahead(1).kind() == Token.Kind.NAME;
        return opens
                && (cursor.ahead(2).is(",")
                        || (cursor.ahead(2).is(")") && cursor.ahead(3).is("=>")));
    }

    private Syntax lambda() {
        Span begin = cursor.token().span();
        List<String> parameters = new ArrayList<>();
        if (cursor.take("(")) {
            do {
                parameters.add(cursor.requireName().text());
            } while (cursor.take(","));
            Token ignored = cursor.require(")");
        } else {
            parameters.add(cursor.requireName().text());
        }
        Token ignored = cursor.require("=>");
        Syntax body = expression();
        return new Lambda(cursor.since(begin), List.copyOf(parameters), body);
    }

    /** Conditions after each other are folded from the right, without a call for each. */
    private Syntax condition() {
        Deque<Syntax> pairs = new ArrayDeque<>();
        Syntax last = coalescence();
        while (cursor.take("?")) {
            cursor.count();
            pairs.push(last);
            pairs.push(expression());
            Token ignored = cursor.require(":");
            boolean isWhole = cursor.sees("from") || seesLambda();
            last = isWhole ? expression() : coalescence();
        }
        while (!pairs.isEmpty()) {
            Syntax then = pairs.pop();
            Syntax condition = pairs.pop();
            last = new Condition(condition.span().to(last.span()), condition, then, last);
        }
        return last;
    }

    private Syntax coalescence() {
        Deque<Syntax> lefts = new ArrayDeque<>();
        Syntax last = binary(0);
        while (cursor.take("??")) {
            cursor.count();
            lefts.push(last);
            last = binary(0);
        }
        while (!lefts.isEmpty()) {
            Syntax left = lefts.pop();
            last = new Binary(left.span().to(last.span()), "??", left, last);
        }
        return last;
    }

    private Syntax binary(int level) {
        if (level == BINARY.size()) {
            return prefixed();
        }
        Syntax left = binary(level + 1);
        while (cursor.sees(Token.Kind.SIGN)
                && BINARY.get(level).contains(cursor.token().text())) {
            cursor.count();
            String sign = cursor.next().text();
            Syntax right = binary(level + 1);
            left = new Binary(left.span().to(right.span()), sign, left, right);
        }
        return left;
    }

    /** Signs and casts before an operand, the last one of which binds first. */
    private Syntax prefixed() {
        Deque<Token> signs = new ArrayDeque<>();
        while (cursor.sees("-") || cursor.sees("!") || seesCast()) {
            cursor.nest();
            cursor.count();
            boolean isCast = cursor.take("(");
            signs.push(cursor.next());
            if (isCast) {
                boolean ignored = cursor.take("?");
                Token ignoredToo = cursor.require(")");
            }
        }
        Syntax operand = suffixed(primary());
        cursor.unnest(signs.size());
        while (!signs.isEmpty()) {
            Token sign = signs.pop();
            Span span = sign.span().to(operand.span());
            operand = sign.kind() == Token.Kind.SIGN
                    ? new Prefix(span, sign.text(), operand)
                    : new Cast(span, sign.text(), operand);
        }
        return operand;
    }

    private boolean seesCast() {
        boolean opens = cursor.sees("(") && cursor.ahead(1).kind() == Token.Kind.TYPE;
        return opens
                && (cursor.ahead(2).is(")")
                        || (cursor.ahead(2).is("?") && cursor.ahead(3).is(")")));
    }

    private Syntax suffixed(Syntax primary) {
        Syntax target = primary;
        while (cursor.sees(".") || cursor.sees("?.") || cursor.sees("(") || cursor.sees("[")) {
            cursor.count();
            Token sign = cursor.next();
            if (sign.is("(")) {
                List<Syntax> arguments = objects.list(")");
                target = new Call(cursor.since(target.span()), target, arguments);
            } else if (sign.is("[")) {
                Syntax index = expression();
                Token ignored = cursor.require("]");
                target = new Element(cursor.since(target.span()), target, index);
            } else {
                target = member(target);
            }
        }
        return target;
    }

    private Syntax member(Syntax target) {
        if (!cursor.token().isWord()) {
            throw cursor.refusal("a member");
        }
        String name = cursor.next().text();
        return new Member(cursor.since(target.span()), target, name);
    }

    private Syntax primary() {
        Token token = cursor.token();
        if (cursor.sees("new")) {
            return objects.created();
        }
        if (cursor.take("(")) {
            Syntax inner = expression();
            Token ignored = cursor.require(")");
            return new Parentheses(cursor.since(token.span()), inner);
        }
        return switch (token.kind()) {
            case NAME, TYPE -> new Name(token.span(), cursor.next().text());
            case NUMBER, TEXT, VERBATIM -> new Literal(token.span(), Literals.value(cursor.next()));
            default -> constant(token);
        };
    }

    private Syntax constant(Token token) {
        if (!cursor.sees("true") && !cursor.sees("false") && !cursor.sees("null")) {
            throw cursor.refusal("a value");
        }
        return new Literal(token.span(), Literals.value(cursor.next()));
    }
}
