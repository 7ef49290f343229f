package io.mintmark.storage.sqlite;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.mintmark.RandomBytes;
import io.mintmark.counter.LeaseToken;
import io.mintmark.counter.ReturnRule;
import io.mintmark.document.DocumentId;
import io.mintmark.document.IdTemplate;
import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.document.NodeTag;
import io.mintmark.internal.Ticker;
import io.mintmark.storage.ChangeListener;
import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.Slice;
import io.mintmark.storage.Storage;
import io.mintmark.storage.document.CommandResult;
import io.mintmark.storage.document.DocumentCommand;
import io.mintmark.storage.document.DocumentContent;
import io.mintmark.storage.document.Expectation;
import io.mintmark.storage.document.StoredDocument;
import io.mintmark.storage.evaluation.FormerEndLookup;
import io.mintmark.storage.sqlite.file.ConnectionOpener;
import io.mintmark.storage.sqlite.write.CounterMemory;
import io.mintmark.storage.sqlite.write.WriteTransaction;
import io.mintmark.storage.write.AnswerLimits;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.DocumentBatch;
import io.mintmark.storage.write.IdentityRequest;
import io.mintmark.storage.write.Lease;
import io.mintmark.storage.write.RangeRequest;
import io.mintmark.storage.write.RangeReturn;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A directory with one open database, and the verbs of its storage in their shortest form. */
public final class TestStore implements AutoCloseable {
    public static final String NAME = "shop";
    private static final byte[] NO_METADATA = {'{', '}'};

    public final SqliteEngine engine;
    public final Storage storage;

    private TestStore(SqliteSettings settings, ConnectionOpener opener, RandomBytes random) {
        engine = SqliteEngine.open(settings, opener, random);
        Storage opened;
        try {
            DatabaseEntry entry = engine.database(NAME).orElseGet(() -> engine.create(NAME, NO_METADATA));
            opened = engine.open(entry);
        } catch (RuntimeException e) {
            engine.close();
            throw e;
        }
        storage = opened;
    }

    /** Returns how many documents each collection has, in order. */
    Map<String, Long> collections() {
        Map<String, Long> collections = new LinkedHashMap<>();
        storage.reads().collections(Slice.ALL).forEach(each -> collections.put(each.name(), each.number()));
        return collections;
    }

    /** What a writer of a database without a past works with. */
    public static WriteTransaction.Context context(InstantSource clock) {
        return new WriteTransaction.Context(
                FormerEndLookup.NONE,
                NodeTag.of("A"),
                clock,
                CounterMemory.ofHeap(),
                ChangeListener.NOBODY,
                AnswerLimits.DEFAULT,
                Ticker.SYSTEM);
    }

    public static TestStore open(Path directory) {
        return open(settings(directory), ConnectionOpener.DRIVER);
    }

    public static TestStore open(Path directory, ConnectionOpener opener) {
        return open(settings(directory), opener);
    }

    public static TestStore open(SqliteSettings settings, ConnectionOpener opener) {
        return open(settings, opener, RandomBytes.secure());
    }

    public static TestStore open(SqliteSettings settings, ConnectionOpener opener, RandomBytes random) {
        return new TestStore(settings, opener, random);
    }

    public static SqliteSettings settings(Path directory) {
        return new SqliteSettings(directory, NodeTag.of("A"), Duration.ofDays(30), 1_000_000, InstantSource.system());
    }

    /** The file of the first database that a directory holds. */
    public static Path file(Path directory) {
        return directory.resolve("database-1.sqlite");
    }

    /** Copies what a crash at this moment would leave, from a store that is quiet but open. */
    public static void crashInto(Path from, Path to) {
        try (Stream<Path> files = Files.list(from)) {
            Files.createDirectories(to);
            for (Path file : files.toList()) {
                if (!file.endsWith("lock") && !file.toString().endsWith("-shm")) {
                    Files.copy(file, to.resolve(file.getFileName()));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Lease reserve(String tag) {
        return reserve(tag, 0, 32);
    }

    public Lease reserve(String tag, long lastMax, int size) {
        return storage.write(new RangeRequest(CounterName.ofTag(tag), lastMax, size, "test"));
    }

    public boolean giveBack(String tag, long last, long end, @Nullable Long token) {
        LeaseToken lease = token == null ? null : new LeaseToken(storage.life(), token);
        return storage.write(new RangeReturn(CounterName.ofTag(tag), last, end, lease))
                instanceof ReturnRule.Verdict.Accepted;
    }

    public long nextIdentity(String name) {
        return storage.write(new IdentityRequest(name, null));
    }

    public List<CommandResult> commit(DocumentCommand... commands) {
        return storage.write(new DocumentBatch(List.of(commands), IdentityPartsSeparator.DEFAULT));
    }

    public CommandResult.Stored put(String id) {
        return (CommandResult.Stored) commit(putting(id)).get(0);
    }

    public CommandResult.Stored put(String id, String body) {
        return (CommandResult.Stored) commit(putting(id, Expectation.ANYTHING, content("Things", body)))
                .get(0);
    }

    public boolean delete(String id) {
        CommandResult result = commit(new DocumentCommand.Delete(DocumentId.of(id), Expectation.ANYTHING))
                .get(0);
        return ((CommandResult.Deleted) result).existed();
    }

    public static DocumentCommand.Put putting(String id) {
        return putting(id, Expectation.ANYTHING, content("Things", "{}"));
    }

    public static DocumentCommand.Put putting(String id, Expectation expectation) {
        return putting(id, expectation, content("Things", "{}"));
    }

    public static DocumentCommand.Put putting(String id, Expectation expectation, DocumentContent content) {
        return new DocumentCommand.Put(IdTemplate.parse(id, IdentityPartsSeparator.DEFAULT), expectation, content);
    }

    public static DocumentContent content(String collection, String body) {
        return new DocumentContent(
                collection, body.getBytes(UTF_8), ("{\"@collection\":\"" + collection + "\"}").getBytes(UTF_8));
    }

    /** Returns the body of a document, or null if there is none. */
    @Nullable String body(String id) {
        return storage.reads()
                .read(DocumentId.of(id))
                .map(StoredDocument::content)
                .map(content -> new String(content.body(), UTF_8))
                .orElse(null);
    }

    @Override
    public void close() {
        storage.close();
        engine.close();
    }
}
