package io.mintmark.jdbc.schema;

import io.mintmark.MintmarkException;
import io.mintmark.counter.BlockRule;
import io.mintmark.jdbc.CounterDescription;
import io.mintmark.jdbc.database.CounterAccess;
import io.mintmark.jdbc.database.CounterState;
import io.mintmark.jdbc.database.Dialect;
import io.mintmark.jdbc.database.SequenceState;
import io.mintmark.jdbc.database.UnsafeCounterException;
import io.mintmark.jdbc.internal.store.OwnRowFinder;
import io.mintmark.jdbc.internal.store.RowReader;
import io.mintmark.jdbc.internal.store.RowSpelling;
import io.mintmark.jdbc.schema.SchemaReport.NotJudged;
import io.mintmark.jdbc.schema.SchemaView.SequenceUse;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads what counters show, each once, and gathers what each of them feeds. Used by one thread. */
final class CounterLook {
    private final Connection connection;
    private final Dialect dialect;
    private final SchemaCatalog catalog;
    private final SchemaView view;
    private final Map<CounterAccess, Gathered> counters = new LinkedHashMap<>();
    private final List<NotJudged> notJudged = new ArrayList<>();

    /** A counter that was read, and what it feeds as far as that is known. */
    private record Gathered(CounterState state, List<Feed> feeds) {}

    CounterLook(Connection connection, Dialect dialect, SchemaCatalog catalog, SchemaView view) {
        this.connection = connection;
        this.dialect = dialect;
        this.catalog = catalog;
        this.view = view;
    }

    List<NotJudged> notJudged() {
        return notJudged;
    }

    /**
     * Returns the counters of {@code all}, each with what it feeds.
     *
     * @throws SQLException if the connection is lost
     */
    List<CounterCase> at(List<Feed> all) throws SQLException {
        for (Feed feed : all) {
            look(feed);
        }
        List<CounterCase> cases = new ArrayList<>();
        counters.forEach((access, gathered) -> cases.add(caseOf(access, gathered)));
        return cases;
    }

    private void look(Feed feed) throws SQLException {
        try {
            CounterAccess access = spelt(feed.counter());
            Gathered gathered = counters.get(access);
            if (gathered == null) {
                gathered = new Gathered(state(access), new ArrayList<>());
                counters.put(access, gathered);
            }
            gathered.feeds().add(sized(feed, access, gathered.state()));
        } catch (SQLException e) {
            notJudged.add(new NotJudged(feed.key().toString(), unread(feed, NotJudged.told(e)), false));
        } catch (MintmarkException | IllegalArgumentException e) {
            notJudged.add(new NotJudged(feed.key().toString(), unread(feed, String.valueOf(e.getMessage())), false));
        }
    }

    private static String unread(Feed feed, String why) {
        return "its counter " + feed.counter().name() + " could not be read: " + why;
    }

    /** Returns the counter under the names that the database has, and without what only a missing row needs. */
    private CounterAccess spelt(CounterDescription counter) throws SQLException {
        if (!(counter.access() instanceof CounterAccess.Row row)) {
            return counter.access();
        }
        CounterAccess.Row found = RowSpelling.require(connection, dialect, row, "the counter " + counter)
                .row();
        return row.serial().isEmpty()
                ? found
                : OwnRowFinder.resolve(
                        connection,
                        dialect,
                        found,
                        String.valueOf(row.where().values().iterator().next()));
    }

    private CounterState state(CounterAccess access) throws SQLException {
        if (access instanceof CounterAccess.Row row) {
            RowSpelling.Found found = RowSpelling.require(connection, dialect, row, "the counter " + row.name());
            return new RowReader(dialect, row, found.type()).one(connection);
        }
        if (access instanceof CounterAccess.Function) {
            throw new UnsafeCounterException("only a call shows where the function " + access.name()
                    + " stands, and moves it; map the row that it moves, such as Preset.MARTEN_ROW");
        }
        Optional<SequenceState> state = dialect.sequence(connection, access.name());
        if (state.isEmpty()) {
            throw new UnsafeCounterException("the sequence " + access.name() + " is not there any more; look again");
        }
        SequenceState shown = state.get();
        if (shown.next().isPresent()) {
            // Whatever the database caches then, it hides nothing.
            return SequenceUse.standingAt(shown, shown.next(), 1);
        }
        return shown.ended() ? shown : catalog.behindCaches(connection, access.name(), shown);
    }

    /** Each value of a sequence that a default draws is one id, and its block ends where the next value is. */
    private static Feed sized(Feed feed, CounterAccess access, CounterState shown) {
        CounterDescription counter = feed.counter();
        boolean plain = access instanceof CounterAccess.Sequence && feed.source() != Feed.Source.MAPPING;
        long step = plain && shown instanceof SequenceState state ? Math.max(1, state.increment()) : 1;
        return new Feed(
                feed.key(),
                new CounterDescription(
                        counter.name(),
                        access,
                        counter.meaning(),
                        plain ? BlockRule.low(step) : counter.rule(),
                        counter.warnings()),
                feed.source());
    }

    private CounterCase caseOf(CounterAccess access, Gathered gathered) {
        Optional<SequenceUse> use = view.sequences().stream()
                .filter(one ->
                        access instanceof CounterAccess.Sequence && one.name().equals(access.name()))
                .findFirst();
        boolean logged = use.map(SequenceUse::logged).orElseGet(() -> !isUnlogged(access));
        return new CounterCase(
                nameOf(access), gathered.state(), logged, use.flatMap(SequenceUse::owner), gathered.feeds());
    }

    private boolean isUnlogged(CounterAccess access) {
        return view.unlogged().stream()
                .anyMatch(table -> table.name().equals(access.name().name())
                        && (access.name().schema().isEmpty()
                                || table.schema().equals(access.name().schema())));
    }

    private static String nameOf(CounterAccess access) {
        return access instanceof CounterAccess.Row row && !row.where().isEmpty()
                ? access.name() + " " + row.where().values().iterator().next()
                : access.name().toString();
    }
}
