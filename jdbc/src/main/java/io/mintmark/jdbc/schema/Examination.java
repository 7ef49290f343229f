package io.mintmark.jdbc.schema;

import io.mintmark.internal.Sleeper;
import io.mintmark.internal.Ticker;
import io.mintmark.jdbc.CounterDescription;
import io.mintmark.jdbc.FoundCounter;
import io.mintmark.jdbc.database.Dialect;
import io.mintmark.jdbc.schema.EndJudge.Rates;
import io.mintmark.jdbc.schema.HighestIds.KeyIds;
import io.mintmark.jdbc.schema.SchemaReport.Finding;
import io.mintmark.jdbc.schema.SchemaReport.NotJudged;
import io.mintmark.jdbc.schema.SchemaView.ColumnName;
import io.mintmark.jdbc.schema.SchemaView.KeyColumn;
import io.mintmark.range.RangeSourceException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** One look at a schema: reads, judges, and changes nothing. Used once, by one thread. */
final class Examination {
    private final Connection connection;
    private final Dialect dialect;
    private final SchemaCatalog catalog;
    private final LookSettings settings;
    private final Clocks clocks;
    private final List<Finding> findings = new ArrayList<>();
    private final List<NotJudged> notJudged = new ArrayList<>();
    private final List<Repair> repairs = new ArrayList<>();
    private final Map<KeyColumn, KeyIds> ids = new LinkedHashMap<>();
    private final HighestIds highest;

    /** How time passes between two looks. */
    record Clocks(Ticker ticker, Sleeper sleeper) {}

    Examination(Connection connection, Dialect dialect, SchemaCatalog catalog, LookSettings settings, Clocks clocks) {
        this.connection = connection;
        this.dialect = dialect;
        this.catalog = catalog;
        this.settings = settings;
        this.clocks = clocks;
        this.highest = new HighestIds(connection, dialect);
    }

    /**
     * Looks at everything.
     *
     * @param rows counters that are rows of a table
     * @param raiser what raises counters that are found behind
     */
    SchemaReport run(List<FoundCounter> rows, Repair.Raiser raiser) throws SQLException {
        SchemaView view = catalog.read(connection, settings.schemas());
        notJudged.addAll(view.leftOut());
        settings.schemas().stream()
                .filter(schema -> !view.shows(schema))
                .sorted()
                .forEach(schema -> notJudged.add(new NotJudged(
                        schema, "no numeric key is seen in this schema; check its spelling, and rights", false)));
        FeedFinder finder = new FeedFinder(view, settings.mapped(), rows, dialect.schema(connection)).run();
        notJudged.addAll(finder.notJudged());
        readIds(view, finder.feeds());
        judge(view, finder.feeds(), raiser);
        WorkerLook workers = new WorkerLook(connection, dialect);
        for (WorkerTable table : settings.workers()) {
            workers.at(table);
        }
        findings.addAll(workers.findings());
        notJudged.addAll(workers.notJudged());
        findings.sort(Comparator.comparing(finding -> finding.fault().severity()));
        return new SchemaReport(
                dialect.name(),
                view.keys().size(),
                findings.stream().distinct().toList(),
                notJudged.stream().distinct().toList(),
                repairs);
    }

    /** Reads the ids of keys that are counted; those of the others tell nothing. */
    private void readIds(SchemaView view, List<Feed> feeds) throws SQLException {
        for (KeyColumn key : view.keys()) {
            if (key.byItself() || feeds.stream().anyMatch(feed -> feed.key().equals(key))) {
                KeyIds seen = highest.of(key);
                ids.put(key, seen);
                if (!seen.isSeen()) {
                    notJudged.add(new NotJudged(key.toString(), seen.unseen(), false));
                }
            }
        }
    }

    private void judge(SchemaView view, List<Feed> feeds, Repair.Raiser raiser) throws SQLException {
        CounterLook look = new CounterLook(connection, dialect, catalog, view);
        List<CounterCase> patients = look.at(feeds);
        EndJudge ends = new EndJudge(ids, rates(view, feeds, patients));
        notJudged.addAll(look.notJudged());
        for (CounterCase patient : patients) {
            PlaceJudge place = new PlaceJudge(ids, highest, settings.farBlocks()).judge(patient);
            findings.addAll(place.findings());
            notJudged.addAll(place.notJudged());
            findings.addAll(ShapeJudge.judge(patient));
            patient.feeds()
                    .forEach(feed ->
                            ends.judge(patient, feed, place.isLone(feed)).ifPresent(findings::add));
            repair(patient, place, raiser);
        }
        view.keys().stream()
                .filter(key -> key.byItself()
                        && feeds.stream().noneMatch(feed -> feed.key().equals(key)))
                .forEach(key -> ends.judge(key).ifPresent(findings::add));
        findings.addAll(WaysJudge.judge(patients));
    }

    private Rates rates(SchemaView view, List<Feed> feeds, List<CounterCase> first) throws SQLException {
        if (settings.window().isZero()) {
            return Rates.UNKNOWN;
        }
        long began = clocks.ticker().nanos();
        try {
            clocks.sleeper().sleep(settings.window().toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RangeSourceException("The counters were not looked at again: the thread was interrupted.", e);
        }
        List<CounterCase> second = new CounterLook(connection, dialect, catalog, view).at(feeds);
        return Rates.between(first, second, clocks.ticker().nanos() - began);
    }

    private KeyIds seen(KeyColumn key) {
        return ids.getOrDefault(key, KeyIds.unseen(0, "nobody looked"));
    }

    /**
     * A counter is raised above the ids of all tables that it fills, but for those whose highest row stands alone, or
     * was not seen: to see it, a raise would read the whole table while programs wait for the sequence.
     */
    private void repair(CounterCase patient, PlaceJudge place, Repair.Raiser raiser) {
        List<KeyColumn> keys = patient.feeds().stream()
                .filter(feed -> !place.isLone(feed))
                .map(Feed::key)
                .filter(key -> seen(key).isSeen())
                .distinct()
                .toList();
        long top = keys.stream()
                .mapToLong(key -> seen(key).highest().orElse(0))
                .max()
                .orElse(0);
        List<ColumnName> names = keys.stream().map(KeyColumn::name).toList();
        Set<CounterDescription> rules = place.raised().stream()
                .map(feed -> feed.raisedBy(patient.increment()))
                .collect(Collectors.toSet());
        for (CounterDescription counter : rules) {
            RaisePlan plan = new RaisePlan(dialect, counter, patient.state());
            if (plan.isPossible(top)) {
                repairs.add(new Repair(counter, patient.name(), names, plan.statements(names, top), raiser));
            }
        }
    }

    /**
     * What a look is told.
     *
     * @param schemas the schemas; empty for all but the system's
     * @param mapped what programs say of their tables
     * @param workers tables of worker numbers
     * @param farBlocks how many blocks a counter may stand above the ids
     * @param window how long to wait for a second look at the counters; zero for none
     */
    record LookSettings(
            Set<String> schemas, List<MappedTable> mapped, List<WorkerTable> workers, long farBlocks, Duration window) {

        /** Copies the collections. */
        LookSettings {
            schemas = Set.copyOf(schemas);
            mapped = List.copyOf(mapped);
            workers = List.copyOf(workers);
        }
    }
}
