package io.mintmark.simulation.node;

import io.mintmark.storage.StorageUnreachableException;
import io.mintmark.storage.cutoff.Journal;
import io.mintmark.storage.document.ConcurrencyException;
import io.mintmark.storage.document.DocumentContent;
import io.mintmark.storage.document.Expectation;
import io.mintmark.storage.document.StoredDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What it comes to that documents are taken into a journal and leave it, as {@code JournalFile} has it. */
final class JournalWork {
    private final JournalDisk disk;
    private final long bytesMax;

    JournalWork(JournalDisk disk, long bytesMax) {
        this.disk = disk;
        this.bytesMax = bytesMax;
    }

    static long bytes(StoredDocument document) {
        DocumentContent content = document.content();
        return (long) content.body().length + content.metadata().length;
    }

    Journal.Fill fill() {
        return disk.fill(bytesMax);
    }

    /** Takes all of a batch, or throws and takes nothing. */
    List<StoredDocument> append(Journal.Home home, List<Journal.Creation> creations) {
        List<StoredDocument> kept = new ArrayList<>(creations.size());
        List<StoredDocument> added = new ArrayList<>(creations.size());
        for (Journal.Creation creation : creations) {
            Optional<StoredDocument> present =
                    disk.find(home, creation.document().id());
            present.ifPresentOrElse(there -> requireSame(creation, there), () -> added.add(creation.document()));
            kept.add(present.orElseGet(creation::document));
        }
        requireRoom(added.stream().mapToLong(JournalWork::bytes).sum());
        added.forEach(document -> disk.add(home, document));
        return kept;
    }

    private static void requireSame(Journal.Creation creation, StoredDocument present) {
        if (creation.mustBeNew()) {
            throw new ConcurrencyException("Put", present.id(), Expectation.ABSENT, present.changeVector());
        }
        if (!present.content().isSameAs(creation.document().content())) {
            throw refusal("a document of the journal cannot be changed");
        }
    }

    private void requireRoom(long more) {
        if (fill().bytes() + more > bytesMax) {
            throw refusal("the journal has no room left");
        }
    }

    private static StorageUnreachableException refusal(String what) {
        return new StorageUnreachableException(what, new IllegalStateException("the journal takes no more of this"));
    }

    void settle(List<Journal.Entry> home, List<Journal.SetAside> aside) {
        home.forEach(entry -> disk.remove(entry.number()));
        aside.forEach(disk::setAside);
    }
}
