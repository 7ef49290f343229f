package io.mintmark.indexes.linq;

import io.mintmark.indexes.linq.Syntax.Clause;
import io.mintmark.indexes.linq.Syntax.Ending;
import io.mintmark.indexes.linq.Syntax.Query;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Reads queries.
 *
 * @param cursor where
 * @param expression reads an expression there
 */
record QueryParser(Cursor cursor, Supplier<Syntax> expression) {
    Syntax query() {
        Span begin = cursor.token().span();
        Clause.From first = from();
        List<Clause> clauses = clauses();
        Ending ending = ending();
        cursor.unnest(clauses.size());
        return new Query(cursor.since(begin), first.variable(), first.source(), clauses, ending);
    }

    private Clause.From from() {
        Token ignored = cursor.require("from");
        if (!cursor.ahead(1).is("in")) {
            new ObjectParser(cursor, expression).type();
        }
        String variable = cursor.requireName().text();
        Token ignoredToo = cursor.require("in");
        return new Clause.From(variable, expression.get());
    }

    /** Each clause is within the one before it, for whoever follows them. */
    private List<Clause> clauses() {
        List<Clause> clauses = new ArrayList<>();
        while (true) {
            if (cursor.sees("from")) {
                clauses.add(from());
            } else if (cursor.take("let")) {
                String variable = cursor.requireName().text();
                Token ignored = cursor.require("=");
                clauses.add(new Clause.Let(variable, expression.get()));
            } else if (cursor.take("where")) {
                clauses.add(new Clause.Where(expression.get()));
            } else if (cursor.take("orderby")) {
                clauses.add(new Clause.OrderBy(expression.get()));
            } else {
                return List.copyOf(clauses);
            }
            cursor.nest();
        }
    }

    private Ending ending() {
        if (cursor.take("select")) {
            return new Ending.Select(expression.get());
        }
        Token ignored = cursor.require("group");
        Syntax element = expression.get();
        Token ignoredToo = cursor.require("by");
        Syntax key = expression.get();
        Token ignoredAgain = cursor.require("into");
        String variable = cursor.requireName().text();
        cursor.nest();
        List<Clause> clauses = clauses();
        Ending ending = ending();
        cursor.unnest(clauses.size() + 1);
        return new Ending.Group(element, key, variable, clauses, ending);
    }
}
