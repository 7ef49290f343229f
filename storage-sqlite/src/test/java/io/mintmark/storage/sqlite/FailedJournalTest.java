package io.mintmark.storage.sqlite;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.document.DocumentId;
import io.mintmark.document.IdTemplate;
import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.document.NodeTag;
import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.StorageUnreachableException;
import io.mintmark.storage.WriteState;
import io.mintmark.storage.cutoff.Homecoming;
import io.mintmark.storage.cutoff.Journal;
import io.mintmark.storage.cutoff.Journal.Creation;
import io.mintmark.storage.cutoff.Journal.Home;
import io.mintmark.storage.cutoff.JournalKeeper;
import io.mintmark.storage.cutoff.NodeJournal;
import io.mintmark.storage.document.CommandResult;
import io.mintmark.storage.document.DocumentCommand;
import io.mintmark.storage.document.DocumentContent;
import io.mintmark.storage.document.Expectation;
import io.mintmark.storage.document.StoredDocument;
import io.mintmark.storage.memory.MemoryEngine;
import io.mintmark.storage.sqlite.file.ConnectionOpener;
import io.mintmark.storage.write.DocumentBatch;
import io.mintmark.storage.write.Write;
import io.mintmark.support.Eventually;
import io.mintmark.support.Intercepted;
import io.mintmark.support.Opened;
import io.mintmark.support.Party;
import io.mintmark.support.Pending;
import io.mintmark.support.limits.Limits;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node whose own disk fails while what its journal has is on its way home. */
class FailedJournalTest {
    private static final Home SHOP = new Home("shop", "shop00000000000000000.1");
    private static final int LOOKS = 6;

    @AutoClose
    private final Opened opened = new Opened();

    @TempDir
    private Path directory;

    private final AtomicBoolean full = new AtomicBoolean();
    private final AtomicInteger looks = new AtomicInteger();
    private final AtomicInteger pages = new AtomicInteger();

    /** Opens connections to a disk that is full while a test says so. */
    private Connection open(String url) throws SQLException {
        return Intercepted.of(Connection.class, ConnectionOpener.DRIVER.open(url), (method, given, call) -> {
            Object made = call.make(given);
            return made instanceof PreparedStatement statement
                    ? Intercepted.of(PreparedStatement.class, statement, (step, parameters, next) -> {
                        if (full.get() && step.equals("executeUpdate")) {
                            throw new SQLException("database or disk is full");
                        }
                        return next.make(parameters);
                    })
                    : made;
        });
    }

    private Homecoming.Engine engine(Storage storage) {
        return new Homecoming.Engine() {
            @Override
            public boolean isThere() {
                int ignored = looks.incrementAndGet();
                return full.get();
            }

            @Override
            public Optional<Storage> database(String name) {
                return Optional.of(storage);
            }
        };
    }

    private static Write<List<CommandResult>> batch(String id, int letters) {
        DocumentContent content = new DocumentContent(
                "Orders", ("{\"n\":\"" + "x".repeat(letters) + "\"}").getBytes(UTF_8), "{}".getBytes(UTF_8));
        return new DocumentBatch(
                List.of(new DocumentCommand.Put(
                        IdTemplate.parse(id, IdentityPartsSeparator.DEFAULT), Expectation.ANYTHING, content)),
                IdentityPartsSeparator.DEFAULT);
    }

    /** Opens a database whose engine is not there, and whose node keeps documents in {@code journal}. */
    private Storage cutOff(NodeJournal journal, AtomicInteger etags) {
        MemoryEngine memory = new MemoryEngine();
        DatabaseEntry entry = memory.create("shop", "{}".getBytes(UTF_8));
        Storage engine =
                Intercepted.of(Storage.class, opened.add(memory.open(entry)), (method, given, call) -> switch (method) {
                    case "writes" -> WriteState.UNREACHABLE;
                    case "drawEtagAhead" -> OptionalLong.of(etags.incrementAndGet());
                    default -> call.make(given);
                });
        return new JournalKeeper(Optional.of(journal), NodeTag.of("A"), Clock.systemUTC()).around(entry, engine);
    }

    /** Those that are reserved must last for the outage, and a refusal must not blame them in the end. */
    @Test
    void shouldSpendNoEtagOnWhatItsJournalHasNoRoomFor() {
        AtomicInteger etags = new AtomicInteger();
        NodeJournal journal =
                opened.add(new NodeJournal(() -> JournalFile.open(directory, Limits.DEFAULT, 1_000), false));
        Storage shop = cutOff(journal, etags);
        String uuid = "orders/00000000-0000-4000-8000-000000000001";
        assertThat(shop.write(batch(uuid, 900))).hasSize(1);
        assertThat(etags).hasValue(1);

        for (int tries = 0; tries < 3; tries++) {
            assertThatThrownBy(() -> shop.write(batch("users/", 900)))
                    .isInstanceOf(StorageUnreachableException.class)
                    .hasMessageContaining("--journal-bytes");
        }

        assertThat(etags).hasValue(1);
        assertThat(shop.write(batch(uuid, 900))).as("it is there already").hasSize(1);
        assertThat(shop.write(batch("users/", 9))).as("it fits").hasSize(1);
    }

    @Test
    void shouldSpendNoEtagWhileItsJournalTakesNothing() {
        AtomicInteger etags = new AtomicInteger();
        NodeJournal journal = opened.add(
                new NodeJournal(() -> JournalFile.open(directory, Limits.DEFAULT, 1_000, this::open), false));
        Storage shop = cutOff(journal, etags);
        assertThat(shop.write(batch("users/", 9))).hasSize(1);
        assertThat(journal.hasFailed()).isFalse();
        full.set(true);
        assertThatThrownBy(() -> shop.write(batch("users/", 9))).isInstanceOf(StorageFailedException.class);
        int before = etags.get();

        for (int tries = 0; tries < 3; tries++) {
            assertThatThrownBy(() -> shop.write(batch("users/", 9)))
                    .isInstanceOf(StorageFailedException.class)
                    .hasMessageStartingWith("The journal of this node stopped taking writes")
                    .hasMessageContaining("restart the server");
        }

        assertThat(etags).hasValue(before);
        assertThat(journal.hasFailed()).isTrue();
    }

    /** Returns what answers as a database of that life to which everything comes home. */
    private Storage home(String life) {
        MemoryEngine memory = new MemoryEngine();
        Storage storage = opened.add(memory.open(memory.create("any", "{}".getBytes(UTF_8))));
        return Intercepted.of(Storage.class, storage, (method, given, call) -> switch (method) {
            case "life" -> life;
            case "submit" -> {
                int ignored = pages.incrementAndGet();
                yield Pending.done(((DocumentBatch.Homecoming) given[0])
                        .documents().stream().map(any -> Optional.empty()).toList());
            }
            default -> call.make(given);
        });
    }

    private static StoredDocument document() {
        return new StoredDocument(
                DocumentId.of("a"),
                new DocumentContent("Orders", "{}".getBytes(UTF_8), "{}".getBytes(UTF_8)),
                "A:1-shop",
                1,
                Instant.EPOCH);
    }

    /** Returns a journal that has one document for each home. */
    private Journal journalOf(Home... homes) {
        Journal journal = JournalFile.open(directory, Limits.DEFAULT, 1_000, this::open);
        for (Home home : homes) {
            assertThat(journal.append(home, List.of(new Creation(document(), false)), Party.NOBODY)
                            .await())
                    .hasSize(1);
        }
        return journal;
    }

    /** What a commit would have changed is counted before it, and looked up again once that failed. */
    @Test
    void shouldCountWhatItHasAfterACommitThatFailed() {
        AtomicBoolean failing = new AtomicBoolean();
        Journal journal = opened.add(JournalFile.open(
                directory,
                Limits.DEFAULT,
                1_000,
                url -> Intercepted.of(Connection.class, ConnectionOpener.DRIVER.open(url), (method, given, call) -> {
                    if (failing.get() && method.equals("prepareStatement") && given[0].equals("COMMIT")) {
                        throw new SQLException("database or disk is full");
                    }
                    return call.make(given);
                })));
        assertThat(journal.append(SHOP, List.of(new Creation(document(), false)), Party.NOBODY)
                        .await())
                .hasSize(1);
        failing.set(true);
        assertThatThrownBy(() -> journal.settle(journal.oldest(SHOP, 0, 9), List.of()))
                .isInstanceOf(StorageFailedException.class);

        journal.refresh();

        assertThat(journal.fill().entries()).isEqualTo(1);
        assertThat(journal.isEmpty()).isFalse();
        journal.refresh();
        assertThat(journal.hasFailed()).isTrue();
    }

    /** Nobody foresees how an engine fails; what it does to one database keeps nothing of another one away. */
    @Test
    void shouldBringTheRestHomeWhereOneDatabaseFailsUnforeseen() {
        Home other = new Home("other", "other0000000000000000.1");
        Journal journal = journalOf(SHOP, other);
        NodeJournal kept = opened.add(new NodeJournal(() -> journal, true));
        Homecoming.Engine engine = new Homecoming.Engine() {
            @Override
            public boolean isThere() {
                return true;
            }

            @Override
            public Optional<Storage> database(String name) {
                if (name.equals(SHOP.name())) {
                    throw new IllegalStateException("unforeseen");
                }
                return Optional.of(home(other.life()));
            }
        };

        Homecoming ignored = opened.add(Homecoming.begin(kept, engine, Clock.systemUTC()));

        Eventually.until("the other one's is home", () -> journal.homes().equals(List.of(SHOP)));
    }

    /** What is sent again and again costs the engine as much each time. */
    @Test
    void shouldNotSendHomeAgainWhatItCannotForget() {
        Journal journal = journalOf(SHOP);
        NodeJournal kept = opened.add(new NodeJournal(() -> journal, true));
        Homecoming ignored = opened.add(Homecoming.begin(kept, engine(home(SHOP.life())), Clock.systemUTC()));

        full.set(true);
        Eventually.until("it was sent home", () -> pages.get() > 0);
        int before = looks.get();
        Eventually.until("it looked some times more", () -> looks.get() >= before + LOOKS);

        assertThat(pages).hasValue(1);
        assertThat(journal.fill().entries()).as("it is safe").isEqualTo(1);
    }
}
