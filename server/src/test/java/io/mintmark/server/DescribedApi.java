package io.mintmark.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.mintmark.server.TestServer.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What {@code /openapi.json} says, and whether an answer is as it says. */
final class DescribedApi {
    private static final SchemaRegistry SCHEMAS = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

    private final JsonNode document;

    DescribedApi(JsonNode document) {
        this.document = document;
    }

    /** An operation by its method and path. */
    record Operation(String method, String path, JsonNode described) {
        @Override
        public String toString() {
            return method + " " + path;
        }
    }

    List<Operation> operations() {
        List<Operation> operations = new ArrayList<>();
        document.path("paths")
                .properties()
                .forEach(path -> path.getValue()
                        .properties()
                        .forEach(operation -> operations.add(new Operation(
                                operation.getKey().toUpperCase(Locale.ROOT), path.getKey(), operation.getValue()))));
        return operations;
    }

    Operation operation(String method, String path) {
        return operations().stream()
                .filter(each -> each.method().equals(method) && each.path().equals(path))
                .findFirst()
                .orElseThrow();
    }

    /** Returns what an answer has that is not described, or lacks. */
    List<String> wrong(Operation operation, Answer answer) {
        String status = Integer.toString(answer.status());
        JsonNode responses = operation.described().path("responses");
        JsonNode response = resolved(responses.path(responses.has(status) ? status : status.charAt(0) + "XX"));
        String type = answer.header("Content-Type").orElse("none").split(";", 2)[0];
        JsonNode schema = response.path("content").path(type).path("schema");
        if (schema.isMissingNode()) {
            return List.of(operation + " is not described to answer " + status + " as " + type);
        }
        return type.equals("text/plain")
                ? List.of()
                : against(schema, answer.json().toString());
    }

    /** Returns what is wrong with {@code json} by a schema of the document. */
    List<String> against(JsonNode schema, String json) {
        ObjectNode whole = JsonNodeFactory.instance.objectNode();
        whole.setAll((ObjectNode) schema.deepCopy());
        whole.set("components", document.path("components"));
        return SCHEMAS.getSchema(whole.toString(), InputFormat.JSON).validate(json, InputFormat.JSON).stream()
                .map(error -> error + " in " + json)
                .toList();
    }

    private JsonNode resolved(JsonNode node) {
        return node.has("$ref") ? document.at(node.path("$ref").asText().substring(1)) : node;
    }
}
