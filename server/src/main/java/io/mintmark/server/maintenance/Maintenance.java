package io.mintmark.server.maintenance;

import io.mintmark.MintmarkException;
import io.mintmark.server.StoreSettings;
import io.mintmark.server.backup.Backups;
import io.mintmark.storage.engine.StoppedStore;
import io.mintmark.storage.engine.StorageEngines;
import io.mintmark.storage.engine.StoreAddress;
import io.mintmark.storage.engine.StoreMaintenance;
import java.nio.file.Path;
import java.time.InstantSource;

/** Where an operator finds what the engine of a directory or a store offers him. Stateless. */
public final class Maintenance {
    private Maintenance() {}

    /** Returns what can be done with a data directory. */
    public static StoreMaintenance of(Path directory) {
        return of(StoreAddress.ofDirectory(directory));
    }

    /**
     * Returns what can be done with a store.
     *
     * @throws MintmarkException if no engine has its scheme, or the settings cannot be; the message names which
     */
    public static StoreMaintenance of(StoreSettings store) {
        StoreAddress address = new StoreAddress(
                store.url(),
                store.user(),
                store.password(),
                store.schema(),
                store.connections(),
                store.connectTimeout());
        return of(store.passwordFile().map(address::withPasswordFrom).orElse(address));
    }

    private static StoreMaintenance of(StoreAddress address) {
        return StorageEngines.of(address.url()).maintenance(address, InstantSource.system());
    }

    /** Returns the backups that can be made of a directory that its server left. */
    public static Backups backups(Path directory, StoppedStore opened) {
        return new Backups(new StoppedSource(directory, opened.engine()), InstantSource.system());
    }
}
