package io.mintmark.indexes.rows;

import io.mintmark.document.DocumentId;
import io.mintmark.document.KeyForm;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Ids of an index's artificial documents.
 *
 * @param collection their collection, which their ids begin with
 * @param version which of several definitions of one name makes them, or null for the first
 */
public record OutputIds(String collection, @Nullable Long version) {
    /** A hash, and the slot behind it. */
    private static final Pattern NUMBERS = Pattern.compile("(\\d{1,20})(?:/(\\d{1,10}))?");

    /**
     * Returns the id of a group's output: the hash of its key, without sign, and its slot if another group has that
     * hash.
     */
    public DocumentId of(long hash, int slot) {
        String id = prefix() + Long.toUnsignedString(hash);
        return DocumentId.of(slot == 0 ? id : id + '/' + slot);
    }

    /** Returns how all their ids begin. */
    public String prefix() {
        return version == null ? collection + '/' : collection + '/' + version + '/';
    }

    /**
     * Returns whether an id may be one of theirs, of whatever version, by its key form: only numbers follow the
     * collection.
     */
    public boolean mayName(String idKey) {
        String start = KeyForm.of(collection) + '/';
        return idKey.startsWith(start)
                && idKey.chars().skip(start.length()).allMatch(unit -> unit == '/' || (unit >= '0' && unit <= '9'));
    }

    /**
     * Returns the group of the output that has the key form {@code idKey}; empty if no output of this version has it.
     */
    public Optional<GroupName> groupOf(String idKey) {
        String start = KeyForm.of(prefix());
        if (!idKey.startsWith(start)) {
            return Optional.empty();
        }
        Matcher number = NUMBERS.matcher(idKey).region(start.length(), idKey.length());
        try {
            return number.matches()
                    ? Optional.of(new GroupName(
                            Long.parseUnsignedLong(number.group(1)),
                            number.group(2) == null ? 0 : Integer.parseInt(number.group(2))))
                    : Optional.empty();
        } catch (NumberFormatException tooLarge) {
            return Optional.empty();
        }
    }

    /** Returns whether a collection is theirs, by the key form of its name. */
    public boolean isOf(String collectionKey) {
        return KeyForm.of(collection).equals(collectionKey);
    }
}
