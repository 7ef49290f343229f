package io.mintmark.indexes.linq;

import io.mintmark.indexes.linq.Syntax.Binding;
import io.mintmark.indexes.linq.Syntax.NewInstance;
import io.mintmark.indexes.linq.Syntax.NewObject;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Reads what begins with {@code new}, and lists.
 *
 * @param cursor where
 * @param expression reads an expression there
 */
record ObjectParser(Cursor cursor, Supplier<Syntax> expression) {
    Syntax created() {
        Span begin = cursor.require("new").span();
        if (cursor.token().isWord()) {
            type();
        }
        if (cursor.take("{")) {
            List<Binding> bindings = bindings();
            return new NewObject(cursor.since(begin), bindings);
        }
        if (cursor.take("[")) {
            Token ignored = cursor.require("]");
            Token ignoredToo = cursor.require("{");
            List<Syntax> ignoredAsWell = list("}");
            return new NewInstance(cursor.since(begin));
        }
        Token ignored = cursor.require("(");
        List<Syntax> ignoredToo = list(")");
        return new NewInstance(cursor.since(begin));
    }

    /** Passes the name of a type; it makes no difference here. */
    void type() {
        do {
            if (!cursor.token().isWord()) {
                throw cursor.refusal("a type");
            }
            Token ignored = cursor.next();
        } while (cursor.take("."));
        boolean ignored = cursor.take("?");
    }

    /** Reads expressions up to {@code end}, which a comma may precede. */
    List<Syntax> list(String end) {
        List<Syntax> list = new ArrayList<>();
        while (!cursor.take(end)) {
            list.add(expression.get());
            if (!cursor.sees(end)) {
                Token ignored = cursor.require(",");
            }
        }
        return List.copyOf(list);
    }

    private List<Binding> bindings() {
        List<Binding> bindings = new ArrayList<>();
        while (!cursor.take("}")) {
            String name = null;
            if (cursor.sees(Token.Kind.NAME) && cursor.ahead(1).is("=")) {
                name = cursor.next().text();
                Token ignored = cursor.next();
            }
            bindings.add(new Binding(name, expression.get()));
            if (!cursor.sees("}")) {
                Token ignored = cursor.require(",");
            }
        }
        return List.copyOf(bindings);
    }
}
