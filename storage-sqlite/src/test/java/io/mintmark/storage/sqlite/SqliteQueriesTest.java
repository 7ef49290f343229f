package io.mintmark.storage.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.internal.Uninterruptibly;
import io.mintmark.storage.StorageBusyException;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.sql.QueryRunner.ResultReader;
import io.mintmark.storage.sql.SqlQuery;
import io.mintmark.support.CallerThreads;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Reads that take long, and small ones beside them. */
@Timeout(60)
class SqliteQueriesTest {
    private static final SqlQuery ONE = new SqlQuery("SELECT 1");
    private static final int PROCESSORS = 16;
    private static final long WAIT_MILLIS_MAX = 2_000;

    private final CountDownLatch go = new CountDownLatch(1);
    private final CallerThreads threads = new CallerThreads();

    @TempDir
    Path directory;

    private SqliteQueries queries;

    @BeforeEach
    void open() throws Exception {
        Path file = Files.createFile(directory.resolve("read.sqlite"));
        queries = new SqliteQueries("jdbc:sqlite:" + file, "shop", () -> null, PROCESSORS, WAIT_MILLIS_MAX);
    }

    /** Begins that many reads, each of which keeps its connection until {@link #go}. */
    private List<CompletableFuture<Boolean>> hold(int reads) throws Exception {
        CountDownLatch reading = new CountDownLatch(reads);
        List<CompletableFuture<Boolean>> held = new ArrayList<>();
        for (int i = 0; i < reads; i++) {
            held.add(CompletableFuture.supplyAsync(
                    () -> readOrTryAgain(rows -> {
                        reading.countDown();
                        Uninterruptibly.run(go::await);
                        return rows.next();
                    }),
                    threads));
        }
        assertThat(reading.await(30, TimeUnit.SECONDS))
                .as("each read has a connection")
                .isTrue();
        return held;
    }

    /** The connections are opened one after another: a slow machine may not open the last of them in time. */
    private boolean readOrTryAgain(ResultReader<Boolean> reader) {
        while (go.getCount() > 0) {
            try {
                return queries.read(ONE, reader);
            } catch (StorageBusyException e) {
                // As the message says.
            }
        }
        return false;
    }

    @AfterEach
    void stop() {
        go.countDown();
        queries.close();
    }

    @Test
    void shouldReadBesideAsManyCostlyReadsAsThereAreProcessors() throws Exception {
        List<CompletableFuture<Boolean>> held = hold(PROCESSORS);

        assertThat(readOrTryAgain(ResultSet::next)).isTrue();

        go.countDown();
        assertThat(held)
                .allSatisfy(each -> assertThat(each.get(10, TimeUnit.SECONDS)).isTrue());
    }

    @Test
    void shouldSayThatItIsBusyWhereAllConnectionsAreHeld() throws Exception {
        List<CompletableFuture<Boolean>> held = hold(PROCESSORS + 6);

        assertThatThrownBy(() -> queries.number(ONE))
                .isInstanceOf(StorageBusyException.class)
                .hasMessageContaining("shop")
                .hasMessageContaining("try again");

        go.countDown();
        assertThat(held)
                .allSatisfy(each -> assertThat(each.get(10, TimeUnit.SECONDS)).isTrue());
        assertThat(queries.number(ONE)).as("a moment later").isEqualTo(1);
    }

    @Test
    void shouldNameTheDiskWhereTheFileIsGone() throws Exception {
        Files.delete(directory.resolve("read.sqlite"));

        assertThatThrownBy(() -> queries.number(ONE))
                .isInstanceOf(StorageFailedException.class)
                .hasMessageContaining("cannot be read")
                .hasMessageContaining("disk and files");
    }
}
