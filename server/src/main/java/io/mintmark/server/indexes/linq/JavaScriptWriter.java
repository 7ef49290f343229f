package io.mintmark.server.indexes.linq;

import io.mintmark.server.indexes.linq.grammar.LinqBaseVisitor;
import io.mintmark.server.indexes.linq.grammar.LinqParser.*;
import io.mintmark.server.json.Json;
import java.util.List;
import java.util.Map;
import org.antlr.v4.runtime.tree.ParseTree;
import org.antlr.v4.runtime.tree.RuleNode;

/** Writes in JavaScript what was parsed, for messages: more than what is executed here, though not all of C#. */
final class JavaScriptWriter extends LinqBaseVisitor<String> {
    private static final Map<String, String> CASTS = Map.of(
            "int", "Math.trunc",
            "long", "Math.trunc",
            "short", "Math.trunc",
            "byte", "Math.trunc",
            "string", "String",
            "object", "",
            "dynamic", "",
            "bool", "Boolean");

    private JavaScriptWriter() {}

    /** Returns a map. */
    static String map(ExpressionContext definition) {
        ExpressionContext bare = Chain.bare(definition);
        JavaScriptWriter writer = new JavaScriptWriter();
        if (bare instanceof QueryExpressionContext query) {
            return writer.map(
                    MapShape.collection(query.query().expression()),
                    query.query().ID().getText(),
                    writer.clauses(query.query().clause(), query.query().ending()));
        }
        MapShape shape = MapShape.of(bare);
        String variable = shape.select().variable();
        StringBuilder tests = new StringBuilder();
        for (Lambda test : shape.where()) {
            if (!test.variable().equals(variable)) {
                throw new NotUnderstoodException("several names for one document");
            }
            tests.append('(').append(writer.visit(test.body())).append(") ? ");
        }
        String body = "[" + writer.visit(shape.select().body()) + "]"
                + " : []".repeat(shape.where().size());
        return writer.map(shape.collection(), variable, tests + body);
    }

    private String map(String collection, String variable, String body) {
        boolean single = body.startsWith("[{") && body.endsWith("}]");
        String value = single ? "(" + body.substring(1, body.length() - 1) + ")" : body;
        return "map(" + text(collection) + ", " + variable + " => " + value + ")";
    }

    /** Returns a reduce. */
    static String reduce(ExpressionContext definition) {
        ReduceShape shape = ReduceShape.of(definition);
        JavaScriptWriter writer = new JavaScriptWriter();
        String group = shape.select().variable();
        return "groupBy(" + shape.key().variable() + " => "
                + bracketed(writer.visit(shape.key().body()))
                + ").aggregate(" + group + " => "
                + bracketed(new GroupWriter(group, writer).visit(shape.select().body()))
                + ")";
    }

    static String bracketed(String value) {
        return value.startsWith("{") ? "(" + value + ")" : value;
    }

    private String clauses(List<ClauseContext> clauses, EndingContext ending) {
        if (clauses.isEmpty()) {
            if (ending instanceof SelectEndingContext select) {
                return "[" + visit(select.expression()) + "]";
            }
            throw new NotUnderstoodException("'group' in a map");
        }
        String rest = clauses(clauses.subList(1, clauses.size()), ending);
        ClauseContext clause = clauses.get(0);
        if (clause instanceof WhereClauseContext where) {
            return "(" + visit(where.expression()) + ") ? " + rest + " : []";
        }
        if (clause instanceof FromClauseContext from) {
            return "(" + visit(from.expression()) + " || []).flatMap("
                    + from.ID().getText() + " => " + rest + ")";
        }
        if (clause instanceof LetClauseContext let) {
            return "(" + let.ID().getText() + " => " + rest + ")(" + visit(let.expression()) + ")";
        }
        throw new NotUnderstoodException("the clause '" + clause.getStart().getText() + "'");
    }

    private static String text(String value) {
        StringBuilder json = new StringBuilder("'");
        Json.escape(value, json);
        return json.append('\'').toString().replace("\\\"", "\"");
    }

    @Override
    public String visit(ParseTree tree) {
        return tree.accept(this);
    }

    /** Whatever has no method below cannot be written. */
    @Override
    public String visitChildren(RuleNode node) {
        throw new NotUnderstoodException("'" + node.getText() + "'");
    }

    @Override
    public String visitParentheses(ParenthesesContext node) {
        return "(" + visit(node.expression()) + ")";
    }

    @Override
    public String visitLiteralValue(LiteralValueContext node) {
        var value = Literals.value(node.literal());
        return value.isTextual() && value.textValue().indexOf('\'') < 0 ? text(value.textValue()) : value.toString();
    }

    @Override
    public String visitName(NameContext node) {
        return node.getText();
    }

    @Override
    public String visitMember(MemberContext node) {
        return visit(node.expression()) + node.getChild(1).getText() + node.ID().getText();
    }

    @Override
    public String visitElement(ElementContext node) {
        return visit(node.expression(0)) + "[" + visit(node.expression(1)) + "]";
    }

    @Override
    public String visitCall(CallContext node) {
        Chain.MethodCall call = Chain.MethodCall.of(node);
        if (call == null) {
            throw new NotUnderstoodException("'" + node.getText() + "'");
        }
        List<String> arguments = call.arguments().stream().map(this::visit).toList();
        return KnownCalls.write(call, visit(call.target()), arguments);
    }

    @Override
    public String visitLambda(LambdaContext node) {
        return node.ID().getText() + " => " + bracketed(visit(node.expression()));
    }

    @Override
    public String visitLongLambda(LongLambdaContext node) {
        return node.ID().getText() + " => " + bracketed(visit(node.expression()));
    }

    @Override
    public String visitCast(CastContext node) {
        return CASTS.getOrDefault(node.BUILTIN().getText(), "Number") + "(" + visit(node.expression()) + ")";
    }

    @Override
    public String visitPrefix(PrefixContext node) {
        return node.getStart().getText() + visit(node.expression());
    }

    private String binary(ExpressionContext left, ParseTree operator, ExpressionContext right) {
        return visit(left) + " " + operator.getText() + " " + visit(right);
    }

    @Override
    public String visitProduct(ProductContext node) {
        return binary(node.expression(0), node.getChild(1), node.expression(1));
    }

    @Override
    public String visitSum(SumContext node) {
        return binary(node.expression(0), node.getChild(1), node.expression(1));
    }

    @Override
    public String visitOrder(OrderContext node) {
        return binary(node.expression(0), node.getChild(1), node.expression(1));
    }

    /** Two signs in JavaScript, too: null there equals what is missing. */
    @Override
    public String visitEquality(EqualityContext node) {
        return binary(node.expression(0), node.getChild(1), node.expression(1));
    }

    @Override
    public String visitConjunction(ConjunctionContext node) {
        return binary(node.expression(0), node.getChild(1), node.expression(1));
    }

    @Override
    public String visitDisjunction(DisjunctionContext node) {
        return binary(node.expression(0), node.getChild(1), node.expression(1));
    }

    @Override
    public String visitCoalescence(CoalescenceContext node) {
        return binary(node.expression(0), node.getChild(1), node.expression(1));
    }

    @Override
    public String visitCondition(ConditionContext node) {
        return visit(node.expression(0)) + " ? " + visit(node.expression(1)) + " : " + visit(node.expression(2));
    }

    @Override
    public String visitNewObject(NewObjectContext node) {
        StringBuilder object = new StringBuilder("{ ");
        String comma = "";
        for (Map.Entry<String, ExpressionContext> member : Bindings.of(node).entrySet()) {
            object.append(comma).append(member.getKey()).append(": ").append(visit(member.getValue()));
            comma = ", ";
        }
        return object.append(" }").toString();
    }

    @Override
    public String visitNewArray(NewArrayContext node) {
        return "["
                + String.join(", ", node.expression().stream().map(this::visit).toList()) + "]";
    }
}
