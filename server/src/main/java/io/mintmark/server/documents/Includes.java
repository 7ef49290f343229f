package io.mintmark.server.documents;

import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.document.DocumentId;
import io.mintmark.document.InvalidDocumentIdException;
import io.mintmark.server.json.Json;
import io.mintmark.server.storage.StoredDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The paths of members that hold ids of further documents: {@code companyId}, {@code address.cityId},
 * {@code lines[].product}.
 *
 * <p>An array on the way stands for each of its elements, with or without {@code []}.
 */
final class Includes {
    private static final Pattern DOT = Pattern.compile("\\.");

    private final Json json;
    private final List<String> paths;

    Includes(Json json, List<String> paths) {
        this.json = json;
        this.paths = paths;
    }

    /** Tells whether no path is given. */
    boolean isEmpty() {
        return paths.isEmpty();
    }

    /** Returns the ids that a document refers to, in the order of the paths. */
    List<DocumentId> references(StoredDocument document) {
        if (paths.isEmpty()) {
            return List.of();
        }
        JsonNode root = json.object(document.content().body());
        List<DocumentId> ids = new ArrayList<>();
        for (String path : paths) {
            String[] steps = DOT.split(path.replace("[]", ""), -1);
            collect(root, steps, 0, ids);
        }
        return ids;
    }

    private static void collect(JsonNode node, String[] steps, int at, List<DocumentId> ids) {
        if (node.isArray()) {
            node.forEach(element -> collect(element, steps, at, ids));
        } else if (at < steps.length) {
            collect(node.path(steps[at]), steps, at + 1, ids);
        } else if (node.isTextual() && !node.textValue().isBlank()) {
            addIfLegal(node.textValue(), ids);
        }
    }

    private static void addIfLegal(String id, List<DocumentId> ids) {
        try {
            ids.add(DocumentId.of(id));
        } catch (InvalidDocumentIdException e) {
            // A text that cannot be an id refers to no document, and a missing include is left out.
        }
    }
}
