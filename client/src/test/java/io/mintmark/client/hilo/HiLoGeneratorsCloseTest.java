package io.mintmark.client.hilo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.range.Range;
import io.mintmark.range.RangeSource;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A store ends in the time that one of its generators takes, however many it has. */
@Timeout(60)
final class HiLoGeneratorsCloseTest {
    private final CountDownLatch answering = new CountDownLatch(1);
    private final Set<String> returning = ConcurrentHashMap.newKeySet();

    /** A counter of a server that gives numbers, and says nothing when they come back. */
    private RangeSource hangingAtReturns(String tag) {
        return new RangeSource() {
            @Override
            public Range reserve(long size) {
                return new Range(1, size, tag + '/', "A", 1);
            }

            @Override
            public boolean giveBack(Range range, long lastIssued) {
                returning.add(tag);
                try {
                    answering.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                return false;
            }

            @Override
            public long raise(long atLeast) {
                throw new UnsupportedOperationException("no test raises it");
            }
        };
    }

    @Test
    void shouldGiveTheNumbersOfAllCountersBackAtOnce() throws Exception {
        HiLoGenerators generators = new HiLoGenerators(
                (tag, separator) -> hangingAtReturns(tag),
                Class::getSimpleName,
                collection -> collection,
                () -> IdentityPartsSeparator.DEFAULT);
        for (String tag : new String[] {"companies", "orders", "users"}) {
            assertThat(generators.nextId(tag)).isEqualTo(tag + "/1-A");
        }

        Thread closing = new Thread(generators::close);
        closing.start();

        await().atMost(Duration.ofSeconds(5)).until(() -> returning.size() == 3);
        answering.countDown();
        closing.join();
    }
}
