package io.mintmark.server.indexes.linq;

import io.mintmark.server.indexes.linq.syntax.NotUnderstoodException;
import io.mintmark.server.indexes.linq.syntax.Syntax;
import io.mintmark.server.indexes.linq.syntax.Syntax.Clause;
import java.util.List;

/** Writes maps and reduces in JavaScript, for messages. */
final class JavaScriptDefinition {
    private final JavaScriptWriter writer = new JavaScriptWriter();

    private JavaScriptDefinition() {}

    /** Returns a map. */
    static String map(Syntax definition) {
        JavaScriptDefinition writing = new JavaScriptDefinition();
        if (definition.bare() instanceof Syntax.Query query) {
            return map(
                    CallChain.collection(query.source()),
                    query.variable(),
                    writing.clauses(query.clauses(), query.ending()));
        }
        return writing.calls(CallChain.of(definition));
    }

    private String calls(CallChain chain) {
        MethodCall last = chain.last();
        String variable;
        String body;
        if (last.is("SelectMany", 2)
                && last.arguments().get(1).bare() instanceof Syntax.Lambda result
                && result.parameters().size() == 2) {
            Lambda source = Lambda.of(last.arguments().get(0));
            requireSame(source.variable(), result.parameters().get(0));
            variable = source.variable();
            body = flatMap(source.body(), result.parameters().get(1), "[" + writer.write(result.body()) + "]");
        } else if (!last.is("Select", 1)) {
            throw new NotUnderstoodException("the method " + last.method());
        } else {
            Lambda select = Lambda.of(last.arguments().get(0));
            variable = select.variable();
            body = "[" + writer.write(select.body()) + "]";
        }
        List<MethodCall> before = chain.calls().subList(0, chain.calls().size() - 1);
        return map(chain.collection(), variable, tests(before, variable) + body + " : []".repeat(before.size()));
    }

    private String tests(List<MethodCall> calls, String variable) {
        StringBuilder tests = new StringBuilder();
        for (MethodCall call : calls) {
            if (!call.is("Where", 1)) {
                throw new NotUnderstoodException("the method " + call.method());
            }
            Lambda test = Lambda.of(call.arguments().get(0));
            requireSame(test.variable(), variable);
            tests.append('(').append(writer.write(test.body())).append(") ? ");
        }
        return tests.toString();
    }

    private static void requireSame(String name, String other) {
        if (!name.equals(other)) {
            throw new NotUnderstoodException("several names for one document");
        }
    }

    private static String map(String collection, String variable, String body) {
        boolean single = body.startsWith("[{") && body.endsWith("}]");
        String value = single ? "(" + body.substring(1, body.length() - 1) + ")" : body;
        return "map(" + JavaScriptWriter.text(collection) + ", " + variable + " => " + value + ")";
    }

    /** Returns a reduce. */
    static String reduce(Syntax definition) {
        ReduceShape shape = ReduceShape.of(definition);
        JavaScriptWriter writer = new JavaScriptWriter();
        String group = shape.select().variable();
        return "groupBy(" + shape.key().variable() + " => "
                + JavaScriptWriter.bracketed(writer.write(shape.key().body()))
                + ").aggregate(" + group + " => "
                + JavaScriptWriter.bracketed(
                        new GroupWriter(group, writer).write(shape.select().body()))
                + ")";
    }

    private String flatMap(Syntax source, String variable, String rest) {
        return "(" + writer.write(source) + " || []).flatMap(" + variable + " => " + rest + ")";
    }

    private String clauses(List<Clause> clauses, Syntax.Ending ending) {
        if (clauses.isEmpty()) {
            if (ending instanceof Syntax.Ending.Select select) {
                return "[" + writer.write(select.value()) + "]";
            }
            throw new NotUnderstoodException("'group' in a map");
        }
        String rest = clauses(clauses.subList(1, clauses.size()), ending);
        Clause clause = clauses.get(0);
        if (clause instanceof Clause.Where where) {
            return "(" + writer.write(where.condition()) + ") ? " + rest + " : []";
        }
        if (clause instanceof Clause.From from) {
            return flatMap(from.source(), from.variable(), rest);
        }
        if (clause instanceof Clause.Let let) {
            return "(" + let.variable() + " => " + rest + ")(" + writer.write(let.value()) + ")";
        }
        throw new NotUnderstoodException("the clause 'orderby'");
    }
}
