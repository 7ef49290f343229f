package io.mintmark.server.maintenance;

import io.mintmark.MintmarkException;
import io.mintmark.server.StoreSettings;
import io.mintmark.storage.postgresql.sql.PostgresAddress;

/** Where a store is, from the settings that its servers have, too. */
final class StoreAddress {
    private StoreAddress() {}

    /**
     * Reads the password, and checks all of it.
     *
     * @throws MintmarkException naming what cannot be
     */
    static PostgresAddress of(StoreSettings settings) {
        return PostgresAddress.reading(
                settings.passwordFile(),
                settings.url(),
                settings.user(),
                settings.password(),
                settings.schema(),
                settings.connections(),
                settings.connectTimeout());
    }
}
