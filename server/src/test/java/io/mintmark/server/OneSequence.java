package io.mintmark.server;

import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageEngine;
import io.mintmark.storage.StorageReads;
import io.mintmark.support.Intercepted;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * A broken engine: the version of its lists is the highest etag, as it is where all nodes draw them from one sequence and nobody
 * thinks of those who drew a lower one and have not committed yet.
 */
final class OneSequence {
    private static final Pattern ETAG = Pattern.compile(":([0-9]+)");

    private OneSequence() {}

    static StorageEngine versioning(StorageEngine real) {
        return Intercepted.of(StorageEngine.class, real, (method, arguments, call) -> {
            Object result = call.make(arguments);
            return result instanceof Storage storage ? versioning(storage) : result;
        });
    }

    private static Storage versioning(Storage real) {
        return Intercepted.of(
                Storage.class,
                real,
                (method, arguments, call) -> method.equals("reads") ? versioning(real.reads()) : call.make(arguments));
    }

    private static StorageReads versioning(StorageReads real) {
        return Intercepted.of(
                StorageReads.class,
                real,
                (method, arguments, call) ->
                        method.equals("listVersion") ? highest(real.listVersion()) : call.make(arguments));
    }

    private static String highest(String vector) {
        long highest = ETAG.matcher(vector)
                .results()
                .map((MatchResult found) -> found.group(1))
                .mapToLong(Long::parseLong)
                .max()
                .orElse(0);
        return highest + vector.substring(vector.indexOf('-'));
    }
}
