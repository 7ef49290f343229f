package io.mintmark.storage.postgresql;

import static io.mintmark.storage.contract.OpenedStorage.content;
import static io.mintmark.storage.contract.OpenedStorage.putting;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageBusyException;
import io.mintmark.storage.StorageUnreachableException;
import io.mintmark.storage.document.CommandResult;
import io.mintmark.storage.document.Expectation;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.DocumentBatch;
import io.mintmark.storage.write.IdentityRequest;
import io.mintmark.storage.write.Lease;
import io.mintmark.storage.write.RangeRequest;
import io.mintmark.support.Eventually;
import io.mintmark.testkit.Effort;
import io.mintmark.testkit.Seed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Two nodes under load while their wires are cut at random moments: each answer is true. What was acknowledged was done once,
 * and what was refused was not done.
 */
@Timeout(60)
class CutUnderLoadTest {
    private static final long NANOS =
            Duration.ofSeconds(Effort.of("seconds of cut wires", 2, 5, 30)).toNanos();
    private static final int THREADS = 8;

    private final SplittableRandom random = new SplittableRandom(Seed.fresh("CutUnderLoadTest"));
    private final Queue<Lease> leases = new ConcurrentLinkedQueue<>();
    private final Queue<Long> numbers = new ConcurrentLinkedQueue<>();
    private final Queue<String> versions = new ConcurrentLinkedQueue<>();
    private final Queue<Throwable> surprises = new ConcurrentLinkedQueue<>();
    private final AtomicInteger refused = new AtomicInteger();
    private final AtomicLong ids = new AtomicLong();
    private volatile boolean ended;

    @Test
    void shouldDoOnceWhatWasAcknowledgedAndNothingElse() throws Exception {
        try (TestCluster cluster = new TestCluster();
                WireCutter first = wire(cluster);
                WireCutter second = wire(cluster)) {
            PostgresStorage a = cluster.open("A", 1, cluster.pool(first.through(cluster.url())));
            PostgresStorage b = cluster.open("B", 2, cluster.pool(second.through(cluster.url())));
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                threads.add(start(a, random.split()));
                threads.add(start(b, random.split()));
            }
            cutAtRandom(first, second);
            ended = true;
            for (Thread thread : threads) {
                thread.join();
            }

            assertThat(surprises).isEmpty();
            System.out.printf(
                    "[cuts] %d COMMITs cut, %d leases, %d numbers, %d documents, %d refused%n",
                    first.cuts() + second.cuts(), leases.size(), numbers.size(), versions.size(), refused.get());
            assertThat(first.cuts() + second.cuts()).isGreaterThan(10);
            judge(cluster);
            a.close();
            b.close();
        }
    }

    private static WireCutter wire(TestCluster cluster) {
        return new WireCutter(WireCutter.portOf(cluster.url()));
    }

    private void cutAtRandom(WireCutter... wires) {
        WireCutter.Moment[] moments = WireCutter.Moment.values();
        for (long begun = System.nanoTime(); System.nanoTime() - begun < NANOS; ) {
            WireCutter wire = wires[random.nextInt(wires.length)];
            if (random.nextInt(10) == 0) {
                wire.cutAll();
                Eventually.pass(random.nextInt(50));
                wire.mend();
            } else {
                wire.cutNextCommit(moments[random.nextInt(moments.length)]);
            }
            Eventually.pass(random.nextInt(150));
        }
    }

    private Thread start(Storage node, SplittableRandom mine) {
        Thread thread = new Thread(() -> {
            while (!ended) {
                try {
                    write(node, mine);
                } catch (StorageUnreachableException | StorageBusyException nothingHappened) {
                    refused.incrementAndGet();
                } catch (RuntimeException | Error e) {
                    surprises.add(e);
                    return;
                }
            }
        });
        thread.start();
        return thread;
    }

    private void write(Storage node, SplittableRandom mine) {
        switch (mine.nextInt(3)) {
            case 0 ->
                leases.add(node.write(
                        new RangeRequest(CounterName.ofTag("tag" + mine.nextInt(3)), 0, 1 + mine.nextInt(40), "")));
            case 1 -> numbers.add(node.write(new IdentityRequest("users", null)));
            default -> {
                DocumentBatch batch = new DocumentBatch(
                        List.of(putting("doc/" + ids.incrementAndGet(), Expectation.ABSENT, content("Things", "{}"))),
                        IdentityPartsSeparator.DEFAULT);
                versions.add(((CommandResult.Stored) node.write(batch).get(0)).changeVector());
            }
        }
    }

    private void judge(TestCluster cluster) {
        assertThat(leases).isNotEmpty().extracting(Lease::serial).doesNotHaveDuplicates();
        assertThat(cluster.number("SELECT count(*) FROM lease")).isEqualTo(leases.size());
        assertThat(cluster.number("SELECT sum(high - low + 1) FROM lease"))
                .isEqualTo(leases.stream().mapToLong(Lease::size).sum())
                .isEqualTo(cluster.number("SELECT sum(max) FROM counter"));
        assertThat(numbers).isNotEmpty().doesNotHaveDuplicates();
        // What was taken for a run of a group that was undone is a gap.
        assertThat(cluster.number("SELECT value FROM identity")).isGreaterThanOrEqualTo(numbers.size());
        assertThat(versions).isNotEmpty().doesNotHaveDuplicates();
        assertThat(cluster.number("SELECT count(*) FROM document")).isEqualTo(versions.size());
        assertThat(cluster.number("SELECT sum(documents) FROM collection_count"))
                .isEqualTo(versions.size() + cluster.number("SELECT count(*) FROM counter"));
    }
}
