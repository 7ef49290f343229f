package io.mintmark.server.indexes.linq;

import io.mintmark.server.indexes.linq.grammar.LinqParser.ExpressionContext;
import java.util.Map;

/** Writes the output of a reduce in JavaScript, in which the group has another form than in C#. */
final class GroupWriter {
    private final String group;
    private final JavaScriptWriter writer;

    GroupWriter(String group, JavaScriptWriter writer) {
        this.group = group;
        this.writer = writer;
    }

    String visit(ExpressionContext select) {
        StringBuilder object = new StringBuilder("{ ");
        String comma = "";
        for (Map.Entry<String, ExpressionContext> member : Bindings.of(select).entrySet()) {
            object.append(comma).append(member.getKey()).append(": ").append(value(member.getValue()));
            comma = ", ";
        }
        return object.append(" }").toString();
    }

    private String value(ExpressionContext value) {
        Chain chain = Chain.of(value);
        if (chain != null
                && chain.root().equals(group)
                && !chain.path().isEmpty()
                && chain.path().get(0).equals("Key")) {
            return group + ".key" + value.getText().substring((group + ".Key").length());
        }
        Chain.MethodCall call = Chain.MethodCall.of(value);
        if (call == null
                || !call.target().getText().equals(group)
                || call.arguments().size() != 1) {
            throw new NotUnderstoodException("'" + value.getText() + "'");
        }
        Lambda lambda = Lambda.of(call.arguments().get(0));
        return KnownCalls.aggregate(call.method(), group, lambda.variable(), writer.visit(lambda.body()));
    }
}
