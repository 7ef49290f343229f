package io.mintmark.hibernate.takeover;

import io.mintmark.counter.ExhaustedException;
import io.mintmark.counter.MisplacedCounterException;
import io.mintmark.hibernate.takeover.CounterReading.Place;
import io.mintmark.jdbc.CounterBelowIdsException;
import io.mintmark.jdbc.CounterDescription;
import io.mintmark.jdbc.JdbcCounter;
import io.mintmark.jdbc.JdbcCounterBuilder;
import io.mintmark.jdbc.JdbcRanges;
import io.mintmark.jdbc.StoredValue;
import io.mintmark.jdbc.database.CounterAccess;
import io.mintmark.jdbc.database.SqlName;
import io.mintmark.jdbc.database.UnsafeCounterException;
import io.mintmark.range.RangeSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import javax.sql.DataSource;

/** Counters that Hibernate draws from, over the unit's connections: the only place here that knows mintmark-jdbc. */
final class SharedCounters {
    private final JdbcRanges ranges;
    private final SchemaNames names;

    SharedCounters(DataSource connections, SchemaNames names) {
        this.ranges = JdbcRanges.over(connections);
        this.names = names;
    }

    /**
     * Looks at a counter, and returns it if it is what {@code reading} says.
     *
     * @param ids where the ids are that it gave; it must stand above them
     * @throws UnreadException with the reason if it is something else, or this login may not use it as we do
     * @throws CounterBelowIdsException if it stands below the ids
     * @throws io.mintmark.range.RangeSourceException if the database cannot be reached
     */
    RangeSource open(CounterReading reading, List<IdPlace> ids) {
        JdbcCounterBuilder builder = ranges.counter(described(reading));
        for (IdPlace place : ids) {
            builder.ids(
                    named(names.of(place.table()), names.object(place.table())),
                    names.column(place.column(), place.quoted()));
        }
        try {
            JdbcCounter counter = builder.build();
            requireSpelt(reading.place(), counter.description().access().name());
            return counter;
        } catch (CounterBelowIdsException e) {
            throw e;
        } catch (UnsafeCounterException | MisplacedCounterException | ExhaustedException e) {
            throw new UnreadException(String.valueOf(e.getMessage()));
        }
    }

    /** A name that differs in case is found where nothing has the given one; in quotes it means something else. */
    private static void requireSpelt(Place place, SqlName found) {
        if (place.quoted() && !found.equals(named(place.schema(), place.object()))) {
            throw new UnreadException("its name is in quotes, and nothing has it: " + place + "; there is " + found);
        }
    }

    private static CounterDescription described(CounterReading reading) {
        return new CounterDescription(
                reading.place().name(),
                access(reading.place()),
                reading.storesLastUsed() ? StoredValue.LAST_USED : StoredValue.NEXT,
                reading.rule(),
                List.of());
    }

    private static CounterAccess access(Place place) {
        SqlName name = named(place.schema(), place.object());
        return switch (place.kind()) {
            case SEQUENCE -> new CounterAccess.Sequence(name, false);
            case SINGLE_ROW -> row(name, place, Map.of(), OptionalLong.empty());
            case NAMED_ROW -> row(name, place, Map.of(place.keyColumn(), place.row()), place.createdAt());
        };
    }

    private static CounterAccess row(SqlName table, Place place, Map<String, Object> where, OptionalLong createdAt) {
        return new CounterAccess.Row(table, place.column(), where, createdAt, Optional.empty(), Optional.empty());
    }

    private static SqlName named(String schema, String name) {
        return new SqlName(schema, name);
    }
}
