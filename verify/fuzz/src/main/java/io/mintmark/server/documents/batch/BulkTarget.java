package io.mintmark.server.documents.batch;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.MintmarkException;
import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.fuzz.Check;
import io.mintmark.fuzz.FuzzTarget;
import io.mintmark.fuzz.Input;
import io.mintmark.fuzz.targets.Pieces;
import io.mintmark.storage.document.Overwrite;
import io.mintmark.support.Json;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** A bulk insert's stream: the same commands however it is cut, and those that a parser that makes trees finds. */
public final class BulkTarget implements FuzzTarget {
    private static final Json JSON = new Json(128);
    private static final int DOCUMENT_BYTES_MAX = 32 << 10;

    private final PutCommands puts = new PutCommands(new DocumentSplitter(JSON, DOCUMENT_BYTES_MAX, 256));

    /** What came of one stream: a body that ends before its array does is refused as well. */
    private record Outcome(List<String> commands, boolean complete) {}

    @Override
    public void run(byte[] bytes) throws IOException {
        Input input = new Input(bytes);
        int cut = input.octet();
        byte[] body = input.rest();
        Outcome whole = framed(0, body);
        Check.equal(whole, framed(cut, body), "a stream holds the same commands however it is cut");
        if (whole.complete()) {
            JsonNode tree = JSON.trees().readTree(body);
            Check.equal(tree.size(), whole.commands().size(), "each command is found");
            for (int i = 0; i < tree.size(); i++) {
                Check.equal(tree.get(i), JSON.trees().readTree(whole.commands().get(i)), "a command is whole");
            }
        }
    }

    private Outcome framed(int cut, byte[] body) {
        List<String> commands = new ArrayList<>();
        long[] held = {CommandFraming.BYTES_AT_FIRST};
        try (CommandFraming framing = new CommandFraming(
                JSON,
                DOCUMENT_BYTES_MAX,
                (bytes, offset, length) -> commands.add(understood(bytes, offset, length)),
                more -> held[0] += more)) {
            boolean refused = false;
            try {
                for (ByteBuffer piece : Pieces.of(cut, body)) {
                    framing.take(piece);
                }
            } catch (MintmarkException refusal) {
                refused = true;
            }
            Check.equal(3L * framing.bytesKept(), held[0], "what is kept was claimed");
            return new Outcome(commands, framing.isComplete() && !refused);
        }
    }

    /**
     * Reads a command as a bulk insert does: Jackson's parser of pieces takes a brace after a colon or a comma where
     * two pieces meet, and only this refuses it.
     */
    private String understood(byte[] bytes, int offset, int length) {
        CommandMembers members = JSON.read(bytes, offset, length, parser -> {
            JsonToken ignored = parser.nextToken();
            return CommandMembers.read(parser, bytes, offset);
        });
        try {
            Object ignored = puts.put(members, IdentityPartsSeparator.DEFAULT, Overwrite.ALWAYS);
        } catch (MintmarkException refused) {
            Check.that(refused.getMessage() != null, "a refusal says why");
        }
        return new String(bytes, offset, length, UTF_8);
    }
}
