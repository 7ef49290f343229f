package io.mintmark.client.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.mintmark.client.cluster.ErrorBody;
import io.mintmark.client.exceptions.ServerError;
import io.mintmark.client.http.Reply;
import io.mintmark.client.http.Request;
import io.mintmark.fuzz.Check;
import io.mintmark.fuzz.FuzzTarget;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A server's replies as the client reads them: each document is what a parser that makes trees finds there. */
public final class RepliesTarget implements FuzzTarget {
    private static final ObjectMapper TREES = new ObjectMapper();
    private static final URI NODE = URI.create("http://localhost:8080");

    @Override
    public void run(byte[] bytes) {
        refusal(bytes);
        batch(bytes);
        ReceivedDocuments found;
        try {
            found = ReceivedDocuments.find(bytes);
        } catch (IOException noReply) {
            return;
        }
        documents(bytes, found);
    }

    private static void refusal(byte[] bytes) {
        ServerError error = ErrorBody.read(Request.get("/databases"), new Reply(500, Map.of(), bytes, NODE));
        Check.that(error.toString().length() < 20_000 + 2 * bytes.length, "an error is not longer than its reply");
    }

    private static void batch(byte[] bytes) {
        try {
            List<BatchReply.Result> results = BatchReply.read(bytes);
            Check.that(results.size() <= bytes.length, "a result takes bytes");
        } catch (IOException noReply) {
            Check.that(noReply.getMessage() != null, "a refusal says why");
        }
    }

    private static void documents(byte[] bytes, ReceivedDocuments found) {
        JsonNode results = read(bytes).path("Results");
        boolean once = results.size() == found.results().size();
        for (int i = 0; i < found.results().size(); i++) {
            Optional<ReceivedDocument> document = found.results().get(i);
            if (document.isPresent()) {
                document(document.get(), once ? results.path(i) : null);
            }
        }
        found.includes().forEach(include -> document(include, null));
    }

    private static void document(ReceivedDocument document, @org.jspecify.annotations.Nullable JsonNode expected) {
        JsonNode metadata = read(document.metadataBytes());
        Check.that(metadata.isObject(), "metadata are an object");
        JsonNode content = read(document.contentWith(""));
        JsonNode more = read(document.contentWith("\"Id\":\"a\""));
        Check.equal("a", more.path("Id").asText(), "an id joins the members");
        if (expected instanceof ObjectNode object && namesMetadataOnce(document)) {
            ObjectNode without = object.deepCopy();
            JsonNode ignored = without.remove(DocumentGenerator.METADATA);
            Check.equal(without, content, "the content is the document without its metadata");
        }
    }

    private static boolean namesMetadataOnce(ReceivedDocument document) {
        String text = new String(
                document.bytes(),
                document.document().start(),
                document.document().length(),
                UTF_8);
        int first = text.indexOf("metadata");
        return first >= 0 && text.indexOf("metadata", first + 1) < 0 && text.indexOf('\\') < 0;
    }

    private static JsonNode read(byte[] json) {
        try {
            return TREES.readTree(json);
        } catch (IOException e) {
            throw new AssertionError("a span must be JSON", e);
        }
    }
}
