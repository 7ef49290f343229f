package io.mintmark.storage.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.internal.Uninterruptibly;
import io.mintmark.storage.StorageBusyException;
import io.mintmark.storage.document.CommandResult;
import io.mintmark.storage.write.DocumentBatch;
import io.mintmark.support.CallerThreads;
import io.mintmark.support.Party;
import io.mintmark.support.limits.Limits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A writer whose disk stalls: what may wait, what is refused, and who comes first when it goes on. */
@Timeout(60)
class BusyWriterTest {
    private final CountDownLatch stalled = new CountDownLatch(1);
    private final CountDownLatch go = new CountDownLatch(1);
    private final AtomicBoolean armed = new AtomicBoolean();

    private final CallerThreads threads = new CallerThreads();

    @TempDir
    private Path directory;

    private TestStore open(int pieces, Duration patience) {
        SqliteSettings settings = TestStore.settings(directory)
                .with(Limits.DEFAULT
                        .with(new Limits.Writes(pieces, 1 << 20))
                        .with(new Limits.Requests(256, 2_048, patience)));
        return TestStore.open(settings, Faults.opener(sql -> {
            if (sql.equals("COMMIT") && armed.compareAndSet(true, false)) {
                stalled.countDown();
                Uninterruptibly.run(go::await);
            }
        }));
    }

    @AfterEach
    void stop() {
        go.countDown();
    }

    /** Lets one write reach the disk, which stalls. */
    private CompletableFuture<CommandResult.Stored> stall(TestStore store) throws InterruptedException {
        armed.set(true);
        CompletableFuture<CommandResult.Stored> held = CompletableFuture.supplyAsync(() -> store.put("held"), threads);
        assertThat(stalled.await(10, TimeUnit.SECONDS)).isTrue();
        return held;
    }

    @Test
    void shouldRefuseWhatFindsNoRoomWithoutATraceAndGoOnLater() throws Exception {
        try (TestStore store = open(3, Duration.ofMillis(100))) {
            CompletableFuture<CommandResult.Stored> held = stall(store);
            List<CompletableFuture<CommandResult.Stored>> waiting = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                String id = "waiting" + i;
                waiting.add(CompletableFuture.supplyAsync(() -> store.put(id), threads));
            }
            threads.awaitAllWait();

            assertThatThrownBy(() -> store.put("refused"))
                    .isInstanceOf(StorageBusyException.class)
                    .hasMessageContaining("shop")
                    .hasMessageContaining("try again");

            assertThat(store.storage.hasFailed()).isFalse();
            go.countDown();
            assertThat(etag(held)).isPositive();
            for (CompletableFuture<CommandResult.Stored> each : waiting) {
                assertThat(etag(each)).isPositive();
            }
            assertThat(store.body("refused")).isNull();
            assertThat(store.put("refused").changeVector()).isNotEmpty();
        }
    }

    @Test
    void shouldWriteForEveryPartyInTurnAndTellWhoWaits() throws Exception {
        AtomicInteger waits = new AtomicInteger();
        try (TestStore store = open(4096, Duration.ofSeconds(30))) {
            CompletableFuture<CommandResult.Stored> held = stall(store);
            List<CompletableFuture<CommandResult.Stored>> flood = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                String id = "flood" + i;
                flood.add(CompletableFuture.supplyAsync(() -> putFor("flood", id, store, waits), threads));
            }
            threads.awaitAllWait();
            CompletableFuture<CommandResult.Stored> good =
                    CompletableFuture.supplyAsync(() -> putFor("good", "good", store, waits), threads);
            threads.awaitAllWait();

            go.countDown();

            long first = etag(held);
            assertThat(etag(good)).isLessThanOrEqualTo(first + 3);
            for (CompletableFuture<CommandResult.Stored> each : flood) {
                assertThat(etag(each)).isPositive();
            }
            assertThat(waits).hasValue(201);
        }
    }

    private static long etag(CompletableFuture<CommandResult.Stored> stored) throws Exception {
        String version = stored.get(10, TimeUnit.SECONDS).changeVector();
        return Long.parseLong(version.substring("A:".length(), version.indexOf('-')));
    }

    private static CommandResult.Stored putFor(String party, String id, TestStore store, AtomicInteger waits) {
        DocumentBatch put = new DocumentBatch(List.of(TestStore.putting(id)), IdentityPartsSeparator.DEFAULT);
        List<CommandResult> results = store.storage
                .submit(put, new Party(party, waits::incrementAndGet))
                .await();
        return (CommandResult.Stored) results.get(0);
    }
}
