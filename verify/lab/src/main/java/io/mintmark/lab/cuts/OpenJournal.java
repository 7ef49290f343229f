package io.mintmark.lab.cuts;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.mintmark.document.DocumentId;
import io.mintmark.storage.cutoff.Journal;
import io.mintmark.storage.document.DocumentContent;
import io.mintmark.storage.document.StoredDocument;
import io.mintmark.support.Party;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Function;

/** The journal of a node that is cut off and in touch by turns: documents come in batches, and go home or aside. */
final class OpenJournal {
    /** What is found of a document that was set aside. */
    static final String ASIDE = "aside";

    static final Journal.Home HOME = new Journal.Home("shop", "power00000000000000000.1");

    /** Above all that a scenario takes. */
    static final long NEXT = 1L << 40;

    private static final int BATCH_MAX = 4;
    private static final int HOME_MAX = 5;

    private final Function<Path, Journal> opener;
    private final Path directory;
    private final Attempts attempts;
    private final SplittableRandom random;
    private Optional<Journal> open = Optional.empty();
    private long etag;

    OpenJournal(Function<Path, Journal> opener, Path directory, Attempts attempts, SplittableRandom random) {
        this.opener = opener;
        this.directory = directory;
        this.attempts = attempts;
        this.random = random;
    }

    static StoredDocument document(long etag) {
        return new StoredDocument(
                DocumentId.of("notes/" + etag),
                new DocumentContent("Notes", ("{\"n\":" + etag + "}").getBytes(UTF_8), "{}".getBytes(UTF_8)),
                "A:" + etag + "-power",
                etag,
                Instant.EPOCH);
    }

    private Optional<Journal> opened() {
        if (open.isEmpty()) {
            open = attempts.open("the journal", () -> opener.apply(directory));
        }
        return open;
    }

    void append() {
        opened().ifPresent(journal -> {
            List<Journal.Creation> batch = new ArrayList<>();
            Effect effect = attempts.begin();
            for (int i = random.nextInt(BATCH_MAX); i >= 0; i--) {
                StoredDocument document = document(++etag);
                attempts.history.journal(
                        effect,
                        document.id().text(),
                        new String(document.content().body(), UTF_8));
                batch.add(new Journal.Creation(document, false));
            }
            settled(attempts.attempt(
                    effect, () -> journal.append(HOME, batch, Party.NOBODY).await()));
        });
    }

    void bringHome() {
        opened().ifPresent(journal -> attempts.attempt(new Effect(0), () -> journal.oldest(HOME, 0, HOME_MAX))
                .ifPresent(entries -> bring(journal, entries)));
    }

    private void bring(Journal journal, List<Journal.Entry> entries) {
        Effect effect = attempts.begin();
        List<Journal.Entry> home = new ArrayList<>();
        List<Journal.SetAside> aside = new ArrayList<>();
        for (Journal.Entry entry : entries) {
            boolean taken = random.nextInt(HOME_MAX) == 0;
            attempts.history.journal(effect, entry.document().id().text(), taken ? ASIDE : null);
            if (taken) {
                aside.add(new Journal.SetAside(entry, ASIDE, Instant.EPOCH));
            } else {
                home.add(entry);
            }
        }
        settled(attempts.attempt(effect, () -> {
            journal.settle(home, aside);
            return true;
        }));
    }

    /** One that failed takes nothing more until it is opened again. */
    private void settled(Optional<?> outcome) {
        if (outcome.isEmpty()) {
            close();
        }
    }

    void close() {
        open.ifPresent(journal -> attempts.attempt(journal::close));
        open = Optional.empty();
    }
}
