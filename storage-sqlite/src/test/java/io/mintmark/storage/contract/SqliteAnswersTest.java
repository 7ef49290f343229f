package io.mintmark.storage.contract;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.mintmark.document.NodeTag;
import io.mintmark.storage.Storage;
import io.mintmark.storage.sql.Statements;
import io.mintmark.storage.sqlite.SqliteEngine;
import io.mintmark.storage.sqlite.SqliteSettings;
import io.mintmark.storage.sqlite.TestStore;
import io.mintmark.storage.write.AnswerLimits;
import io.mintmark.storage.write.IdentityRequest;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.io.TempDir;

/** The contract of answers on a directory: what is forgotten goes with the groups that come. */
class SqliteAnswersTest extends AnswersContract {
    @TempDir
    private Path data;

    private final AtomicLong nanos = new AtomicLong();
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2027-01-31T04:00:00Z"));

    @AutoClose
    private @Nullable SqliteEngine engine;

    @Override
    protected Storage open(AnswerLimits limits) {
        SqliteSettings usual = new SqliteSettings(data, NodeTag.of("A"), Duration.ofDays(30), 1_000_000, now::get);
        SqliteEngine opened = SqliteEngine.open(usual.with(limits, nanos::get));
        engine = opened;
        return opened.open(opened.create("shop", "{}".getBytes(UTF_8)));
    }

    @Override
    protected void count(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    @Override
    protected void stepClocks(Duration time) {
        now.updateAndGet(before -> before.plus(time));
    }

    @Override
    protected void tidy(Storage storage) {
        for (int i = 0; i < 10; i++) {
            long ignored = storage.write(new IdentityRequest("bills", "tidy " + i));
        }
    }

    @Override
    protected long remembered() {
        return rows("identity_request");
    }

    @Override
    protected long rememberedKeys() {
        return rows("keyed_answer");
    }

    private long rows(String table) {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + TestStore.file(data))) {
            return Statements.number(connection, "SELECT count(*) FROM " + table)
                    .orElse(0);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
