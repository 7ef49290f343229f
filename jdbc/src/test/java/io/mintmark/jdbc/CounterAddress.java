package io.mintmark.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import io.mintmark.range.RangeSource;
import io.mintmark.testkit.OtherProgram;
import io.mintmark.testkit.RangeSourceOpener;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.h2.tools.Server;

/**
 * The place of a counter, in words that another program understands.
 *
 * @param database where it is
 * @param preset by which rule it counts, or {@link #OWN}
 * @param setting the preset's setting
 * @param place the name of our own counter, or of a table or sequence
 * @param ceiling the highest number
 */
record CounterAddress(TestDatabase database, String preset, long setting, String place, long ceiling) {
    static final String OWN = "own";

    private static final int CONNECTIONS_MAX = 4;
    private static final int ATTEMPTS = 64;

    static CounterAddress own(TestDatabase database, String name) {
        return new CounterAddress(database, OWN, 0, name, Long.MAX_VALUE);
    }

    static CounterAddress of(TestDatabase database, Preset preset, long setting, String place) {
        return new CounterAddress(database, preset.name(), setting, place, Long.MAX_VALUE);
    }

    CounterAddress endingAt(long last) {
        return new CounterAddress(database, preset, setting, place, last);
    }

    /** Opens the counter in this program. */
    RangeSource open() {
        return open(database.source());
    }

    private RangeSource open(DataSource source) {
        JdbcRanges ranges = JdbcRanges.over(source);
        JdbcCounterBuilder counter = preset.equals(OWN) ? ranges.counter(place) : ranges.counter(description());
        return counter.attempts(ATTEMPTS).ceiling(ceiling).build();
    }

    private CounterDescription description() {
        CounterDescription counter = Preset.valueOf(preset).counter(setting);
        return counter.access() instanceof io.mintmark.jdbc.database.CounterAccess.Row
                ? counter.table(place)
                : counter.sequence(place);
    }

    /** Opens the counter in a JVM of its own. */
    OtherProgram openElsewhere() {
        HikariDataSource here = (HikariDataSource) database.source();
        String url = database == TestDatabase.H2 ? H2Door.url() : here.getJdbcUrl();
        return OtherProgram.open(
                Opener.class,
                String.join(
                        "\n",
                        List.of(
                                url,
                                String.valueOf(here.getUsername()),
                                String.valueOf(here.getPassword()),
                                database.name(),
                                preset,
                                Long.toString(setting),
                                place,
                                Long.toString(ceiling))));
    }

    /** The other program's part. */
    static final class Opener implements RangeSourceOpener {
        @Override
        public RangeSource open(String address) {
            List<String> words = List.of(address.split("\n", -1));
            HikariDataSource pool = Engines.pool(words.get(0), words.get(1), words.get(2));
            pool.setMaximumPoolSize(CONNECTIONS_MAX);
            return new CounterAddress(
                            TestDatabase.valueOf(words.get(3)),
                            words.get(4),
                            Long.parseLong(words.get(5)),
                            words.get(6),
                            Long.parseLong(words.get(7)))
                    .open(pool);
        }
    }

    /** Lets other programs into the database in this one's memory. */
    private static final class H2Door {
        private static final Server SERVER = start();

        private H2Door() {}

        private static Server start() {
            try {
                return Server.createTcpServer("-tcpPort", "0", "-tcpDaemon").start();
            } catch (SQLException e) {
                throw new AssertionError(e);
            }
        }

        static String url() {
            return "jdbc:h2:tcp://localhost:" + SERVER.getPort() + "/mem:counters";
        }
    }
}
