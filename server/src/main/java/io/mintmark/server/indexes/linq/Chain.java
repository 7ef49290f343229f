package io.mintmark.server.indexes.linq;

import io.mintmark.server.indexes.linq.grammar.LinqParser.CallContext;
import io.mintmark.server.indexes.linq.grammar.LinqParser.ElementContext;
import io.mintmark.server.indexes.linq.grammar.LinqParser.ExpressionContext;
import io.mintmark.server.indexes.linq.grammar.LinqParser.LiteralValueContext;
import io.mintmark.server.indexes.linq.grammar.LinqParser.MemberContext;
import io.mintmark.server.indexes.linq.grammar.LinqParser.NameContext;
import io.mintmark.server.indexes.linq.grammar.LinqParser.ParenthesesContext;
import java.util.LinkedList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A name and members after it, such as {@code x.Owner.Name}.
 *
 * @param root the name
 * @param path the members
 */
record Chain(String root, List<String> path) {
    /** Returns the chain that an expression is, or null if it is none. */
    static @Nullable Chain of(ExpressionContext expression) {
        LinkedList<String> path = new LinkedList<>();
        ExpressionContext at = bare(expression);
        while (!(at instanceof NameContext)) {
            if (at instanceof MemberContext member) {
                path.addFirst(member.ID().getText());
                at = bare(member.expression());
            } else if (at instanceof ElementContext element
                    && element.expression(1) instanceof LiteralValueContext literal
                    && Literals.value(literal.literal()).isTextual()) {
                path.addFirst(Literals.value(literal.literal()).textValue());
                at = bare(element.expression(0));
            } else {
                return null;
            }
        }
        return new Chain(at.getText(), List.copyOf(path));
    }

    /** Returns an expression without the brackets around it. */
    static ExpressionContext bare(ExpressionContext expression) {
        ExpressionContext at = expression;
        while (at instanceof ParenthesesContext parentheses) {
            at = parentheses.expression();
        }
        return at;
    }

    /**
     * A call of a method.
     *
     * @param target on what
     * @param method its name
     * @param arguments what it is given
     */
    record MethodCall(ExpressionContext target, String method, List<ExpressionContext> arguments) {
        /** Returns the call that an expression is, or null if it is none; {@code Enumerable.Sum(g, f)} is {@code g.Sum(f)}. */
        static @Nullable MethodCall of(ExpressionContext expression) {
            if (!(bare(expression) instanceof CallContext call)
                    || !(bare(call.expression(0)) instanceof MemberContext member)) {
                return null;
            }
            List<ExpressionContext> arguments =
                    call.expression().subList(1, call.expression().size());
            boolean isStatic = member.expression().getText().equals("Enumerable") && !arguments.isEmpty();
            return isStatic
                    ? new MethodCall(arguments.get(0), member.ID().getText(), arguments.subList(1, arguments.size()))
                    : new MethodCall(member.expression(), member.ID().getText(), arguments);
        }
    }
}
