package io.mintmark.storage.cutoff;

import io.mintmark.storage.Storage;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.DocumentBatch;
import io.mintmark.support.Party;
import io.mintmark.support.Pending;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Looks at a journal: brings home what can come, in the order in which it was taken, until the engine confirmed
 * each. Used by one thread.
 *
 * <p><b>Why nothing is lost, and nothing overwritten.</b> An entry leaves the journal only after the engine's answer to
 * the transaction that stored it, or that found another document in its place; the latter is set aside, and the
 * document stays. A crash in between, or an answer that nobody knows, brings it home again, which changes nothing
 * ({@link DocumentBatch.Homecoming}). An entry of another life of its database goes nowhere but aside. No clock decides
 * anything here.
 */
final class HomecomingPass {
    private static final Logger LOG = LoggerFactory.getLogger(HomecomingPass.class);

    /** How many documents are brought at once. */
    static final int AT_ONCE = 2_048;

    private final NodeJournal journal;
    private final Homecoming.Engine engine;
    private final InstantSource clock;

    /** To which nothing could come. */
    private final Set<Journal.Home> failing = new HashSet<>();

    /** Whether the journal may not take what became of documents: each look would send the same ones in vain. */
    private boolean isUnsettled;

    HomecomingPass(NodeJournal journal, Homecoming.Engine engine, InstantSource clock) {
        this.journal = journal;
        this.engine = engine;
        this.clock = clock;
    }

    /** Brings home what can come; what fails is tried again by the next look. */
    void look() {
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
            } catch (RuntimeException e) {
                // Another database may be there.
                tell(home, e);
            }
        }
    }

    /** It is tried again by each look, and told when it begins. */
    private void tell(Journal.Home home, RuntimeException failure) {
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
        if (isUnsettled) {
            settle(kept, List.of(), List.of());
        }
        Storage storage = homeOf(kept, home);
        if (storage == null) {
            return;
        }
        long brought = 0;
        Sent before = null;
        List<String> confirmed = List.of();
        long last = 0;
        List<Journal.Entry> entries = next(kept, home, last);
        while (before != null || !entries.isEmpty()) {
            Sent next = entries.isEmpty() ? null : send(storage, entries, confirmed);
            confirmed = before == null ? List.of() : settle(kept, before);
            brought += confirmed.size();
            before = next;
            last = entries.isEmpty() ? last : entries.get(entries.size() - 1).number();
            entries = Thread.currentThread().isInterrupted() ? List.of() : next(kept, home, last);
        }
        LOG.info(
                "{} documents that were taken while the engine was not there have come home to the database {}.",
                brought,
                home.name());
        if (!confirmed.isEmpty()) {
            List<Optional<String>> ignored =
                    send(storage, List.of(), confirmed).outcome().await();
        }
    }

    /**
     * Returns what comes next. A journal of before may have documents under ids of counters, for which the engine would
     * refuse the whole page, again and again.
     */
    private List<Journal.Entry> next(Journal kept, Journal.Home home, long after) {
        while (true) {
            List<Journal.Entry> entries = kept.oldest(home, after, AT_ONCE);
            List<Journal.SetAside> counters = entries.stream()
                    .filter(entry -> CounterName.isShownBy(entry.document().id()))
                    .map(entry -> aside(entry, "Documents of such ids show counters: another id is needed."))
                    .toList();
            if (counters.isEmpty()) {
                return entries;
            }
            settle(kept, List.of(), counters);
            tell(counters);
        }
    }

    /** What is never confirmed, because that failed, takes a little room in the engine, and does no harm. */
    private static Sent send(Storage storage, List<Journal.Entry> entries, List<String> confirmed) {
        DocumentBatch.Homecoming batch = new DocumentBatch.Homecoming(
                entries.stream().map(Journal.Entry::document).toList(), confirmed);
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

    /** Returns the versions of a page that are home. */
    private List<String> settle(Journal kept, Sent sent) {
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
        settle(kept, home, aside);
        tell(aside);
        return home.stream().map(entry -> entry.document().changeVector()).toList();
    }

    private void settle(Journal kept, List<Journal.Entry> home, List<Journal.SetAside> aside) {
        isUnsettled = true;
        kept.settle(home, aside);
        isUnsettled = false;
    }

    private void strand(Journal kept, Journal.Home home, String reason) {
        for (List<Journal.Entry> entries = kept.oldest(home, 0, AT_ONCE);
                !entries.isEmpty();
                entries = kept.oldest(home, 0, AT_ONCE)) {
            List<Journal.SetAside> aside =
                    entries.stream().map(entry -> aside(entry, reason)).toList();
            settle(kept, List.of(), aside);
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
}
