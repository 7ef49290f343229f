package io.mintmark.storage.postgresql.catalog;

import io.mintmark.storage.postgresql.claim.ClaimStatus;
import io.mintmark.storage.postgresql.sql.Transactions;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Changes of the catalog, one after the other in the whole cluster: each holds the cluster's row from its first
 * statement on.
 */
final class CatalogChanges {
    private final Transactions transactions;
    private final ClaimStatus claimStatus;
    private final CatalogVersion version;

    CatalogChanges(Transactions transactions, ClaimStatus claimStatus, CatalogVersion version) {
        this.transactions = transactions;
        this.claimStatus = claimStatus;
        this.version = version;
    }

    /** What is changed; {@code next} is the version that the catalog has from then on. */
    @FunctionalInterface
    interface Change<T> {
        T apply(Connection connection, long next) throws SQLException;
    }

    private record Changed<T>(long version, T result) {}

    <T> T make(Change<T> change) {
        Changed<T> changed = transactions.write(connection -> {
            long next = CatalogVersion.next(connection);
            claimStatus.require(connection);
            return new Changed<>(next, change.apply(connection, next));
        });
        version.own(changed.version());
        return changed.result();
    }
}
