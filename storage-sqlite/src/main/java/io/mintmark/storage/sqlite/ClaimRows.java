package io.mintmark.storage.sqlite;

import io.mintmark.MintmarkException;
import io.mintmark.document.KeyForm;
import io.mintmark.document.NodeTag;
import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.Setting;
import io.mintmark.storage.cutoff.ClaimRecord;
import io.mintmark.storage.sql.RowReader;
import io.mintmark.storage.sql.Statements;
import io.mintmark.support.SharedText;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a node must know to start without its engine, as rows of its journal: {@link JournalRows#spend} raises what is
 * spent of a block. Safe for any number of threads.
 */
final class ClaimRows implements ClaimRecord {
    private static final Logger LOG = LoggerFactory.getLogger(ClaimRows.class);

    private static final String IDENTITY = "SELECT store, store_id, tag, ceiling FROM claim";
    private static final String ACCESS = "SELECT access, access_list FROM claim";
    private static final String KEEP = "INSERT INTO claim VALUES (1, ?, ?, ?, ?, ?, ?) ON CONFLICT (one) DO UPDATE SET"
            + " store = excluded.store, store_id = excluded.store_id, tag = excluded.tag, ceiling = excluded.ceiling,"
            + " access = excluded.access, access_list = excluded.access_list";
    private static final String IS_OTHER = "SELECT count(*) FROM claim WHERE store_id <> ? OR tag <> ?";
    private static final String KEEP_ACCESS = "UPDATE claim SET access = ?, access_list = ?";
    private static final String KEEP_SETTING = "INSERT INTO setting VALUES (?, ?, ?) ON CONFLICT (name) DO UPDATE SET"
            + " etag = excluded.etag, value = excluded.value WHERE excluded.etag > setting.etag";
    private static final String BLOCK =
            "SELECT number, name, life, database_id, spent, ending FROM known WHERE key = ?";

    private final JournalFile file;
    private final AtomicBoolean failing = new AtomicBoolean();

    ClaimRows(JournalFile file) {
        this.file = file;
    }

    private <T> Optional<T> row(RowReader<T> reader, String sql, Object... parameters) {
        return file.look(rows -> Statements.row(rows.connection(), reader, sql, parameters));
    }

    private void change(String sql, Object... parameters) {
        int ignored = file.change(rows -> Statements.execute(rows.connection(), sql, parameters));
    }

    @Override
    public Optional<Identity> identity() {
        return row(
                row -> new Identity(row.getString(1), row.getString(2), NodeTag.of(row.getString(3)), row.getLong(4)),
                IDENTITY);
    }

    @Override
    public void keep(Identity identity, SharedText.State access) {
        boolean ignored = file.change(rows -> {
            Connection connection = rows.connection();
            if (Statements.one(
                            connection,
                            IS_OTHER,
                            identity.storeId(),
                            identity.tag().text())
                    > 0) {
                Statements.execute(connection, "DELETE FROM known");
                Statements.execute(connection, "DELETE FROM setting");
            }
            Statements.execute(
                    connection,
                    KEEP,
                    identity.store(),
                    identity.storeId(),
                    identity.tag().text(),
                    identity.ceiling(),
                    access.version(),
                    access.text().orElse(""));
            return true;
        });
    }

    @Override
    public SharedText.State access() {
        return row(
                        row -> new SharedText.State(
                                row.getLong(1), Optional.of(row.getString(2)).filter(text -> !text.isEmpty())),
                        ACCESS)
                .orElseGet(() -> new SharedText.State(0, Optional.empty()));
    }

    @Override
    public void keepAccess(SharedText.State access) {
        change(KEEP_ACCESS, access.version(), access.text().orElse(""));
    }

    @Override
    public Optional<Setting> setting(String name) {
        return row(
                row -> new Setting(row.getLong(1), row.getBytes(2)),
                "SELECT etag, value FROM setting WHERE name = ?",
                name);
    }

    @Override
    public void keepSetting(String name, Setting setting) {
        change(KEEP_SETTING, name, setting.etag(), setting.value());
    }

    /** A node that cannot keep a block serves on; it says so once. */
    @Override
    public boolean keep(Block block) {
        try {
            boolean kept = file.change(rows -> replace(rows.connection(), block));
            failing.set(false);
            return kept;
        } catch (MintmarkException e) {
            if (!failing.getAndSet(true)) {
                LOG.warn(
                        "The journal cannot keep what this node reserved for a start without its store; it goes on by what"
                                + " it has. {}",
                        e.getMessage());
            }
            return false;
        }
    }

    private static boolean replace(Connection connection, Block block) throws SQLException {
        String key = KeyForm.of(block.database().name());
        Statements.execute(
                connection,
                "DELETE FROM known WHERE key = ? OR number = ?",
                key,
                block.database().number());
        Statements.execute(
                connection,
                "INSERT INTO known VALUES (?, ?, ?, ?, ?, ?, ?)",
                block.database().number(),
                key,
                block.database().name(),
                block.life(),
                block.databaseId(),
                block.after(),
                block.end());
        return true;
    }

    @Override
    public Optional<Block> database(String name) {
        return row(ClaimRows::block, BLOCK, KeyForm.of(name));
    }

    private static Block block(ResultSet row) throws SQLException {
        return new Block(
                new DatabaseEntry(row.getLong(1), row.getString(2)),
                row.getString(3),
                row.getString(4),
                row.getLong(5),
                row.getLong(6));
    }

    @Override
    public List<Long> databases() {
        return file.look(rows ->
                Statements.rows(rows.connection(), row -> row.getLong(1), "SELECT number FROM known ORDER BY number"));
    }

    @Override
    public void forget(long database) {
        change("DELETE FROM known WHERE number = ?", database);
    }
}
