package io.mintmark.storage;

import io.mintmark.storage.write.Lease;
import org.jspecify.annotations.Nullable;

/**
 * A lease as it is on record.
 *
 * @param lease what was reserved, at which node and when
 * @param client the address that asked for it, or null where none was recorded
 * @param returned the last number that was issued of it, or null if it was not given back
 */
public record LeaseRecord(
        Lease lease, @Nullable String client, @Nullable Long returned) {}
