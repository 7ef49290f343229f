package io.mintmark.docs;

import io.mintmark.jdbc.JdbcCounter;
import io.mintmark.jdbc.JdbcRanges;
import io.mintmark.range.RangeSource;
import io.mintmark.scramble.PermutationKey;
import java.nio.file.Path;
import java.time.Clock;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Members that the text around blocks of Java presumes: a database, a counter. Compiled against, not run. */
class Given {
    DataSource dataSource = absent();
    Path dataDirectory = absent();
    RangeSource source = absent();
    JdbcRanges ranges = absent();
    JdbcCounter counter = absent();
    double total;

    RangeSource slots = absent();
    RangeSource secondsOfNode42 = absent();
    Clock clock = absent();
    long number;
    byte[] secret = {};
    PermutationKey k1 = absent();
    PermutationKey k2 = absent();
    long size;

    void insert(String sql, Object... values) {}

    RangeSource sourceOf(String name) {
        return source;
    }

    @SuppressWarnings("NullAway")
    static <T> T absent() {
        @Nullable T nothing = null;
        return nothing;
    }
}
