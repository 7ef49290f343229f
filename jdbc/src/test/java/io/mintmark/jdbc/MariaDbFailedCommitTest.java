package io.mintmark.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A backup that keeps commits out and statements not: MariaDB gives a commit up that would wait. */
class MariaDbFailedCommitTest extends FailedCommitBehaviour {
    private Connection backup;

    @Override
    Place place() {
        HikariDataSource source = (HikariDataSource) TestDatabase.MARIADB.source();
        return new Place(
                source.getJdbcUrl() + "&sessionVariables=lock_wait_timeout=0",
                source.getUsername(),
                source.getPassword());
    }

    @BeforeEach
    void connectBackup() throws SQLException {
        backup = beside();
    }

    @AfterEach
    void closeBackup() throws SQLException {
        if (backup != null) {
            backup.close();
        }
    }

    @Override
    void refuseCommits(String table) throws SQLException {
        backup("BACKUP STAGE START", "BACKUP STAGE BLOCK_COMMIT");
    }

    @Override
    void allowCommits(String table) throws SQLException {
        backup("BACKUP STAGE END");
    }

    private void backup(String... statements) throws SQLException {
        try (Statement statement = backup.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }
}
