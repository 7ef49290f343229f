package io.mintmark.storage.write;

import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.storage.document.CommandResult;
import io.mintmark.storage.document.DocumentCommand;
import java.util.List;

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
