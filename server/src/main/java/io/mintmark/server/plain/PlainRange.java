package io.mintmark.server.plain;

import io.mintmark.counter.LeaseToken;
import io.mintmark.document.DocumentId;
import io.mintmark.document.IdentityPartsSeparator;
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
