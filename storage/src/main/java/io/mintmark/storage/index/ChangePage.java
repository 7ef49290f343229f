package io.mintmark.storage.index;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of the changes of a database.
 *
 * @param changes in the order of writes; one that a later page has in a newer state may be left out
 * @param position where the next page begins; the one that was asked with, if nothing changed
 * @param more whether more had changed when this page was read
 */
public record ChangePage(
        List<ChangedDocument> changes, @Nullable String position, boolean more) {}
