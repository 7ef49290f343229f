package io.mintmark.server.databases;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.support.Eventually;
import java.lang.ref.WeakReference;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What is remembered of operations that ended is bounded, in number and in what each keeps alive. */
class EndedOperationsTest {
    private static final int IN_ALL_MAX = 16_384;
    private static final int EACH_MAX = 256;

    private final AtomicLong ids = new AtomicLong();
    private final AtomicInteger inAll = new AtomicInteger();

    @Test
    void shouldKeepNothingOfTheWorkerOfAnOperationThatEnded() throws InterruptedException {
        Operations operations = operations();
        WeakReference<byte[]> buffer = new WeakReference<>(new byte[1 << 20]);
        endOneThatHolds(buffer, operations);

        Eventually.until("the worker is gone", () -> {
            System.gc();
            return buffer.get() == null;
        });
        assertThat(operations.all()).hasSize(1);
    }

    private static void endOneThatHolds(WeakReference<byte[]> buffer, Operations operations) {
        byte[] held = buffer.get();
        Operation operation =
                operations.start(operations.nextId(), why -> assertThat(held).isNotNull());
        operation.complete();
    }

    @Test
    void shouldRememberFewerWhereThereAreManyDatabases() {
        List<Operations> databases = new ArrayList<>();
        int enough = 2 * IN_ALL_MAX / EACH_MAX;
        for (int i = 0; i < enough; i++) {
            Operations operations = operations();
            databases.add(operations);
            for (int j = 0; j < 2 * EACH_MAX; j++) {
                operations.start(operations.nextId(), why -> {}).complete();
            }
            assertThat(operations.all()).hasSizeBetween(1, EACH_MAX);
        }
        long remembered = databases.stream()
                .mapToInt(operations -> operations.all().size())
                .sum();
        assertThat(remembered).isEqualTo(inAll.get()).isLessThanOrEqualTo(IN_ALL_MAX + enough);

        databases.forEach(operations -> operations.close(Databases.missing("gone")));
        assertThat(inAll.get()).isZero();
    }

    private Operations operations() {
        return new Operations(ids::incrementAndGet, InstantSource.system(), inAll, changed -> {});
    }
}
