package io.mintmark.server.indexes.linq;

import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.server.indexes.linq.syntax.Syntax;
import io.mintmark.server.json.Json;
import java.util.List;
import java.util.Map;

/** Writes expressions in JavaScript, for messages: more than what is executed here, though not all of C#. */
final class JavaScriptWriter {
    private static final Map<String, String> CASTS = Map.of(
            "int", "Math.trunc",
            "long", "Math.trunc",
            "short", "Math.trunc",
            "byte", "Math.trunc",
            "string", "String",
            "object", "",
            "dynamic", "",
            "bool", "Boolean");

    /** Returns an object in brackets, so that an arrow function returns it. */
    static String bracketed(String value) {
        return value.startsWith("{") ? "(" + value + ")" : value;
    }

    static String text(String value) {
        StringBuilder json = new StringBuilder("'");
        Json.escape(value, json);
        return json.append('\'').toString().replace("\\\"", "\"");
    }

    /** Anything that has no line below cannot be written. */
    String write(Syntax node) {
        if (node instanceof Syntax.Name name) {
            return name.name();
        }
        if (node instanceof Syntax.Literal literal) {
            return literal(literal.value());
        }
        if (node instanceof Syntax.Parentheses parentheses) {
            return "(" + write(parentheses.inner()) + ")";
        }
        if (node instanceof Syntax.Binary || node instanceof Syntax.Condition || node instanceof Syntax.Prefix) {
            return operation(node);
        }
        if (node instanceof Syntax.NewObject object) {
            return object(object);
        }
        if (node instanceof Syntax.NewArray array) {
            return "[" + list(array.elements()) + "]";
        }
        return reference(node);
    }

    private static String literal(JsonNode value) {
        return value.isTextual() && value.textValue().indexOf('\'') < 0 ? text(value.textValue()) : value.toString();
    }

    /** Equality has two signs in JavaScript, too: null there equals what is missing. */
    private String operation(Syntax node) {
        if (node instanceof Syntax.Binary binary) {
            return write(binary.left()) + " " + binary.sign() + " " + write(binary.right());
        }
        if (node instanceof Syntax.Condition choice) {
            return write(choice.condition()) + " ? " + write(choice.then()) + " : " + write(choice.otherwise());
        }
        Syntax.Prefix prefix = (Syntax.Prefix) node;
        return prefix.sign() + write(prefix.operand());
    }

    private String reference(Syntax node) {
        if (node instanceof Syntax.Member member) {
            return write(member.target()) + member.sign() + member.name();
        }
        if (node instanceof Syntax.Element element) {
            return write(element.target()) + "[" + write(element.index()) + "]";
        }
        if (node instanceof Syntax.Cast cast) {
            return CASTS.getOrDefault(cast.type(), "Number") + "(" + write(cast.operand()) + ")";
        }
        if (node instanceof Syntax.Lambda lambda && lambda.parameters().size() == 1) {
            return lambda.parameters().get(0) + " => " + bracketed(write(lambda.body()));
        }
        MethodCall call = MethodCall.of(node);
        if (call == null) {
            throw Excerpt.unknown(node);
        }
        return KnownCalls.write(
                call,
                write(call.target()),
                call.arguments().stream().map(this::write).toList());
    }

    private String list(List<Syntax> elements) {
        return String.join(", ", elements.stream().map(this::write).toList());
    }

    private String object(Syntax.NewObject node) {
        StringBuilder object = new StringBuilder("{ ");
        String comma = "";
        for (Map.Entry<String, Syntax> member : Bindings.of(node).entrySet()) {
            object.append(comma).append(member.getKey()).append(": ").append(write(member.getValue()));
            comma = ", ";
        }
        return object.append(" }").toString();
    }
}
