package io.mintmark.storage;

import io.mintmark.storage.write.Holder;
import io.mintmark.storage.write.Lease;
import org.jspecify.annotations.Nullable;

/**
 * A lease as it is on record.
 *
 * @param lease what was reserved, at which node and when
 * @param holder whom it was given to, as far as that was recorded
 * @param returned the last number that was issued of it, or null if it was not given back
 * @param ahead whether its node reserved it for itself, and cuts ranges from it
 */
public record LeaseRecord(
        Lease lease, Holder holder, @Nullable Long returned, boolean ahead) {}
