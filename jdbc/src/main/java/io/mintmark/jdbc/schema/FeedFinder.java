package io.mintmark.jdbc.schema;

import io.mintmark.counter.BlockRule;
import io.mintmark.document.KeyForm;
import io.mintmark.jdbc.CounterDescription;
import io.mintmark.jdbc.FoundCounter;
import io.mintmark.jdbc.StoredValue;
import io.mintmark.jdbc.database.CounterAccess;
import io.mintmark.jdbc.database.SqlName;
import io.mintmark.jdbc.internal.store.Spelling;
import io.mintmark.jdbc.schema.SchemaReport.NotJudged;
import io.mintmark.jdbc.schema.SchemaView.ColumnName;
import io.mintmark.jdbc.schema.SchemaView.KeyColumn;
import io.mintmark.jdbc.schema.SchemaView.SequenceUse;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Finds by what each key is counted: by a program's word, by its default, by ownership, and last by name.
 *
 * <p>A program's word does not hide a default, because both may give ids; ownership and names are asked only where
 * neither is known. Used once, by one thread.
 */
final class FeedFinder {
    /** The next value and nothing else; PostgreSQL may write a cast around it. */
    private static final Pattern PLAIN_NEXT = Pattern.compile(
            "(?i)\\(*nextval\\('(?:[^']|'')+'::regclass\\)\\)*(?:::[a-z0-9 ]+)?|next value for .+|nextval\\(.+`\\)");

    /** EF Core's, and Hibernate's up to 5. */
    private static final Set<String> OF_MODELS = Set.of("EntityFrameworkHiLoSequence", "hibernate_sequence");

    private final SchemaView view;
    private final List<MappedTable> mapped;
    private final List<FoundCounter> rows;
    private final String here;
    private final Set<SqlName> tables;
    private final Set<SqlName> sequences;
    private final List<Feed> feeds = new ArrayList<>();
    private final List<NotJudged> notJudged = new ArrayList<>();

    /**
     * Prepares the search among {@code rows}, the counters that are rows of a table, and what {@code view} shows; names
     * without a schema are in the one that is {@code here}.
     */
    FeedFinder(SchemaView view, List<MappedTable> mapped, List<FoundCounter> rows, String here) {
        this.view = view;
        this.mapped = mapped;
        this.rows = rows;
        this.here = here;
        this.tables = view.keys().stream().map(key -> key.name().table()).collect(Collectors.toSet());
        this.sequences = view.sequences().stream().map(SequenceUse::name).collect(Collectors.toSet());
    }

    List<Feed> feeds() {
        return feeds;
    }

    List<NotJudged> notJudged() {
        return notJudged;
    }

    FeedFinder run() {
        mapped.stream()
                .filter(one -> view.keys().stream().noneMatch(key -> isOf(one, key)))
                .forEach(this::missing);
        view.keys().forEach(this::find);
        return this;
    }

    private void missing(MappedTable one) {
        notJudged.add(new NotJudged(
                one.table() + (one.column().isEmpty() ? "" : "." + one.column()),
                "a mapping names it, and no table of that name has such a numeric key here; check schema and spelling",
                false));
    }

    private void find(KeyColumn key) {
        int before = feeds.size();
        int told = notJudged.size();
        byMapping(key);
        byDefault(key);
        if (feeds.size() == before && notJudged.size() == told) {
            byOwnership(key);
        }
        if (feeds.size() == before && notJudged.size() == told) {
            byName(key);
        }
        if (feeds.size() == before && notJudged.size() == told && !key.byItself()) {
            unknown(key);
        }
    }

    private boolean isOf(MappedTable one, KeyColumn key) {
        return meant(one.table(), tables).equals(Optional.of(key.name().table()))
                && (one.column().isEmpty()
                        || one.column().equalsIgnoreCase(key.name().column()));
    }

    /** Returns the object that a program means by a name: one that is called so, or else as the database folded it. */
    private Optional<SqlName> meant(SqlName said, Set<SqlName> objects) {
        SqlName whole = said.schema().isEmpty() ? said.inSchema(here) : said;
        return Spelling.of(whole).stream().filter(objects::contains).findFirst();
    }

    private void byMapping(KeyColumn key) {
        mapped.stream().filter(one -> isOf(one, key)).forEach(one -> {
            if (!(one.counter().access() instanceof CounterAccess.Sequence sequence)) {
                feeds.add(new Feed(key, one.counter(), Feed.Source.MAPPING));
                return;
            }
            Optional<SqlName> found = meant(sequence.name(), sequences);
            found.ifPresentOrElse(
                    name -> feeds.add(new Feed(
                            key, one.counter().sequence(name.name()).schema(name.schema()), Feed.Source.MAPPING)),
                    () -> notJudged.add(new NotJudged(
                            key.toString(),
                            "its mapping counts with the sequence " + sequence.name() + ", which is not there",
                            false)));
        });
    }

    private void byDefault(KeyColumn key) {
        view.sequences().stream()
                .filter(use -> use.defaults().contains(key.name()))
                .forEach(use -> {
                    if (key.expression().isEmpty()
                            || PLAIN_NEXT.matcher(key.expression()).matches()) {
                        feeds.add(new Feed(key, plain(use.name()), Feed.Source.DEFAULT));
                    } else {
                        notJudged.add(new NotJudged(
                                key.toString(),
                                "its default " + key.expression() + " makes something else of the sequence "
                                        + use.name(),
                                false));
                    }
                });
    }

    private void byOwnership(KeyColumn key) {
        view.sequences().stream()
                .filter(use -> use.owner().filter(key.name()::equals).isPresent())
                .forEach(use -> feeds.add(new Feed(key, plain(use.name()), Feed.Source.OWNERSHIP)));
    }

    private void byName(KeyColumn key) {
        Set<String> names = namesFor(key.name());
        view.sequences().stream()
                .filter(use -> use.name().schema().equals(key.name().table().schema()))
                .filter(use -> use.defaults().isEmpty() && use.owner().isEmpty() && !isMapped(use.name()))
                .filter(use -> names.contains(use.name().name().toLowerCase(Locale.ROOT)))
                .forEach(use -> feeds.add(new Feed(key, plain(use.name()), Feed.Source.NAME)));
        int before = feeds.size();
        List<FoundCounter> rowsNamed = rowsNamed(key);
        rowsNamed.stream()
                .filter(FeedFinder::isOurs)
                .forEach(found -> feeds.add(new Feed(key, found.description(), Feed.Source.NAME)));
        if (feeds.size() > before) {
            rowsNamed.stream().filter(found -> !isOurs(found)).forEach(found -> besideOurs(key, found));
        }
    }

    private static boolean isOurs(FoundCounter found) {
        return found.description().access() instanceof CounterAccess.Row row
                && row.serial().isPresent();
    }

    /** Either row may give the ids, and only ours is judged. */
    private void besideOurs(KeyColumn key, FoundCounter other) {
        notJudged.add(new NotJudged(
                key.toString(),
                "the row " + other.description().name() + " has its name, too, and does not show by which rule programs"
                        + " count: say it by a mapping, or delete the row if nobody counts with it any more",
                false));
    }

    private boolean isMapped(SqlName sequence) {
        return mapped.stream()
                .map(one -> one.counter().access())
                .anyMatch(access -> access instanceof CounterAccess.Sequence
                        && meant(access.name(), sequences).equals(Optional.of(sequence)));
    }

    private static Set<String> namesFor(ColumnName key) {
        String table = key.table().name().toLowerCase(Locale.ROOT);
        String column = key.column().toLowerCase(Locale.ROOT);
        return Set.of(table + "_seq", table + "_" + column + "_seq", table + "_sequence", "seq_" + table);
    }

    /** Returns the rows that have a table's name: those in its schema, or else those that have no such table beside. */
    private List<FoundCounter> rowsNamed(KeyColumn key) {
        String table = KeyForm.of(key.name().table().name());
        List<FoundCounter> named = rows.stream()
                .filter(found -> found.description().access() instanceof CounterAccess.Row row
                        && row.where().values().stream()
                                .anyMatch(
                                        name -> KeyForm.of(String.valueOf(name)).equals(table)))
                .toList();
        List<FoundCounter> near =
                named.stream().filter(found -> isIn(schemaOf(found), key)).toList();
        return near.isEmpty()
                ? named.stream()
                        .filter(found -> view.keys().stream()
                                .noneMatch(other -> isIn(schemaOf(found), other)
                                        && KeyForm.of(other.name().table().name())
                                                .equals(table)))
                        .toList()
                : near;
    }

    private String schemaOf(FoundCounter found) {
        String schema = found.description().access().name().schema();
        return schema.isEmpty() ? here : schema;
    }

    private static boolean isIn(String schema, KeyColumn key) {
        return key.name().table().schema().equals(schema);
    }

    private void unknown(KeyColumn key) {
        String why = key.expression().isEmpty()
                ? "no counter is known for it; say by a mapping how programs make its ids"
                : "its default " + key.expression() + " is no plain next value of a sequence";
        String row = rowsNamed(key).stream()
                .findFirst()
                .map(found -> found.description().name())
                .orElse("");
        if (key.foreign()) {
            why = "it has the ids of another table";
        } else if (key.expression().isEmpty() && row.isEmpty() && ofModel().isPresent()) {
            why = "no counter is known for it; the sequence " + ofModel().get() + " may be: say by a mapping how"
                    + " programs make its ids";
        } else if (!row.isEmpty()) {
            why = "the row " + row
                    + " has its name and does not show by which rule programs count: say it by a mapping";
        }
        notJudged.add(new NotJudged(key.toString(), why, key.foreign()));
    }

    /** Returns whether a counter fills tables of a whole model, some of which no mapping may name. */
    static boolean isOfModel(Feed feed) {
        return OF_MODELS.contains(feed.counter().access().name().name());
    }

    /** Returns a sequence from which all entities of a model take their ids, if there is one. */
    private Optional<SqlName> ofModel() {
        return view.sequences().stream()
                .map(SequenceUse::name)
                .filter(name -> OF_MODELS.contains(name.name()))
                .findFirst();
    }

    /** Returns a sequence each value of which is one id; its block becomes the sequence's step once that is read. */
    private static CounterDescription plain(SqlName sequence) {
        return new CounterDescription(
                sequence.toString(),
                new CounterAccess.Sequence(sequence),
                StoredValue.NEXT,
                BlockRule.low(1),
                List.of());
    }
}
