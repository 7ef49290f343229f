package io.mintmark.server.documents;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.mintmark.document.DocumentId;
import io.mintmark.internal.Printable;
import io.mintmark.protocol.ErrorType;
import io.mintmark.server.documents.IncludeStep.Reached;
import io.mintmark.storage.document.StoredDocument;
import io.mintmark.support.Json;
import io.mintmark.web.http.ApiException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The paths of members that hold ids of further documents, in RavenDB's grammar: {@link IncludePath}.
 *
 * <p>An array on the way stands for each of its elements, with or without {@code []}. Ids are texts and numbers. All
 * paths are followed together, in one pass through a document that makes no tree of it: many paths cost hardly more
 * than one.
 */
final class Includes {
    /** Most names, far more than anybody writes; each costs memory before the first document is read. */
    private static final int STEPS_MAX = 1_024;

    /**
     * Most names that stand for any member: at each member, a walk has reached at most one place more than there are.
     */
    private static final int WILDCARDS_MAX = 32;

    private static final String METADATA = "@metadata";

    private final Json json;
    private final IncludeStep start = new IncludeStep();
    private int steps;
    private int wildcards;
    /** Each makes a text of each id that a document holds. */
    private int ends;

    /**
     * Takes includes as a request names them.
     *
     * @throws ApiException if one is none, or they are too many
     */
    Includes(Json json, List<String> includes) {
        this.json = json;
        includes.forEach(include -> add(IncludePath.parse(include)));
    }

    private void add(IncludePath path) {
        IncludeStep step = start;
        for (String name : path.steps()) {
            step = step.next(name, () -> newStep(name));
        }
        if (path.areKeys()) {
            count(STEPS_MAX, ++steps, "members together", "$Keys");
        }
        if (step.end(path.areKeys(), path.affix())) {
            count(
                    STEPS_MAX,
                    ++ends,
                    "prefixes and suffixes together",
                    path.affix().toString());
        }
    }

    private IncludeStep newStep(String name) {
        count(STEPS_MAX, ++steps, "members together", name);
        if (name.equals(IncludePath.EACH) || name.equals(IncludePath.VALUES)) {
            count(WILDCARDS_MAX, ++wildcards, "times [] and $Values before further members", name);
        }
        return new IncludeStep();
    }

    private static void count(int max, int counted, String what, String name) {
        if (counted > max) {
            throw new ApiException(
                    ErrorType.ARGUMENT,
                    "The paths of one request's includes may name at most " + max + " " + what
                            + ", but these name more, such as '" + Printable.brief(name) + "': name fewer.");
        }
    }

    /** Returns whether no path is given. */
    boolean isEmpty() {
        return steps == 0;
    }

    /** Hands on each text that may be an id, as often and in the order in which {@code document} has it. */
    void follow(StoredDocument document, Consumer<String> found) {
        if (isEmpty()) {
            return;
        }
        follow(document.content().body(), start, found);
        IncludeStep metadata = start.member(METADATA);
        if (metadata != null) {
            follow(document.content().metadata(), metadata, found);
        }
    }

    private void follow(byte[] object, IncludeStep from, Consumer<String> found) {
        // There is nothing to return: the walk has told what it found.
        Object ignored = json.read(object, parser -> {
            walk(parser, List.of(new Reached(from, false)), found);
            return found;
        });
    }

    private static void walk(JsonParser parser, List<Reached> from, Consumer<String> found) throws IOException {
        Deque<List<Reached>> around = new ArrayDeque<>();
        List<Reached> reached = from;
        for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
            if (token.isStructStart()) {
                around.push(reached);
                reached = token == JsonToken.START_ARRAY ? elements(reached) : reached;
            } else if (token.isStructEnd()) {
                reached = around.pop();
            } else if (token == JsonToken.FIELD_NAME) {
                reached = member(around.element(), parser.currentName(), found);
                if (reached.isEmpty()) {
                    parser.nextToken();
                    parser.skipChildren();
                }
            } else if (token == JsonToken.VALUE_STRING || token.isNumeric()) {
                take(reached, parser, found);
            }
        }
    }

    private static List<Reached> elements(List<Reached> array) {
        List<Reached> next = new ArrayList<>(array.size() + 1);
        array.forEach(each -> each.addElement(next));
        return next;
    }

    private static List<Reached> member(List<Reached> object, String name, Consumer<String> found) {
        List<Reached> next = new ArrayList<>(1);
        for (Reached each : object) {
            complete(each.step().keys(), name, found);
            each.addMember(name, next);
        }
        return next;
    }

    private static void take(List<Reached> reached, JsonParser parser, Consumer<String> found) throws IOException {
        for (Reached each : reached) {
            if (!each.step().ids().isEmpty()) {
                complete(each.step().ids(), parser.getText(), found);
            }
        }
    }

    /** What is longer than any id is none, whatever stands around it. */
    private static void complete(Set<IncludeAffix> affixes, String text, Consumer<String> found) {
        if (text.length() <= DocumentId.MAX_BYTES) {
            for (IncludeAffix affix : affixes) {
                affix.complete(text, found);
            }
        }
    }
}
