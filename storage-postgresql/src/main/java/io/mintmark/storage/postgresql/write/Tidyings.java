package io.mintmark.storage.postgresql.write;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Several kinds of tidying, one after the other. Used by the lane's writer only. */
final class Tidyings implements Tidying {
    private final List<Tidying> all;
    private @Nullable Tidying last;

    Tidyings(Tidying... all) {
        this.all = List.of(all);
    }

    @Override
    public boolean isDue() {
        for (Tidying each : all) {
            if (each.isDue()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void forgetSome(Connection connection) throws SQLException {
        for (Tidying each : all) {
            if (each.isDue()) {
                last = each;
                each.forgetSome(connection);
            }
        }
    }

    @Override
    public void failed() {
        Tidying tried = last;
        // Without one there was no connection to try it on.
        List<Tidying> failed = tried == null ? all : List.of(tried);
        failed.forEach(Tidying::failed);
        last = null;
    }
}
