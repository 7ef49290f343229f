package io.mintmark.server.plain;

import io.mintmark.counter.LeaseToken;
import io.mintmark.document.DocumentId;
import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.storage.write.KeyedAnswer;
import io.mintmark.storage.write.Lease;

/**
 * A range that was reserved, and how its ids are spelled.
 *
 * @param tag the counter's name
 * @param separator what stands between the name and the number
 * @param life the name of the database's life
 * @param lease the range
 */
record PlainRange(String tag, IdentityPartsSeparator separator, String life, Lease lease) {
    /** Returns a range that was reserved for a key, spelled as {@link #note} says. */
    static PlainRange of(String tag, KeyedAnswer<Lease> kept) {
        IdentityPartsSeparator separator = IdentityPartsSeparator.of(kept.note().substring(0, 1));
        return new PlainRange(tag, separator, kept.note().substring(1), kept.answer());
    }

    /** Returns what is remembered beside a range, so that it is spelled the same whatever is configured later. */
    static String note(IdentityPartsSeparator separator, String life) {
        return separator.value() + life;
    }

    /** Returns the id of one of its numbers. */
    String id(long number) {
        return DocumentId.hilo(tag, separator, number, lease.node()).text();
    }

    /** Returns what stands before each number. */
    String prefix() {
        return tag + separator.value();
    }

    /** Returns what stands behind each number. */
    String suffix() {
        return "-" + lease.node().text();
    }

    /** Returns the text that gives its unused numbers back. */
    LeaseHandle handle() {
        return new LeaseHandle(new LeaseToken(life, lease.serial()), lease.high());
    }
}
