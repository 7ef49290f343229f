package io.mintmark.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;

/** A constraint that PostgreSQL looks at when a transaction ends, after every statement of it succeeded. */
class PostgresFailedCommitTest extends FailedCommitBehaviour {

    @Override
    Place place() {
        HikariDataSource source = (HikariDataSource) TestDatabase.POSTGRES.source();
        return new Place(source.getJdbcUrl(), source.getUsername(), source.getPassword());
    }

    @BeforeEach
    void makeWhatRefuses() throws SQLException {
        execute("CREATE OR REPLACE FUNCTION refuse_commit() RETURNS trigger LANGUAGE plpgsql AS"
                + " $$ BEGIN RAISE EXCEPTION 'this commit fails'; END $$");
    }

    @Override
    void refuseCommits(String table) throws SQLException {
        execute("CREATE CONSTRAINT TRIGGER refused AFTER INSERT OR UPDATE ON " + table
                + " DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_commit()");
    }

    @Override
    void allowCommits(String table) throws SQLException {
        execute("DROP TRIGGER refused ON " + table);
    }
}
