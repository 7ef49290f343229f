package io.mintmark.storage.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.storage.index.IndexProgress;
import io.mintmark.storage.index.IndexReplacedException;
import io.mintmark.storage.index.IndexStorage;
import io.mintmark.storage.index.IndexWrite;
import io.mintmark.storage.index.RowKey;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A node that falls asleep within a commit of an index, after its reads and before its writes. */
@Timeout(60)
class SleepingIndexCommitTest {
    private static final RowKey ROW = new RowKey(RowKey.Kind.GROUP, "a");

    private final CountDownLatch asleep = new CountDownLatch(1);
    private final CountDownLatch awake = new CountDownLatch(1);

    private static IndexWrite writing(int content) {
        return new IndexWrite(
                IndexProgress.NONE.reaching("A:1"), Map.of(ROW, new byte[] {(byte) content}), List.of(), List.of());
    }

    private DataSource sleeping(DataSource source) {
        return HookedSource.of(source, (connection, method, arguments, passOn) -> {
            if (method.equals("prepareStatement")
                    && String.valueOf(arguments[0]).contains("INSERT INTO index_row")) {
                asleep.countDown();
                try {
                    assertThat(awake.await(30, TimeUnit.SECONDS)).isTrue();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
            return passOn.make(arguments);
        });
    }

    @Test
    void shouldKeepNobodyFromTakingItsIndexOverAndWriteNothingWhenItWakesUp() throws InterruptedException {
        try (TestCluster cluster = new TestCluster();
                PostgresStorage sleeper = cluster.open("A", 1, sleeping(cluster.source()));
                PostgresStorage other = cluster.open("B", 2)) {
            IndexStorage indexes = other.indexes().orElseThrow();
            indexes.putList(new byte[] {1}, Set.of(1L));
            IndexStorage sleepers = sleeper.indexes().orElseThrow();
            assertThat(sleepers.shared().orElseThrow().claim(1)).isTrue();

            CompletableFuture<Void> commit =
                    CompletableFuture.runAsync(() -> sleepers.store(1).commit(writing(1)));
            assertThat(asleep.await(30, TimeUnit.SECONDS)).isTrue();
            assertThat(indexes.shared().orElseThrow().claim(1)).isTrue();
            indexes.store(1).commit(writing(2));
            awake.countDown();

            assertThatThrownBy(commit::join)
                    .isInstanceOf(CompletionException.class)
                    .hasCauseInstanceOf(IndexReplacedException.class);
            assertThat(indexes.store(1).read(Set.of(ROW)).get(ROW)).containsExactly(2);
            assertThat(indexes.store(1).progress().commits()).isEqualTo(1);
        }
    }
}
