package io.mintmark.storage.postgresql.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.mintmark.storage.postgresql.TestPostgres;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** What comes between two groups, on a connection of its own. */
class LentConnectionTest {

    /** An engine that ended the session says why; the attempt to undo says only that it is gone. */
    @Test
    void shouldTellWhyASessionEndedAndNotThatItCannotBeUndone() {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(TestPostgres.fresh());
        LentConnection lent = new LentConnection(source);

        SQLException told = catchThrowableOfType(
                SQLException.class,
                () -> lent.aside(connection -> {
                    try (Statement statement = connection.createStatement()) {
                        boolean ignored = statement.execute("SELECT pg_terminate_backend(pg_backend_pid())");
                    }
                }));

        assertThat(told.getSQLState()).isEqualTo("57P01");
    }
}
