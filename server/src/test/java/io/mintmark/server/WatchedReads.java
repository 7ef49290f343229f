package io.mintmark.server;

import io.mintmark.document.DocumentId;
import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageEngine;
import io.mintmark.storage.StorageReads;
import io.mintmark.support.Intercepted;
import java.util.function.Consumer;

/** A real engine of which a test sees each document that is read by its id, and may hold that up. */
final class WatchedReads {
    private WatchedReads() {}

    static StorageEngine around(StorageEngine real, Consumer<DocumentId> reading) {
        return Intercepted.of(StorageEngine.class, real, (method, arguments, call) -> {
            Object result = call.make(arguments);
            return result instanceof Storage storage ? around(storage, reading) : result;
        });
    }

    private static Storage around(Storage real, Consumer<DocumentId> reading) {
        return Intercepted.of(
                Storage.class,
                real,
                (method, arguments, call) ->
                        method.equals("reads") ? around(real.reads(), reading) : call.make(arguments));
    }

    private static StorageReads around(StorageReads real, Consumer<DocumentId> reading) {
        return Intercepted.of(StorageReads.class, real, (method, arguments, call) -> {
            if (method.equals("read")) {
                reading.accept((DocumentId) arguments[0]);
            }
            return call.make(arguments);
        });
    }
}
