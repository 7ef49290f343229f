package io.mintmark.server;

import io.mintmark.document.DocumentId;
import io.mintmark.server.storage.Storage;
import io.mintmark.server.storage.StorageEngine;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.function.Consumer;

/** A real engine of which a test sees each document that is read by its id, and may hold that up. */
final class WatchedReads {
    private WatchedReads() {}

    static StorageEngine around(StorageEngine real, Consumer<DocumentId> reading) {
        return proxy(StorageEngine.class, (p, method, arguments) -> {
            Object result = call(real, method, arguments);
            return result instanceof Storage storage ? around(storage, reading) : result;
        });
    }

    private static Storage around(Storage real, Consumer<DocumentId> reading) {
        return proxy(Storage.class, (p, method, arguments) -> {
            if (method.getName().equals("read")) {
                reading.accept((DocumentId) arguments[0]);
            }
            return call(real, method, arguments);
        });
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(WatchedReads.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static Object call(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
