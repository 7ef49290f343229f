package io.mintmark.support;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/** Stands before a real object, behind its interface, and sees each call before it is made. */
public final class Intercepted {
    private Intercepted() {}

    /** Sees a call, and may make it, make another one, answer itself, or fail. */
    @FunctionalInterface
    public interface Hook {
        @Nullable Object answer(String method, Object[] arguments, Call call) throws Throwable;
    }

    /** Makes the call to the real object. */
    @FunctionalInterface
    public interface Call {
        @Nullable Object make(Object... arguments) throws Throwable;
    }

    public static <T> T of(Class<T> type, T real, Hook hook) {
        return type.cast(Proxy.newProxyInstance(
                Intercepted.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, given) -> {
                    Object[] arguments = given == null ? new Object[0] : given;
                    return hook.answer(method.getName(), arguments, other -> {
                        try {
                            return method.invoke(real, other);
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    });
                }));
    }
}
