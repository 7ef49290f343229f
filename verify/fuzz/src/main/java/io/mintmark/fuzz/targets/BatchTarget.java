package io.mintmark.fuzz.targets;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.fuzz.Check;
import io.mintmark.fuzz.FuzzTarget;
import io.mintmark.server.documents.batch.BatchParser;
import io.mintmark.server.documents.batch.DocumentSplitter;
import io.mintmark.server.documents.batch.PutCommands;
import io.mintmark.storage.write.DocumentBatch;
import java.util.concurrent.atomic.AtomicLong;

/** The body of a batch: as many commands as a parser that makes trees finds, and memory claimed for each. */
public final class BatchTarget implements FuzzTarget {
    private final BatchParser parser =
            new BatchParser(JsonTarget.JSON, new PutCommands(new DocumentSplitter(JsonTarget.JSON, 1 << 20, 256)));

    @Override
    public void run(byte[] bytes) {
        AtomicLong claimed = new AtomicLong();
        DocumentBatch batch = parser.parse(bytes, IdentityPartsSeparator.DEFAULT, claimed::addAndGet);
        ObjectNode tree = Check.accepted("a batch is JSON", () -> JsonTarget.JSON.object(bytes));
        int commands = batch.commands().size();
        Check.equal(tree.path("Commands").size(), commands, "each command is found");
        Check.that(claimed.get() >= 512L * commands, "memory is claimed for each command");
    }
}
