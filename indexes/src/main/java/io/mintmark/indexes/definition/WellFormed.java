package io.mintmark.indexes.definition;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.mintmark.internal.Printable;
import java.util.ArrayDeque;
import java.util.Deque;

/** Checks that no text of a definition has half of a character: it could be neither stored nor shown. */
final class WellFormed {
    private WellFormed() {}

    /** Goes through all texts without calling itself, since a caller decides how they are nested. */
    static void require(ObjectNode given) {
        Deque<JsonNode> left = new ArrayDeque<>();
        left.push(given);
        while (!left.isEmpty()) {
            JsonNode node = left.pop();
            if (node.isTextual()) {
                require(node.textValue());
            }
            node.properties().forEach(member -> require(member.getKey()));
            node.forEach(left::push);
        }
    }

    private static void require(String text) {
        String whole = Printable.encodable(text);
        if (whole.equals(text)) {
            return;
        }
        int at = 0;
        while (whole.charAt(at) == text.charAt(at)) {
            at++;
        }
        throw new InvalidIndexException(
                "An index definition has half of a character (an unpaired surrogate) at position " + at + " of '"
                        + Printable.brief(text) + "': send whole characters.");
    }
}
