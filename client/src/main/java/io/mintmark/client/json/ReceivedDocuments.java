package io.mintmark.client.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The documents of one reply, found in one pass and not yet read; the caller knows their classes.
 *
 * @param results one for each document that was asked for, in order; empty where there is none
 * @param includes the documents that came along
 */
public record ReceivedDocuments(List<Optional<ReceivedDocument>> results, List<ReceivedDocument> includes) {
    private static final JsonFactory FACTORY = new JsonFactory();

    /** Finds the documents in the body of a reply; throws {@link IOException} if it is not a list of documents. */
    public static ReceivedDocuments find(byte[] body) throws IOException {
        try (JsonParser parser = FACTORY.createParser(body)) {
            return new Finding(parser, body).find();
        }
    }

    /** The search through one body. */
    private static final class Finding {
        private final JsonParser parser;
        private final byte[] body;
        private final List<Optional<ReceivedDocument>> results = new ArrayList<>();
        private final List<ReceivedDocument> includes = new ArrayList<>();

        Finding(JsonParser parser, byte[] body) {
            this.parser = parser;
            this.body = body;
        }

        ReceivedDocuments find() throws IOException {
            require(parser.nextToken() == JsonToken.START_OBJECT, "it is no object");
            // In UTF-16 and UTF-32 the parser counts characters, and knows no places in the bytes.
            require(tokenStart() >= 0, "it is not UTF-8");
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                JsonToken value = parser.nextToken();
                if (name.equals("Results") && value == JsonToken.START_ARRAY) {
                    readResults();
                } else if (name.equals("Includes") && value == JsonToken.START_OBJECT) {
                    readIncludes();
                } else {
                    parser.skipChildren();
                }
            }
            require(parser.currentToken() == JsonToken.END_OBJECT, "it ends too early");
            return new ReceivedDocuments(results, includes);
        }

        private void readResults() throws IOException {
            for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
                require(token == JsonToken.START_OBJECT || token == JsonToken.VALUE_NULL, "a result is no object");
                results.add(token == JsonToken.VALUE_NULL ? Optional.empty() : Optional.of(document()));
            }
        }

        private void readIncludes() throws IOException {
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                if (parser.nextToken() == JsonToken.START_OBJECT) {
                    includes.add(document());
                } else {
                    parser.skipChildren();
                }
            }
        }

        private ReceivedDocument document() throws IOException {
            int start = tokenStart();
            int name = 0;
            Metadata metadata = new Metadata();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                boolean isMetadata = parser.currentName().equals(DocumentGenerator.METADATA);
                int nameStart = isMetadata ? tokenStart() : 0;
                JsonToken value = parser.nextToken();
                if (isMetadata && value == JsonToken.START_OBJECT) {
                    name = nameStart;
                    metadata.read();
                } else {
                    parser.skipChildren();
                }
            }
            return metadata.of(new Span(start, position()), name);
        }

        private int tokenStart() {
            return (int) parser.currentTokenLocation().getByteOffset();
        }

        private int position() {
            return (int) parser.currentLocation().getByteOffset();
        }

        /** The metadata of one document. */
        private final class Metadata {
            private Span span = Span.NONE;
            private @Nullable String id;
            private @Nullable String changeVector;
            private @Nullable String collection;

            void read() throws IOException {
                int start = tokenStart();
                while (parser.nextToken() == JsonToken.FIELD_NAME) {
                    String name = parser.currentName();
                    if (parser.nextToken() == JsonToken.VALUE_STRING) {
                        take(name, parser.getText());
                    } else {
                        parser.skipChildren();
                    }
                }
                span = new Span(start, position());
            }

            private void take(String name, String text) {
                switch (name) {
                    case "@id" -> id = text;
                    case "@change-vector" -> changeVector = text;
                    case "@collection" -> collection = text;
                    default -> {}
                }
            }

            ReceivedDocument of(Span document, int name) throws IOException {
                if (id == null || changeVector == null) {
                    throw new IOException("a document must come with @id and @change-vector in its metadata");
                }
                return new ReceivedDocument(body, document, span, name, id, changeVector, collection);
            }
        }

        private static void require(boolean holds, String otherwise) throws IOException {
            if (!holds) {
                throw new IOException("a reply with documents has an array Results, but " + otherwise);
            }
        }
    }
}
