package io.mintmark.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.io.ByteArrayEndPoint;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.LocalConnector;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.internal.HttpConnection;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.thread.Scheduler;
import org.junit.jupiter.api.Test;

class SlowClientReaperTest {
    /** Runs what is scheduled when the test likes. */
    private static final class Later extends AbstractLifeCycle implements Scheduler {
        private final Deque<Runnable> tasks = new ArrayDeque<>();

        @Override
        public Task schedule(Runnable task, long delay, TimeUnit units) {
            tasks.add(task);
            return () -> tasks.remove(task);
        }
    }

    @Test
    void shouldLookAgainWhateverHappenedToALook() {
        AtomicInteger looks = new AtomicInteger();
        Later later = new Later();
        SlowClientReaper reaper = new SlowClientReaper(AdmissionLimits.DEFAULT, () -> 17, new AdmissionCounts(), () -> {
            if (looks.incrementAndGet() % 2 == 1) {
                throw new InternalError("on purpose");
            }
            throw new IllegalStateException("on purpose");
        });
        reaper.start(later);

        for (int i = 0; i < 4; i++) {
            assertThat(later.tasks).hasSize(1);
            later.tasks.remove().run();
        }

        assertThat(looks).hasValue(4);
    }

    @Test
    void shouldGiveARequestThatComesWhileTheServerClosesItsTimeBack() {
        Later later = new Later();
        SlowClientReaper reaper = new SlowClientReaper(AdmissionLimits.DEFAULT, () -> 17, new AdmissionCounts(), () -> {});
        ByteArrayEndPoint end = new ByteArrayEndPoint();
        HttpConnection connection = new HttpConnection(new HttpConfiguration(), new LocalConnector(new Server()), end);
        reaper.onOpened(connection);
        reaper.close(later);

        later.tasks.remove().run();
        assertThat(end.getIdleTimeout()).as("nothing to answer").isEqualTo(100);

        reaper.of(connection).begin(new TransferProgress(() -> 17));
        later.tasks.remove().run();
        assertThat(end.getIdleTimeout())
                .isEqualTo(AdmissionLimits.DEFAULT.idleMax().toMillis());
    }
}
