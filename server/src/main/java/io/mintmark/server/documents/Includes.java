package io.mintmark.server.documents;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.mintmark.internal.Printable;
import io.mintmark.protocol.ErrorType;
import io.mintmark.server.http.ApiException;
import io.mintmark.server.json.Json;
import io.mintmark.server.storage.document.StoredDocument;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * The paths of members that hold ids of further documents: {@code companyId}, {@code address.cityId},
 * {@code lines[].product}.
 *
 * <p>An array on the way stands for each of its elements, with or without {@code []}. All paths are followed together, in
 * one pass through a document that makes no tree of it: many paths cost no more than one.
 */
final class Includes {
    /** Most paths, far more than anybody names; each costs memory before the first document is read. */
    private static final int STEPS_MAX = 1_024;

    private static final Pattern DOT = Pattern.compile("\\.");

    /** A member on the way: which ones lie in it, and whether a path ends with it. */
    private static final class Step {
        private final Map<String, Step> inside = new HashMap<>(4);
        private boolean isEnd;
    }

    private final Json json;
    private final Step start = new Step();
    private int steps;

    Includes(Json json, List<String> paths) {
        this.json = json;
        paths.forEach(this::add);
    }

    private void add(String path) {
        Step step = start;
        for (String name : DOT.split(path.replace("[]", ""), -1)) {
            step = step.inside.computeIfAbsent(name, this::newStep);
        }
        step.isEnd = true;
    }

    private Step newStep(String name) {
        if (++steps > STEPS_MAX) {
            throw new ApiException(
                    ErrorType.ARGUMENT,
                    "The paths of one request's includes may name at most " + STEPS_MAX
                            + " members together, but these name more, such as '"
                            + Printable.brief(name) + "': name fewer.");
        }
        return new Step();
    }

    /** Returns whether no path is given. */
    boolean isEmpty() {
        return steps == 0;
    }

    /** Hands on each text that a path leads to, as often and in the order in which {@code document} has it. */
    void follow(StoredDocument document, Consumer<String> found) {
        if (isEmpty()) {
            return;
        }
        // There is nothing to return: the walk has told what it found.
        Object ignored = json.read(document.content().body(), parser -> {
            follow(parser, found);
            return found;
        });
    }

    private void follow(JsonParser parser, Consumer<String> found) throws IOException {
        Deque<Step> around = new ArrayDeque<>();
        Step step = start;
        for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
            if (token.isStructStart()) {
                around.push(step);
            } else if (token.isStructEnd()) {
                step = around.pop();
            } else if (token == JsonToken.FIELD_NAME) {
                Step inside = around.element().inside.get(parser.currentName());
                if (inside == null) {
                    parser.nextToken();
                    parser.skipChildren();
                } else {
                    step = inside;
                }
            } else if (token == JsonToken.VALUE_STRING && step.isEnd) {
                found.accept(parser.getText());
            }
        }
    }
}
