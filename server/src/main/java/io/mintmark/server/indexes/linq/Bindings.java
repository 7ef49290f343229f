package io.mintmark.server.indexes.linq;

import io.mintmark.server.indexes.linq.grammar.LinqParser.BindingContext;
import io.mintmark.server.indexes.linq.grammar.LinqParser.ExpressionContext;
import io.mintmark.server.indexes.linq.grammar.LinqParser.NamedBindingContext;
import io.mintmark.server.indexes.linq.grammar.LinqParser.NewObjectContext;
import io.mintmark.server.indexes.linq.grammar.LinqParser.PlainBindingContext;
import java.util.LinkedHashMap;
import java.util.Map;

/** Members of {@code new { A = 1, x.B }}, by name. */
final class Bindings {
    private Bindings() {}

    static Map<String, ExpressionContext> of(ExpressionContext expression) {
        if (!(Chain.bare(expression) instanceof NewObjectContext object)) {
            throw new NotUnderstoodException("'" + expression.getText() + "' where new { … } is expected");
        }
        Map<String, ExpressionContext> members = new LinkedHashMap<>();
        for (BindingContext binding : object.binding()) {
            if (members.put(name(binding), value(binding)) != null) {
                throw new NotUnderstoodException("the member '" + name(binding) + "' twice");
            }
        }
        return members;
    }

    private static ExpressionContext value(BindingContext binding) {
        return binding instanceof NamedBindingContext named
                ? named.expression()
                : ((PlainBindingContext) binding).expression();
    }

    private static String name(BindingContext binding) {
        if (binding instanceof NamedBindingContext named) {
            return named.ID().getText();
        }
        Chain chain = Chain.of(value(binding));
        if (chain == null) {
            throw new NotUnderstoodException("the member '" + binding.getText() + "' without a name");
        }
        return chain.path().isEmpty()
                ? chain.root()
                : chain.path().get(chain.path().size() - 1);
    }
}
