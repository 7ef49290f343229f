package io.mintmark.server;

import io.mintmark.document.DocumentId;
import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageEngine;
import io.mintmark.storage.StorageReads;
import io.mintmark.storage.document.Page;
import io.mintmark.support.Intercepted;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** A real engine of which a test sees what is read, and may hold that up or answer in its place. */
final class WatchedReads {
    private WatchedReads() {}

    /** Each document that is read by its id is shown to {@code reading} before. */
    static StorageEngine around(StorageEngine real, Consumer<DocumentId> reading) {
        return around(real, (method, arguments, call) -> {
            if (method.equals("read")) {
                reading.accept((DocumentId) arguments[0]);
            }
            return call.make(arguments);
        });
    }

    /** Each page of a list is what {@code listed} makes of it. */
    static StorageEngine listing(StorageEngine real, UnaryOperator<Page> listed) {
        return around(
                real,
                (method, arguments, call) -> method.equals("list")
                        ? listed.apply((Page) Objects.requireNonNull(call.make(arguments)))
                        : call.make(arguments));
    }

    private static StorageEngine around(StorageEngine real, Intercepted.Hook reads) {
        return Intercepted.of(StorageEngine.class, real, (method, arguments, call) -> {
            Object result = call.make(arguments);
            return result instanceof Storage storage ? around(storage, reads) : result;
        });
    }

    private static Storage around(Storage real, Intercepted.Hook reads) {
        return Intercepted.of(
                Storage.class,
                real,
                (method, arguments, call) -> method.equals("reads")
                        ? Intercepted.of(StorageReads.class, real.reads(), reads)
                        : call.make(arguments));
    }
}
