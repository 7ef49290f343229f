package io.mintmark.storage.write;

import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.storage.document.CommandResult;
import io.mintmark.storage.document.DocumentCommand;
import io.mintmark.storage.document.StoredDocument;
import java.util.List;
import java.util.Optional;

/**
 * Commands that take effect in order, together or not at all; the answer has a result for each.
 *
 * <p>Holds: an id that a template asks for is made here, and is new. Identity numbers that the batch asks for stay
 * taken when it is refused, and counters whose HiLo documents it writes may stay raised. Refused: an expectation that
 * is not met ({@link io.mintmark.storage.document.ConcurrencyException}), a document that would change its
 * collection ({@link io.mintmark.storage.document.CollectionMismatchException}).
 *
 * @param commands what to do, in order
 * @param separator the identity-parts separator in force, which joins an identity's name and number
 */
public record DocumentBatch(List<DocumentCommand> commands, IdentityPartsSeparator separator)
        implements Write<List<CommandResult>> {

    /**
     * Documents that a node took while its engine was not there for it, on their way home: each is stored as it was
     * acknowledged, unless a document bears its id already. The answer names for each the version of that other
     * document; it is empty where the document is there now, or came home before, whatever became of it since.
     * Repeating it is harmless, until it is confirmed.
     *
     * @param documents in the order in which they were taken
     * @param confirmed versions that came home before and have left the journal durably, so that they never come again
     */
    public record Homecoming(List<StoredDocument> documents, List<String> confirmed)
            implements Write<List<Optional<String>>> {
        /** Copies the lists. */
        public Homecoming {
            documents = List.copyOf(documents);
            confirmed = List.copyOf(confirmed);
        }

        @Override
        public long bytes() {
            return documents.stream()
                    .map(StoredDocument::content)
                    .mapToLong(content -> content.body().length + content.metadata().length)
                    .sum();
        }
    }

    /** Copies the commands, so that nobody changes them after they were accepted. */
    public DocumentBatch {
        commands = List.copyOf(commands);
    }

    @Override
    public long bytes() {
        long bytes = 0;
        for (DocumentCommand command : commands) {
            if (command instanceof DocumentCommand.Put put) {
                bytes += put.content().body().length + put.content().metadata().length;
            }
        }
        return bytes;
    }
}
