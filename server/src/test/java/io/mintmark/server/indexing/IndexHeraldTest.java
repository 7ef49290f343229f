package io.mintmark.server.indexing;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.storage.index.NodePositions;
import io.mintmark.storage.index.SharedIndexes;
import io.mintmark.storage.index.SharedLook;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What keeps a node in step with the others, whatever befalls it. */
@Timeout(60)
final class IndexHeraldTest {
    /** A store without indexes, which a node cannot look at the first time. */
    private static final class OutOfMemory implements SharedIndexes {
        private final AtomicInteger looks = new AtomicInteger();

        @Override
        public SharedLook look() {
            if (looks.getAndIncrement() == 0) {
                throw new OutOfMemoryError("Java heap space");
            }
            return new SharedLook(0, NodePositions.NONE, NodePositions.NONE, Map.of());
        }

        @Override
        public Listed listed() {
            return new Listed(0, new byte[0]);
        }

        @Override
        public Optional<Listed> listedAfter(long known) {
            return Optional.empty();
        }

        @Override
        public boolean putList(long version, byte[] list, Set<Long> indexes) {
            return true;
        }

        @Override
        public boolean claim(long index) {
            return true;
        }

        @Override
        public void leave() {}

        @Override
        public void report(long index, @Nullable String failure) {}

        @Override
        public void whenHeard(Runnable next) {}
    }

    /** Has no indexes. */
    private static final class NoIndexes implements IndexHerald.Owner {
        @Override
        public IndexList follow(long version) {
            return IndexList.NONE;
        }

        @Override
        public void holdsOthers() {}

        @Override
        public @Nullable IndexWorker worker(long number) {
            return null;
        }
    }

    @Test
    void shouldLookAgainAfterTheMachineFailedIt() throws Exception {
        IndexHerald herald = new IndexHerald("shop", new OutOfMemory(), new NoIndexes());
        herald.start();
        try {
            assertThat(herald.whenListed().get(20, TimeUnit.SECONDS)).isTrue();
        } finally {
            herald.close();
        }
    }
}
