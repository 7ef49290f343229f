package io.mintmark.storage.sqlite;

import static io.mintmark.storage.sqlite.TestStore.content;
import static io.mintmark.storage.sqlite.TestStore.putting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.document.DocumentId;
import io.mintmark.document.NodeTag;
import io.mintmark.internal.Uninterruptibly;
import io.mintmark.storage.document.CommandResult;
import io.mintmark.storage.document.ConcurrencyException;
import io.mintmark.storage.document.DocumentCommand;
import io.mintmark.storage.document.Expectation;
import io.mintmark.storage.write.AnswerLimits;
import io.mintmark.storage.write.IdentityRequest;
import io.mintmark.support.CallerThreads;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class SqliteStorageTest {
    @TempDir
    Path directory;

    @AutoClose
    private TestStore store;

    @BeforeEach
    void open() {
        store = TestStore.open(directory);
    }

    @Test
    void shouldAddASuffixWhenSomebodyTookTheServerSideIdBefore() {
        store.put("USERS/0000000000000000002-a");

        CommandResult.Stored stored = store.put("users/");

        assertThat(stored.id().text()).matches("users/0000000000000000003-[A-Za-z0-9_-]{22}");
        assertThat(store.body("users/0000000000000000002-A"))
                .as("the taken one stays")
                .isNotNull();
    }

    @Test
    void shouldAddASuffixBehindTheLongestPrefix() {
        // Nineteen digits, a dash and 22 characters must still fit after it.
        String prefix = "ж".repeat(234) + "z/";
        store.put(DocumentId.serverSide(prefix, 2, NodeTag.of("A")).text());

        CommandResult.Stored stored = store.put(prefix);

        assertThat(stored.id().text()).startsWith(prefix + "0000000000000000003-");
        assertThat(stored.id().keyBytes().length).isLessThanOrEqualTo(DocumentId.MAX_BYTES);
    }

    @Test
    void shouldKeepRequestsOfTwoIdentitiesApart() {
        store.storage.write(new IdentityRequest("b c", "a"));
        store.nextIdentity("c");

        assertThat(store.storage.write(new IdentityRequest("c", "a b"))).isEqualTo(2);
        assertThat(store.storage.write(new IdentityRequest("b c", "a"))).isEqualTo(1);
    }

    @Test
    void shouldUndoARefusedBatchWhole() {
        store.put("there");
        store.reserve("orders");

        assertThatThrownBy(() -> store.commit(
                        putting("new"),
                        putting("Raven/Hilo/orders", Expectation.ANYTHING, content("@hilo", "{\"Max\":500}")),
                        new DocumentCommand.Delete(DocumentId.of("there"), Expectation.ANYTHING),
                        putting("there", new Expectation.Version("A:99-x"))))
                .isInstanceOf(ConcurrencyException.class)
                .hasMessageContaining("Optimistic concurrency violation");

        assertThat(store.body("new")).isNull();
        assertThat(store.body("there")).isNotNull();
        assertThat(store.body("Raven/Hilo/orders")).isEqualTo("{\"Max\":32}");
        assertThat(store.reserve("orders").low()).isEqualTo(33);
    }

    @Test
    @Timeout(60)
    void shouldUndoARefusedBatchAloneWhileItsGroupCommits() throws Exception {
        store.put("taken");
        store.reserve("orders");
        store.close();
        CountDownLatch blocked = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        AtomicBoolean armed = new AtomicBoolean();
        AtomicInteger commits = new AtomicInteger();
        // Time stands still, so that no group is cut short on a busy machine.
        SqliteSettings settings = TestStore.settings(directory).with(AnswerLimits.DEFAULT, () -> 0);
        store = TestStore.open(settings, Faults.opener(sql -> {
            if (armed.get() && sql.equals("COMMIT") && commits.incrementAndGet() == 1) {
                blocked.countDown();
                Uninterruptibly.run(go::await);
            }
        }));
        armed.set(true);
        CallerThreads threads = new CallerThreads();
        List<CompletableFuture<?>> neighbours = new ArrayList<>();
        neighbours.add(CompletableFuture.runAsync(() -> store.put("first"), threads));
        assertThat(blocked.await(10, TimeUnit.SECONDS)).isTrue();
        for (int i = 0; i < 5; i++) {
            String id = "neighbour/" + i;
            neighbours.add(CompletableFuture.runAsync(() -> store.put(id), threads));
            neighbours.add(CompletableFuture.runAsync(() -> store.reserve("orders"), threads));
        }
        CompletableFuture<Void> refused = CompletableFuture.runAsync(
                () -> store.commit(putting("half"), putting("taken", Expectation.ABSENT)), threads);
        threads.awaitAllWait();

        go.countDown();

        for (CompletableFuture<?> neighbour : neighbours) {
            neighbour.get(10, TimeUnit.SECONDS);
        }
        assertThatThrownBy(refused::join).hasCauseInstanceOf(ConcurrencyException.class);
        assertThat(commits).as("one for the first, one for the group").hasValue(2);
        assertThat(store.body("half")).isNull();
        assertThat(store.body("neighbour/4")).isNotNull();
        assertThat(store.body("Raven/Hilo/orders")).isEqualTo("{\"Max\":192}");
    }

    @Test
    void shouldFinishAWriteThatIsInterrupted() {
        Thread.currentThread().interrupt();

        store.put("a");

        assertThat(Thread.interrupted()).as("the interrupt is restored").isTrue();
        assertThat(store.body("a")).isNotNull();
    }
}
