package io.mintmark.lab.cuts;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.mintmark.MintmarkException;
import io.mintmark.cli.command.LabLaunches;
import io.mintmark.document.KeyForm;
import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.Setting;
import io.mintmark.storage.Slice;
import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageEngine;
import io.mintmark.storage.cutoff.Journal;
import io.mintmark.storage.document.Listing;
import io.mintmark.storage.document.StoredDocument;
import io.mintmark.storage.sqlite.SqliteEngine;
import io.mintmark.support.Party;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Opens what a power cut left with the real engine, and asks for everything that was acknowledged before; then goes on
 * working in it, and asks whether anything told before is told again.
 */
final class Examination {
    private static final String PROBE = "probe";

    private final Path root;
    private final History history;
    private final long operations;
    private final boolean probes;
    private final List<Violation> violations = new ArrayList<>();

    private Examination(Path root, History history, long operations, boolean probes) {
        this.root = root;
        this.history = history;
        this.operations = operations;
        this.probes = probes;
    }

    /**
     * Returns what is wrong with the directory below {@code root}.
     *
     * @param operations how many operations were begun before the power cut
     * @param probes whether to create one more database too
     */
    static List<Violation> of(Path root, History history, long operations, boolean probes) {
        Examination examination = new Examination(root, history, operations, probes);
        examination.engine();
        examination.launches();
        examination.journal();
        return examination.violations;
    }

    private void found(Violation.Kind kind, String what) {
        violations.add(new Violation(kind, what));
    }

    private void engine() {
        try (StorageEngine engine = SqliteEngine.open(Scenario.settings(Scenario.data(root), new GatedClock()))) {
            settings(engine);
            databases(engine);
            if (probes) {
                probe(engine);
            }
        } catch (MintmarkException e) {
            found(Violation.Kind.REFUSED, "the engine: " + e.getMessage());
        }
    }

    private void settings(StorageEngine engine) {
        history.settings.forEach((name, register) -> {
            String value = engine.setting(name)
                    .map(setting -> new String(setting.value(), UTF_8))
                    .orElse(null);
            if (!register.permittedAt(operations).contains(value)) {
                found(
                        Violation.Kind.LOST,
                        "setting " + name + "=" + value + ", not one of " + register.permittedAt(operations));
            }
        });
        Setting next = engine.putSetting("next", new byte[] {'{', '}'});
        if (next.etag() <= History.highestAt(history.settingEtags, operations)) {
            found(Violation.Kind.TWICE, "number " + next.etag() + " of a setting");
        }
    }

    private void databases(StorageEngine engine) {
        Map<String, DatabaseEntry> present = new TreeMap<>();
        engine.databases(Slice.ALL).forEach(entry -> present.put(KeyForm.of(entry.name()), entry));
        history.names.forEach((key, register) -> {
            Optional<DatabaseEntry> entry = Optional.ofNullable(present.remove(key));
            String label = entry.flatMap(engine::record).map(Scenario::label).orElse(null);
            if (!register.permittedAt(operations).contains(label)) {
                found(
                        Violation.Kind.LOST,
                        "database " + key + " is " + label + ", not one of " + register.permittedAt(operations));
            } else if (label != null) {
                database(engine, entry.orElseThrow(), history.database(label));
            }
        });
        present.forEach((key, entry) -> found(Violation.Kind.FOREIGN, "database " + key));
    }

    private void database(StorageEngine engine, DatabaseEntry entry, DatabaseHistory told) {
        try (Storage storage = engine.open(entry)) {
            new DatabaseExamination(storage, told, operations, violations).run();
        } catch (MintmarkException e) {
            found(Violation.Kind.REFUSED, "database " + told.label + ": " + e.getMessage());
        }
    }

    /** A database that comes now must be empty, whatever files older ones left. */
    private void probe(StorageEngine engine) {
        DatabaseEntry entry = engine.create(PROBE, new byte[] {'{', '}'});
        if (entry.number() <= History.highestAt(history.databaseNumbers, operations)) {
            found(Violation.Kind.TWICE, "number " + entry.number() + " of a database");
        }
        try (Storage storage = engine.open(entry)) {
            if (!storage.reads().list(Listing.NewestFirst.all(), 1).documents().isEmpty()
                    || !storage.reads().identities(new Slice("", 0, 1)).isEmpty()) {
                found(Violation.Kind.FOREIGN, "a new database holds what another one held");
            }
        }
    }

    private void journal() {
        try (Journal journal = Stores.SHIPPED.journal().apply(Scenario.journal(root))) {
            Map<String, String> found = new TreeMap<>();
            journal.entries(0, Integer.MAX_VALUE)
                    .forEach(entry -> found.put(
                            entry.document().id().text(),
                            new String(entry.document().content().body(), UTF_8)));
            journal.setAside(0, Integer.MAX_VALUE)
                    .forEach(aside -> found.put(aside.entry().document().id().text(), OpenJournal.ASIDE));
            history.journal.forEach((id, register) -> {
                String value = found.remove(id);
                if (!register.permittedAt(operations).contains(value)) {
                    found(
                            Violation.Kind.LOST,
                            "document " + id + " of the journal is " + value + ", not one of "
                                    + register.permittedAt(operations));
                }
            });
            found.keySet().forEach(id -> found(Violation.Kind.FOREIGN, "document " + id + " of the journal"));
            List<StoredDocument> ignored = journal.append(
                            OpenJournal.HOME,
                            List.of(new Journal.Creation(OpenJournal.document(OpenJournal.NEXT), true)),
                            Party.NOBODY)
                    .await();
        } catch (MintmarkException e) {
            found(Violation.Kind.REFUSED, "the journal: " + e.getMessage());
        }
    }

    private void launches() {
        try {
            int next = LabLaunches.append(Scenario.launches(root), Instant.EPOCH, "after");
            if (next <= History.highestAt(history.launches, operations)) {
                found(Violation.Kind.TWICE, "launch " + next);
            }
        } catch (MintmarkException e) {
            found(Violation.Kind.REFUSED, "the launch log: " + e.getMessage());
        }
    }
}
