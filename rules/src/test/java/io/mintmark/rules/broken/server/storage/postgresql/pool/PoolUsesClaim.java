package io.mintmark.rules.broken.server.storage.postgresql.pool;

/** Breaks, by this field, a rule that names it. */
public final class PoolUsesClaim {
    final io.mintmark.rules.broken.server.storage.postgresql.claim.Room forbidden =
            new io.mintmark.rules.broken.server.storage.postgresql.claim.Room();
}
