package io.mintmark.server;

import io.mintmark.storage.StorageEngine;
import java.time.InstantSource;

/**
 * Starts the shipped server over an engine of the lab's choice.
 *
 * <p>It stands in the server's package because no user may choose an engine; the lab, which may, is never published.
 */
public final class ServerOverEngine {
    private ServerOverEngine() {}

    /** Starts a server that keeps its data in {@code engine}, and closes that in the end. */
    public static MintmarkServer start(ServerSettings settings, StorageEngine engine) {
        return MintmarkServer.start(settings, InstantSource.system(), engine);
    }
}
