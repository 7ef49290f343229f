package io.mintmark.storage.cutoff;

import io.mintmark.internal.DaemonThreads;
import io.mintmark.storage.Storage;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings home what a node took while it was cut off, as soon as its engine is there: it looks a few times a second, and
 * {@link HomecomingPass} does the rest. Safe for any number of threads.
 */
public final class Homecoming implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Homecoming.class);

    private static final long LOOK_MILLIS = 250;

    private final ScheduledExecutorService thread;

    /** What entries come home to. */
    public interface Engine {
        /** Returns whether it is there for this node, which is one of its own. Costs nothing. */
        boolean isThere();

        /** Returns the database of that name, if there is one now; opens it if need be. */
        Optional<Storage> database(String name);
    }

    private Homecoming(ScheduledExecutorService thread) {
        this.thread = thread;
    }

    /** Begins to look, a few times a second, whether something can come home. */
    public static Homecoming begin(NodeJournal journal, Engine engine, InstantSource clock) {
        ScheduledExecutorService thread =
                Executors.newSingleThreadScheduledExecutor(DaemonThreads.named(Homecoming.class, "mintmark-journal"));
        HomecomingPass pass = new HomecomingPass(journal, engine, clock);
        var ignored = thread.scheduleWithFixedDelay(pass::look, 0, LOOK_MILLIS, TimeUnit.MILLISECONDS);
        return new Homecoming(thread);
    }

    /** Brings nothing more; waits for what is on its way. */
    @Override
    public void close() {
        if (DaemonThreads.outlives(thread, Duration.ofSeconds(5))) {
            LOG.warn("What was taken while the engine was not there is still on its way home; the next start goes on.");
        }
    }
}
