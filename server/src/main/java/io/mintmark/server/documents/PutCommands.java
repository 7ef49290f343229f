package io.mintmark.server.documents;

import io.mintmark.document.IdTemplate;
import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.server.json.InvalidJsonException;
import io.mintmark.server.storage.DocumentCommand;
import io.mintmark.server.storage.Expectation;
import io.mintmark.server.storage.Overwrite;

/** How a command of the type PUT becomes one that storage understands, wherever it came from. Thread-safe. */
final class PutCommands {
    private final Incoming incoming;

    PutCommands(Incoming incoming) {
        this.incoming = incoming;
    }

    /** Makes the command whose members were read from {@code bytes}, beginning at {@code offset}. */
    DocumentCommand.Put put(
            CommandMembers members, byte[] bytes, int offset, IdentityPartsSeparator separator, Overwrite overwrite) {
        if (!members.hasDocument()) {
            throw new InvalidJsonException("A command of the type PUT must have a Document.");
        }
        IdTemplate template = IdTemplate.parse(members.id(), separator);
        Expectation expectation = Expectation.parse(members.changeVector());
        IdentityRule.require(template, expectation);
        return new DocumentCommand.Put(
                template,
                expectation,
                incoming.cut(bytes, offset + members.documentStart(), members.documentLength()),
                overwrite);
    }
}
