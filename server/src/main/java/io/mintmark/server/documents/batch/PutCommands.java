package io.mintmark.server.documents.batch;

import io.mintmark.document.IdTemplate;
import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.storage.document.DocumentCommand;
import io.mintmark.storage.document.Expectation;
import io.mintmark.storage.document.Overwrite;
import io.mintmark.support.InvalidJsonException;
import io.mintmark.support.JsonMembers;

/** How a command of the type PUT becomes one that storage understands, wherever it came from. Thread-safe. */
public final class PutCommands {
    private final DocumentSplitter splitter;

    /** Stores documents as {@code splitter} splits them. */
    public PutCommands(DocumentSplitter splitter) {
        this.splitter = splitter;
    }

    /** Makes the command that has those members. */
    DocumentCommand.Put put(CommandMembers members, IdentityPartsSeparator separator, Overwrite overwrite) {
        members.requireSupported();
        JsonMembers document = members.document();
        if (document == null) {
            throw new InvalidJsonException("A command of the type PUT must have a Document.");
        }
        IdTemplate template = IdTemplate.parse(members.id(), separator);
        Expectation expectation = Expectation.parse(members.changeVector());
        IdentityExpectation.require(template, expectation);
        return new DocumentCommand.Put(template, expectation, splitter.split(document), overwrite);
    }
}
