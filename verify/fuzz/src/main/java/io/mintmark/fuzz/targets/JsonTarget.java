package io.mintmark.fuzz.targets;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.mintmark.fuzz.Check;
import io.mintmark.fuzz.FuzzTarget;
import io.mintmark.server.documents.batch.DocumentSplitter;
import io.mintmark.storage.document.DocumentContent;
import io.mintmark.storage.write.HiLoDocument;
import io.mintmark.support.InvalidJsonException;
import io.mintmark.support.Json;
import io.mintmark.support.JsonMembers;
import java.util.Set;

/** JSON that is kept as received: each span is what a parser that makes trees finds there. */
public final class JsonTarget implements FuzzTarget {
    static final Json JSON = new Json(128);
    private static final String METADATA = "@metadata";
    private static final long CEILING = (1L << 53) - 1;

    private final DocumentSplitter splitter = new DocumentSplitter(JSON, 1 << 20, 256);

    @Override
    public void run(byte[] bytes) {
        JsonMembers members = JsonMembers.scan(JSON, bytes, 0, bytes.length);
        ObjectNode tree = Check.accepted("what was scanned is JSON", () -> JSON.object(bytes));
        boolean repeats = false;
        for (String name :
                tree.properties().stream().map(java.util.Map.Entry::getKey).toList()) {
            repeats |= !member(members, tree, name);
        }
        Check.equal(!repeats, members.isSameAs(members), "an object that names no member twice is the same as itself");
        atAnotherPlace(bytes, members);
        document(bytes, tree, repeats);
        hiLoDocument(bytes);
    }

    /** Returns whether the object names it once. */
    private static boolean member(JsonMembers members, ObjectNode tree, String name) {
        byte[] value;
        try {
            value = members.value(name);
        } catch (InvalidJsonException twice) {
            return false;
        }
        Check.that(value != null, "a member of the tree is found");
        Check.equal(tree.get(name), read(value == null ? new byte[0] : value), "a member's span is its value");
        ObjectNode others = tree.deepCopy();
        JsonNode ignored = others.remove(name);
        Check.equal(others, read(members.without(Set.of(name))), "without a member are the others");
        return true;
    }

    static JsonNode read(byte[] json) {
        try {
            return JSON.trees().readTree(json);
        } catch (java.io.IOException e) {
            throw new AssertionError("a span must be JSON", e);
        }
    }

    private static void atAnotherPlace(byte[] bytes, JsonMembers expected) {
        byte[] shifted = new byte[bytes.length + 3];
        System.arraycopy(bytes, 0, shifted, 2, bytes.length);
        JsonMembers members = Check.accepted(
                "an object is read wherever it lies", () -> JsonMembers.scan(JSON, shifted, 2, bytes.length));
        Check.equalBytes(
                expected.without(Set.of()), members.without(Set.of()), "an object is the same wherever it lies");
    }

    private void document(byte[] bytes, ObjectNode tree, boolean repeats) {
        DocumentContent content = splitter.split(bytes);
        ObjectNode body = tree.deepCopy();
        JsonNode metadata = body.remove(METADATA);
        Check.equal(body, read(content.body()), "the body is the document without its metadata");
        Check.that(metadata == null || read(content.metadata()).isObject(), "metadata are an object");
        DocumentContent again = Check.accepted("a body can be stored again", () -> splitter.split(content.body()));
        Check.equalBytes(content.body(), again.body(), "a body is kept as received");
        Check.that(repeats || content.isSameAs(content), "content is the same as itself");
    }

    private static void hiLoDocument(byte[] bytes) {
        HiLoDocument document = HiLoDocument.parse(bytes, CEILING);
        byte[] shown = HiLoDocument.body(document.max(), document.otherMembers());
        HiLoDocument again =
                Check.accepted("what is shown of a counter can be stored", () -> HiLoDocument.parse(shown, CEILING));
        Check.equal(document.max(), again.max(), "a counter's document shows its number");
        Check.equal(read(document.otherMembers()), read(again.otherMembers()), "other members stay");
    }
}
