package io.mintmark.storage.sqlite;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.mintmark.RandomBytes;
import io.mintmark.document.DocumentId;
import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.document.CommandResult;
import io.mintmark.storage.document.DocumentCommand;
import io.mintmark.storage.document.Expectation;
import io.mintmark.storage.sql.Statements;
import io.mintmark.storage.sqlite.file.ConnectionOpener;
import io.mintmark.storage.sqlite.file.DataFiles;
import io.mintmark.storage.sqlite.write.GroupAdvance;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.DocumentBatch;
import io.mintmark.storage.write.IdentityRequest;
import io.mintmark.storage.write.RangeRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A data directory of two databases in full use, what was acknowledged of it, and what becomes of that in a copy to which
 * something happened.
 */
final class UsedDirectory {
    /** What became of a copy; the later one counts. */
    enum Outcome {
        RIGHT,
        RAISED,
        A_DOCUMENT_CHANGED,
        REFUSED,
        WRONG
    }

    private static final List<String> NAMES = List.of("shop", "blog");
    private static final int ROUNDS = 24;

    /** What came of the last copy that was wrong. */
    String wrong = "";

    private final Path directory;
    /** The last number that was given out, by database and name. */
    private final Map<String, Long> given = new LinkedHashMap<>();

    private final Map<String, String> bodies = new LinkedHashMap<>();
    private Outcome outcome = Outcome.RIGHT;

    private UsedDirectory(Path directory) {
        this.directory = directory;
    }

    /** Makes one, and beside it what a crash leaves and what an orderly end does. */
    static UsedDirectory make(Path directory) {
        UsedDirectory made = new UsedDirectory(directory);
        Path data = directory.resolve("data");
        List<Storage> open = new ArrayList<>();
        try (SqliteEngine engine = open(data)) {
            engine.putSetting("client", "{}".getBytes(UTF_8));
            for (String name : NAMES) {
                open.add(engine.open(engine.create(name, "{}".getBytes(UTF_8))));
            }
            for (int round = 0; round < ROUNDS; round++) {
                for (int i = 0; i < NAMES.size(); i++) {
                    made.fill(NAMES.get(i), open.get(i), round);
                }
            }
            TestStore.crashInto(data, directory.resolve("crashed"));
            open.forEach(Storage::close);
        }
        TestStore.crashInto(data, directory.resolve("clean"));
        return made;
    }

    private static SqliteEngine open(Path data) {
        return SqliteEngine.open(TestStore.settings(data), ConnectionOpener.DRIVER, RandomBytes.secure());
    }

    private void fill(String name, Storage storage, int round) {
        String document = name + " doc/" + round;
        bodies.put(document, "{\"is\":\"" + document + "\",\"text\":\"" + "x".repeat(300) + "\"}");
        put(storage, "doc/" + round, bodies.get(document));
        given.put(name + " things/", serverSide(storage));
        given.put(name + " id" + round % 3, identity(storage, "id" + round % 3));
        given.put(
                name + " tag" + round % 5,
                storage.write(request("tag" + round % 5)).high());
    }

    private static RangeRequest request(String tag) {
        return new RangeRequest(CounterName.ofTag(tag), 0, 32, "test");
    }

    private static long identity(Storage storage, String name) {
        return storage.write(new IdentityRequest(name, null));
    }

    private static long serverSide(Storage storage) {
        String id = put(storage, "things/", "{}").id().text();
        return Long.parseLong(id.substring("things/".length(), id.indexOf("-A")));
    }

    private static CommandResult.Stored put(Storage storage, String id, String body) {
        DocumentCommand put = TestStore.putting(id, Expectation.ANYTHING, TestStore.content("Things", body));
        return (CommandResult.Stored) storage.write(new DocumentBatch(List.of(put), IdentityPartsSeparator.DEFAULT))
                .get(0);
    }

    /** Copies what a crash or an orderly end left. */
    Path copy(boolean crashed, Path to) {
        TestStore.crashInto(directory.resolve(crashed ? "crashed" : "clean"), to);
        return to;
    }

    static List<Path> files(Path data) throws IOException {
        try (Stream<Path> files = Files.list(data)) {
            return files.filter(file -> file.toFile().length() > 0).sorted().toList();
        }
    }

    /** Starts on a copy, uses everything in it, and returns what came of it. */
    Outcome use(Path copy) {
        outcome = Outcome.RIGHT;
        try (SqliteEngine engine = open(copy)) {
            refusable(() -> requireSetting(engine));
            for (String name : NAMES) {
                refusable(() -> use(engine, name));
            }
        } catch (StorageFailedException refused) {
            note(Outcome.REFUSED, "");
        } catch (RuntimeException other) {
            note(Outcome.WRONG, other.toString());
        }
        return outcome;
    }

    private void requireSetting(SqliteEngine engine) {
        if (engine.setting("client").isEmpty()) {
            note(Outcome.WRONG, "the setting is gone");
        }
    }

    private void refusable(Runnable step) {
        try {
            step.run();
        } catch (StorageFailedException refused) {
            note(Outcome.REFUSED, "");
        } catch (RuntimeException other) {
            note(Outcome.WRONG, other.toString());
        }
    }

    private void use(SqliteEngine engine, String name) {
        Optional<DatabaseEntry> entry = engine.database(name);
        if (entry.isEmpty()) {
            note(Outcome.WRONG, "the database " + name + " is gone");
            return;
        }
        try (Storage storage = engine.open(entry.get())) {
            for (Map.Entry<String, Long> last : given.entrySet()) {
                if (last.getKey().startsWith(name)) {
                    refusable(() -> judge(last, next(storage, last.getKey().substring(name.length() + 1))));
                }
            }
            for (int round = 0; round < ROUNDS; round++) {
                String id = "doc/" + round;
                refusable(() -> judge(name, id, storage));
            }
        }
    }

    private static long next(Storage storage, String what) {
        if (what.startsWith("tag")) {
            return storage.write(request(what)).low();
        }
        return what.startsWith("id") ? identity(storage, what) : serverSide(storage);
    }

    private void judge(Map.Entry<String, Long> last, long next) {
        if (next <= last.getValue()) {
            note(Outcome.WRONG, last + " came again: " + next);
        } else if (next - last.getValue() > GroupAdvance.MAX / 2) {
            note(Outcome.RAISED, "");
        }
    }

    /** Documents have no checksum; none may be another's, nor of another database. */
    private void judge(String database, String id, Storage storage) {
        String stored = storage.reads()
                .read(DocumentId.of(id))
                .map(document -> new String(document.content().body(), UTF_8))
                .orElse("");
        String name = database + ' ' + id;
        if (!stored.equals(bodies.get(name))) {
            boolean anothers = bodies.containsValue(stored);
            note(anothers ? Outcome.WRONG : Outcome.A_DOCUMENT_CHANGED, anothers ? name + " is " + stored : "");
        }
    }

    /** The broken twin: opens the files as they are and believes what SQLite reads. */
    Outcome believe(Path copy) {
        outcome = Outcome.RIGHT;
        for (int i = 0; i < NAMES.size(); i++) {
            String file = copy.resolve(DataFiles.name(i + 1L)).toString();
            try (Connection plain = ConnectionOpener.DRIVER.open("jdbc:sqlite:" + file)) {
                for (int tag = 0; tag < 5; tag++) {
                    String key = "raven/hilo/tag" + tag;
                    long max = Statements.number(plain, "SELECT max FROM counter WHERE key = ?", key)
                            .orElse(0);
                    long next = max + 1;
                    if (next <= given.getOrDefault(NAMES.get(i) + " tag" + tag, 0L)) {
                        note(Outcome.WRONG, key + " came again: " + next);
                    }
                }
            } catch (SQLException refused) {
                note(Outcome.REFUSED, "");
            }
        }
        return outcome;
    }

    private void note(Outcome found, String what) {
        if (found.compareTo(outcome) > 0) {
            outcome = found;
        }
        wrong = found == Outcome.WRONG ? what : wrong;
    }
}
