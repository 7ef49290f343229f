package io.mintmark.server.plain;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.mintmark.protocol.PlainRoutes;
import io.mintmark.support.Json;
import io.mintmark.support.OwnVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The description of routes in OpenAPI 3.1: paths from the table that serves them, schemas and words around them from a
 * resource. Made when somebody first asks, so that no start waits for it. Thread-safe.
 */
final class OpenApiDocument {
    private static final int DEPTH_MAX = 32;
    private static final String JSON = "application/json";

    private final List<PlainRoute> routes;
    private volatile byte @Nullable [] made;

    /** Describes {@code routes}, which are complete when somebody asks. */
    OpenApiDocument(List<PlainRoute> routes) {
        this.routes = routes;
    }

    /** Returns the document in UTF-8; not to be changed. */
    byte[] bytes() {
        byte[] known = made;
        if (known == null) {
            known = document().toString().getBytes(StandardCharsets.UTF_8);
            made = known;
        }
        return known;
    }

    private ObjectNode document() {
        ObjectNode document = frame();
        ((ObjectNode) document.path("info")).put("version", OwnVersion.text());
        ObjectNode paths = document.putObject("paths");
        for (PlainRoute route : routes) {
            describe(
                    route,
                    paths.withObjectProperty(route.path())
                            .putObject(route.method().toLowerCase(Locale.ROOT)));
        }
        return document;
    }

    private static ObjectNode frame() {
        try (InputStream frame =
                Objects.requireNonNull(OpenApiDocument.class.getResourceAsStream("openapi-frame.json"))) {
            return new Json(DEPTH_MAX).object(frame.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException("a resource of this jar cannot be read", e);
        }
    }

    private static void describe(PlainRoute route, ObjectNode operation) {
        operation.put("operationId", route.name()).put("summary", route.summary());
        operation.putArray("tags").add(tag(route));
        if (!route.parameters().isEmpty()) {
            operation
                    .putArray("parameters")
                    .addAll(route.parameters().stream()
                            .map(PlainParameter::described)
                            .toList());
        }
        ObjectNode responses = operation.putObject("responses");
        route.results().forEach(result -> describe(result, responses.putObject(Integer.toString(result.status()))));
        responses.set("4XX", reference("responses", "Refusal"));
        responses.set("5XX", reference("responses", "Failure"));
    }

    private static String tag(PlainRoute route) {
        String path = route.path();
        return path.contains("/identities")
                ? "identities"
                : path.contains("/counters")
                        ? "counters"
                        : path.equals(PlainRoutes.OPENAPI)
                                ? "description"
                                : path.startsWith(PlainRoutes.SERVER) ? "server" : "databases";
    }

    private static void describe(PlainRoute.Result result, ObjectNode response) {
        response.put("description", result.description());
        ObjectNode content = response.putObject("content");
        content.putObject(JSON).set("schema", reference("schemas", result.schema()));
        if (result.alsoText()) {
            content.putObject("text/plain").putObject("schema").put("type", "string");
        }
    }

    private static ObjectNode reference(String kind, String name) {
        return JsonNodeFactory.instance.objectNode().put("$ref", "#/components/" + kind + "/" + name);
    }
}
