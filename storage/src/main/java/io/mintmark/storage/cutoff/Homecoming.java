package io.mintmark.storage.cutoff;

import io.mintmark.MintmarkException;
import io.mintmark.internal.DaemonThreads;
import io.mintmark.storage.Storage;
import io.mintmark.storage.write.DocumentBatch;
import io.mintmark.support.Party;
import io.mintmark.support.Pending;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Brings home what a node took while it was cut off, as soon as its engine is there: in the order in which it came,
 * until the engine confirmed each. Safe for any number of threads.
 *
 * <p><b>Why nothing is lost, and nothing overwritten.</b> An entry leaves the journal only after the engine's answer to
 * the transaction that stored it, or that found another document in its place; the latter is set aside, and the
 * document stays. A crash in between, or an answer that nobody knows, brings it home again, which changes nothing
 * ({@link DocumentBatch.Homecoming}). An entry of another life of its database goes nowhere but aside. No clock decides
 * anything here.
 */
public final class Homecoming implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Homecoming.class);

    /** How many documents are brought at once. */
    static final int AT_ONCE = 2_048;

    private static final long LOOK_MILLIS = 250;

    private final NodeJournal journal;
    private final Engine engine;
    private final InstantSource clock;
    private final ScheduledExecutorService thread;

    /** To which nothing could come; of the one thread alone. */
    private final Set<Journal.Home> failing = new HashSet<>();

    /** What entries come home to. */
    public interface Engine {
        /** Returns whether it is there for this node, which is one of its own. Costs nothing. */
        boolean isThere();

        /** Returns the database of that name, if there is one now; opens it if need be. */
        Optional<Storage> database(String name);
    }

    private Homecoming(NodeJournal journal, Engine engine, InstantSource clock, ScheduledExecutorService thread) {
        this.journal = journal;
        this.engine = engine;
        this.clock = clock;
        this.thread = thread;
    }

    /** Begins to look, a few times a second, whether something can come home. */
    public static Homecoming begin(NodeJournal journal, Engine engine, InstantSource clock) {
        ScheduledExecutorService thread =
                Executors.newSingleThreadScheduledExecutor(DaemonThreads.named(Homecoming.class, "mintmark-journal"));
        Homecoming homecoming = new Homecoming(journal, engine, clock, thread);
        var ignored = thread.scheduleWithFixedDelay(homecoming::look, 0, LOOK_MILLIS, TimeUnit.MILLISECONDS);
        return homecoming;
    }

    private void look() {
        try {
            journal.ifOpened().ifPresent(this::bringAll);
        } catch (RuntimeException | Error e) {
            // What leaves a scheduled task ends its schedule.
            LOG.error("What was taken while the engine was not there could not come home; it is tried again.", e);
        }
    }

    private void bringAll(Journal kept) {
        kept.refresh();
        if (kept.isEmpty() || !engine.isThere()) {
            return;
        }
        for (Journal.Home home : kept.homes()) {
            try {
                bringAll(kept, home);
                failing.remove(home);
            } catch (MintmarkException e) {
                // Another database may be there.
                tell(home, e);
            }
        }
    }

    /** It is tried again a few times a second, and told when it begins. */
    private void tell(Journal.Home home, MintmarkException failure) {
        LOG.atLevel(failing.add(home) ? Level.WARN : Level.DEBUG)
                .setCause(failure)
                .log(
                        "Documents that were taken while the engine was not there could not come home to the database {};"
                                + " they stay in the journal, and it is tried again until they are home: `mintmark journal`"
                                + " lists them.",
                        home.name());
    }

    /** A page that was sent to the engine. */
    private record Sent(List<Journal.Entry> entries, Pending<List<Optional<String>>> outcome) {}

    /** What is taken meanwhile comes, too. The engine has the next page before the one before it is settled here. */
    private void bringAll(Journal kept, Journal.Home home) {
        Storage storage = homeOf(kept, home);
        if (storage == null) {
            return;
        }
        long brought = 0;
        Sent before = null;
        long last = 0;
        List<Journal.Entry> entries = kept.oldest(home, last, AT_ONCE);
        while (before != null || !entries.isEmpty()) {
            Sent next = entries.isEmpty() ? null : send(storage, entries);
            if (before != null) {
                brought += settle(kept, before);
            }
            before = next;
            last = entries.isEmpty() ? last : entries.get(entries.size() - 1).number();
            entries = Thread.currentThread().isInterrupted() ? List.of() : kept.oldest(home, last, AT_ONCE);
        }
        LOG.info(
                "{} documents that were taken while the engine was not there have come home to the database {}.",
                brought,
                home.name());
    }

    private static Sent send(Storage storage, List<Journal.Entry> entries) {
        DocumentBatch.Homecoming batch = new DocumentBatch.Homecoming(
                entries.stream().map(Journal.Entry::document).toList());
        return new Sent(entries, storage.submit(batch, Party.NOBODY));
    }

    /** Returns where entries belong, or null after it set all of them aside, since nothing is what it was. */
    private @Nullable Storage homeOf(Journal kept, Journal.Home home) {
        Optional<Storage> storage = engine.database(home.name());
        if (storage.isEmpty()) {
            strand(kept, home, "The database " + home.name() + " is not there any more.");
            return null;
        }
        String life = storage.get().life();
        if (!life.equals(home.life())) {
            strand(
                    kept,
                    home,
                    "The database " + home.name() + " has another life, " + life + ", than when this was written, "
                            + home.life() + ": it was dropped and made anew, or an older copy was put back.");
            return null;
        }
        return storage.get();
    }

    /** Returns how many of a page are home. */
    private long settle(Journal kept, Sent sent) {
        List<Optional<String>> others = sent.outcome().await();
        List<Journal.Entry> home = new ArrayList<>();
        List<Journal.SetAside> aside = new ArrayList<>();
        for (int i = 0; i < others.size(); i++) {
            Journal.Entry entry = sent.entries().get(i);
            others.get(i)
                    .ifPresentOrElse(
                            other -> aside.add(aside(entry, "Another document is there, of version " + other + ".")),
                            () -> home.add(entry));
        }
        kept.settle(home, aside);
        tell(aside);
        return home.size();
    }

    private void strand(Journal kept, Journal.Home home, String reason) {
        for (List<Journal.Entry> entries = kept.oldest(home, 0, AT_ONCE);
                !entries.isEmpty();
                entries = kept.oldest(home, 0, AT_ONCE)) {
            List<Journal.SetAside> aside =
                    entries.stream().map(entry -> aside(entry, reason)).toList();
            kept.settle(List.of(), aside);
            tell(aside);
        }
    }

    private Journal.SetAside aside(Journal.Entry entry, String reason) {
        return new Journal.SetAside(entry, reason, clock.instant());
    }

    private static void tell(List<Journal.SetAside> aside) {
        if (!aside.isEmpty()) {
            Journal.SetAside first = aside.get(0);
            LOG.error(
                    "{} documents that were taken while the engine was not there cannot come home, and wait until somebody"
                            + " decides: `mintmark journal`. The first is {} of the database {}: {}",
                    aside.size(),
                    first.entry().document().id(),
                    first.entry().home().name(),
                    first.reason());
        }
    }

    /** Brings nothing more; waits for what is on its way. */
    @Override
    public void close() {
        if (DaemonThreads.outlives(thread, Duration.ofSeconds(5))) {
            LOG.warn("What was taken while the engine was not there is still on its way home; the next start goes on.");
        }
    }
}
