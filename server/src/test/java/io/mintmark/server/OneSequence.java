package io.mintmark.server;

import io.mintmark.server.storage.Storage;
import io.mintmark.server.storage.StorageEngine;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
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
        return proxy(StorageEngine.class, (p, method, arguments) -> {
            Object result = call(real, method, arguments);
            return result instanceof Storage storage ? versioning(storage) : result;
        });
    }

    private static Storage versioning(Storage real) {
        return proxy(
                Storage.class,
                (p, method, arguments) -> method.getName().equals("listVersion")
                        ? highest(real.reads().listVersion())
                        : call(real, method, arguments));
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

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(OneSequence.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static Object call(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
