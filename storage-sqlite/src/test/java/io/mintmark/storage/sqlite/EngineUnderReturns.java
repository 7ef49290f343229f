package io.mintmark.storage.sqlite;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.mintmark.counter.LeaseToken;
import io.mintmark.counter.ReturnRule;
import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageEngine.Removal;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.Lease;
import io.mintmark.storage.write.RangeRequest;
import io.mintmark.storage.write.RangeReturn;
import io.mintmark.testkit.ReturnSchedule;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * The real engine with one database, which is dropped and created again, restarted and crashed under its users; or, as the
 * broken twin, a database of another name in each life, and tokens that are serials alone.
 */
final class EngineUnderReturns implements AutoCloseable {
    private static final byte[] RECORD = "{}".getBytes(UTF_8);

    private final boolean forgetful;
    private Path directory;
    private SqliteEngine engine;
    private Storage storage;
    private int life = 1;
    private int crashes;

    private EngineUnderReturns(Path directory, boolean forgetful) {
        this.forgetful = forgetful;
        this.directory = directory;
        this.engine = SqliteEngine.open(TestStore.settings(directory));
        this.storage = engine.open(engine.create(name(1), RECORD));
    }

    static EngineUnderReturns open(Path directory) {
        return new EngineUnderReturns(directory, false);
    }

    static EngineUnderReturns forgetful(Path directory) {
        return new EngineUnderReturns(directory, true);
    }

    private String name(int ofLife) {
        return forgetful ? "shop-" + ofLife : "shop";
    }

    /** Returns the token of a lease as text. */
    private static String token(Storage storage, Lease lease) {
        return new LeaseToken(storage.life(), lease.serial()).toString();
    }

    /** Returns the token that the storage is shown for a text; the twin's says nothing of lives. */
    private @Nullable LeaseToken shown(Storage storage, @Nullable String token) {
        LeaseToken sent = token == null ? null : LeaseToken.parse(token).orElseThrow();
        return sent == null || !forgetful ? sent : new LeaseToken(storage.life(), sent.serial());
    }

    /** Returns the counter of that tag, in whatever life the database is. */
    ReturnSchedule.Counter counter(String tag) {
        CounterName name = CounterName.ofTag(tag);
        return new ReturnSchedule.Counter() {
            @Override
            public ReturnSchedule.Lease reserve(int size, long lastMax) {
                Lease lease = storage.write(new RangeRequest(name, lastMax, size, null));
                return new ReturnSchedule.Lease(lease.low(), lease.high(), token(storage, lease));
            }

            @Override
            public boolean giveBack(long last, long end, @Nullable String token) {
                return storage.write(new RangeReturn(name, last, end, shown(storage, token)))
                        instanceof ReturnRule.Verdict.Accepted;
            }
        };
    }

    /** Drops the database and creates it again, perhaps with a restart or a crash in between. */
    void dropAndCreate(SplittableRandom random) {
        storage.close();
        engine.delete(name(life), random.nextBoolean() ? Removal.ERASE : Removal.KEEP_FILES);
        int between = random.nextInt(4);
        if (between == 0) {
            engine.close();
            openAgain();
        } else if (between == 1) {
            crash();
        }
        life++;
        storage = engine.open(engine.create(name(life), RECORD));
    }

    /** Opens everything again, after an orderly close or from what a crash would leave. */
    void reopen(boolean inDoubt) {
        if (inDoubt) {
            Storage old = storage;
            crash();
            old.close();
        } else {
            storage.close();
            engine.close();
            openAgain();
        }
        storage = engine.open(engine.database(name(life)).orElseThrow());
    }

    private void crash() {
        SqliteEngine old = engine;
        Path copy = directory.resolveSibling(directory.getFileName() + "-" + ++crashes);
        TestStore.crashInto(directory, copy);
        directory = copy;
        openAgain();
        old.close();
    }

    private void openAgain() {
        engine = SqliteEngine.open(TestStore.settings(directory));
    }

    @Override
    public void close() {
        storage.close();
        engine.close();
    }
}
