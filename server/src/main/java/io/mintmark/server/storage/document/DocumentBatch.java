package io.mintmark.server.storage.document;

import io.mintmark.document.IdentityPartsSeparator;
import java.util.List;

/**
 * Commands that take effect together or not at all.
 *
 * @param commands what to do, in order
 * @param separator the identity-parts separator in force, which joins an identity's name and number
 */
public record DocumentBatch(List<DocumentCommand> commands, IdentityPartsSeparator separator) {

    /** Copies the commands, so that nobody changes them after they were accepted. */
    public DocumentBatch {
        commands = List.copyOf(commands);
    }
}
