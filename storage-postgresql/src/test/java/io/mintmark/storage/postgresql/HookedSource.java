package io.mintmark.storage.postgresql;

import io.mintmark.support.Intercepted;
import java.sql.Connection;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Connections whose calls go through a hook first. */
final class HookedSource {
    private HookedSource() {}

    /** Sees a call before it is made, and may make it, make another one, or fail. */
    @FunctionalInterface
    interface Hook {
        @Nullable Object call(Connection connection, String method, Object[] arguments, Intercepted.Call passOn) throws Throwable;
    }

    static DataSource of(DataSource source, Hook hook) {
        return Intercepted.of(DataSource.class, source, (method, arguments, call) -> {
            Object made = call.make(arguments);
            return made instanceof Connection connection
                    ? Intercepted.of(
                            Connection.class,
                            connection,
                            (name, given, passOn) -> hook.call(connection, name, given, passOn))
                    : made;
        });
    }
}
