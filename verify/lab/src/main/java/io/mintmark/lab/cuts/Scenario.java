package io.mintmark.lab.cuts;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.mintmark.cli.command.LabLaunches;
import io.mintmark.document.KeyForm;
import io.mintmark.document.NodeTag;
import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.Slice;
import io.mintmark.storage.StorageEngine;
import io.mintmark.storage.sqlite.SqliteSettings;
import io.mintmark.storage.write.AnswerLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * A server's life in short: databases come and go, are written to, closed and opened again, launches are logged, and a
 * journal is filled and emptied.
 *
 * <p>What is done is drawn from a seed; what was told is in the {@link History}. Failures are taken as a client would
 * take them: whatever comes next is tried all the same.
 */
final class Scenario {
    private static final List<String> NAMES = List.of("shop", "depot");
    private static final int LEASES_MAX = 1_000_000;
    private static final int NOTE_CHARS_MAX = 200;

    private final Path data;
    private final Path launches;
    private final Stores stores;
    private final SplittableRandom random;
    private final Attempts attempts;
    private final GatedClock clock = new GatedClock();
    private final OpenJournal journal;
    private final Map<String, OpenDatabase> open = new TreeMap<>();
    private Optional<StorageEngine> engine = Optional.empty();
    private int labels;
    private int settings;

    /** Prepares one below {@code root}, which is there and empty. */
    Scenario(Control control, Path root, Stores stores, long seed) throws IOException {
        this.data = Files.createDirectories(data(root));
        this.launches = Files.createDirectories(launches(root));
        this.stores = stores;
        this.random = new SplittableRandom(seed);
        this.attempts = new Attempts(control);
        this.journal = new OpenJournal(stores.journal(), Files.createDirectories(journal(root)), attempts, random);
    }

    static Path data(Path root) {
        return root.resolve("data");
    }

    static Path launches(Path root) {
        return root.resolve("launches");
    }

    static Path journal(Path root) {
        return root.resolve("journal");
    }

    static SqliteSettings settings(Path directory, GatedClock clock) {
        return new SqliteSettings(directory, NodeTag.of("A"), Duration.ofDays(30), LEASES_MAX, clock)
                .with(AnswerLimits.DEFAULT, clock);
    }

    /**
     * Runs all of it, each verb at least once and {@code more} verbs beside; everything is closed in the end.
     *
     * @param large how many large batches come among them, a thousand pages each
     */
    Attempts run(int more, int large) {
        openEngine();
        NAMES.forEach(this::openOrCreate);
        List<Runnable> verbs = verbs();
        List<Runnable> plan = new ArrayList<>(verbs);
        for (int i = 0; i < large; i++) {
            plan.add(() -> Optional.ofNullable(open.get(NAMES.get(0))).ifPresent(OpenDatabase::commitLarge));
        }
        for (int i = 0; i < more; i++) {
            plan.add(verbs.get(random.nextInt(verbs.size())));
        }
        while (!plan.isEmpty()) {
            plan.remove(random.nextInt(plan.size())).run();
        }
        journal.close();
        closeEngine();
        return attempts;
    }

    private List<Runnable> verbs() {
        return List.of(
                on(OpenDatabase::write),
                on(OpenDatabase::write),
                on(OpenDatabase::write),
                on(OpenDatabase::giveBack),
                on(OpenDatabase::giveBack),
                on(OpenDatabase::raise),
                on(OpenDatabase::seedIdentity),
                on(OpenDatabase::write),
                on(OpenDatabase::write),
                on(OpenDatabase::write),
                on(OpenDatabase::group),
                on(OpenDatabase::group),
                on(OpenDatabase::rush),
                this::read,
                this::beginLogsAnew,
                this::beginLogsAnew,
                this::launch,
                this::launch,
                journal::append,
                journal::append,
                journal::append,
                journal::bringHome,
                journal::close,
                this::putSetting,
                this::reopenDatabase,
                this::reopenEngine,
                this::deleteAndCreate);
    }

    private Runnable on(Consumer<OpenDatabase> verb) {
        return () -> Optional.ofNullable(open.get(name())).ifPresent(verb);
    }

    private String name() {
        return NAMES.get(random.nextInt(NAMES.size()));
    }

    private void openEngine() {
        engine = attempts.open("the engine", () -> stores.engine().apply(settings(data, clock)));
    }

    private void openOrCreate(String name) {
        engine.ifPresent(one -> attempts.attempt(new Effect(0), () -> one.database(name))
                .flatMap(found -> found.or(() -> create(one, name)))
                .ifPresent(entry -> open(one, name, entry)));
    }

    private Optional<DatabaseEntry> create(StorageEngine one, String name) {
        String label = name + "-" + ++labels;
        attempts.history.databases.put(label, new DatabaseHistory(label));
        Effect effect = attempts.begin();
        attempts.history.name(effect, KeyForm.of(name), label);
        Optional<DatabaseEntry> created =
                attempts.attempt(effect, () -> one.create(name, ("{\"label\":\"" + label + "\"}").getBytes(UTF_8)));
        created.ifPresent(entry -> attempts.history.databaseNumbers.add(new History.Told(effect, entry.number())));
        // A client that asks again finds the remains of a failed creation.
        return created.isPresent()
                ? created
                : attempts.attempt(new Effect(0), () -> one.database(name)).flatMap(found -> found);
    }

    private void open(StorageEngine one, String name, DatabaseEntry entry) {
        Optional<String> label = attempts.attempt(new Effect(0), () -> one.record(entry))
                .flatMap(found -> found)
                .map(Scenario::label);
        label.ifPresent(known -> {
            attempts.history.shown(KeyForm.of(name), known, attempts.operations());
            DatabaseHistory history = attempts.history.database(known);
            attempts.open("the database " + name, () -> one.open(entry)).ifPresent(storage -> {
                Effect effect = attempts.begin();
                history.databaseId.set(effect, storage.databaseId());
                effect.acknowledge(attempts.operations());
                open.put(name, new OpenDatabase(storage, history, attempts, clock, random));
            });
        });
    }

    static String label(byte[] record) {
        return new String(record, UTF_8).replaceAll(".*\"label\":\"|\"}$", "");
    }

    private void close(String name) {
        Optional.ofNullable(open.remove(name)).ifPresent(one -> attempts.attempt(one.storage::close));
    }

    private void closeEngine() {
        NAMES.forEach(this::close);
        engine.ifPresent(one -> attempts.attempt(one::close));
        engine = Optional.empty();
    }

    private void reopenDatabase() {
        String name = name();
        close(name);
        openOrCreate(name);
    }

    private void reopenEngine() {
        closeEngine();
        openEngine();
        NAMES.forEach(this::openOrCreate);
    }

    private void deleteAndCreate() {
        String name = name();
        StorageEngine.Removal removal =
                random.nextInt(3) == 0 ? StorageEngine.Removal.KEEP_FILES : StorageEngine.Removal.ERASE;
        close(name);
        engine.ifPresent(one -> {
            Effect effect = attempts.begin();
            attempts.history.name(effect, KeyForm.of(name), null);
            attempts.attempt(effect, () -> one.delete(name, removal));
        });
        openOrCreate(name);
    }

    private void putSetting() {
        String name = "setting-" + random.nextInt(2);
        String value = "{\"value\":" + ++settings + "}";
        engine.ifPresent(one -> {
            Effect effect = attempts.begin();
            attempts.history.setting(effect, name, value);
            attempts.attempt(effect, () -> one.putSetting(name, value.getBytes(UTF_8)))
                    .ifPresent(stored -> attempts.history.settingEtags.add(new History.Told(effect, stored.etag())));
        });
    }

    private void launch() {
        String note = "n".repeat(random.nextInt(NOTE_CHARS_MAX));
        Effect effect = attempts.begin();
        attempts.attempt(effect, () -> LabLaunches.append(launches, clock.instant(), note))
                .ifPresent(id -> attempts.history.launches.add(new History.Told(effect, id)));
    }

    private void read() {
        on(one -> attempts.attempt(() -> one.storage.reads().identities(new Slice("", 0, 1))))
                .run();
    }

    /** Copies a log whole, so that the next write to it begins it anew. */
    private void beginLogsAnew() {
        List<Path> logs = Logs.under(data);
        if (!logs.isEmpty()) {
            Logs.copy(logs.get(random.nextInt(logs.size())));
        }
    }
}
