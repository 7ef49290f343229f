package io.mintmark.storage.sqlite.write;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.RandomBytes;
import io.mintmark.document.NodeTag;
import io.mintmark.storage.evaluation.IndexWork;
import io.mintmark.storage.index.IndexError;
import io.mintmark.storage.index.IndexProgress;
import io.mintmark.storage.index.IndexReads;
import io.mintmark.storage.index.IndexReplacedException;
import io.mintmark.storage.index.IndexWrite;
import io.mintmark.storage.index.RowKey;
import io.mintmark.storage.sql.QueryRunner;
import io.mintmark.storage.sql.SqlQuery;
import io.mintmark.storage.sql.Statements;
import io.mintmark.storage.sqlite.SqliteReads;
import io.mintmark.storage.sqlite.TestStore;
import io.mintmark.storage.sqlite.file.Schema;
import io.mintmark.storage.sqlite.file.StateRow;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows of indexes in SQLite: what the writer applied is what readers find, index by index. */
final class StoredIndexesTest {
    private static final RowKey GROUP = new RowKey(RowKey.Kind.GROUP, "0a");
    private static final RowKey DOCUMENT = new RowKey(RowKey.Kind.DOCUMENT, "0a");

    private static final Schema.Step FIRST = new Schema.Step("database-1.sql");
    private static final Schema.Step SECOND = new Schema.Step("database-2.sql");
    private static final Schema.Step THIRD = new Schema.Step("database-3.sql");
    private static final Schema.Step FOURTH = new Schema.Step("database-4.sql");
    /** Taken before the fifth, which one test is about: the writer prepares statements on their tables. */
    private static final Schema.Step SIXTH = new Schema.Step("database-6.sql");

    private static final Schema.Step SEVENTH = new Schema.Step("database-7.sql");

    @TempDir
    Path directory;

    @AutoClose
    private Connection connection;

    private WriteTransaction tx;
    private IndexReads reads;

    @BeforeEach
    void open() throws SQLException {
        connection = connect();
        new Schema("index test", FIRST, SECOND, THIRD, FOURTH, SIXTH, SEVENTH).bringUpToDate(connection);
        StateRow state = StateRow.fresh("AAAAAAAAAAAAAAAAAAAAAA", 0);
        state.insert(connection);
        tx = new WriteTransaction(connection, state, TestStore.context(InstantSource.system()));
        putList(new byte[] {1}, 1L, 2L);
        assertThat(tx.state.etag()).as("the first list draws a number").isEqualTo(1);
        reads = new SqliteReads(new OneConnection(connection), "test", NodeTag.of("A"));
    }

    /** Reads what the writer's own connection sees. */
    private record OneConnection(Connection connection) implements QueryRunner {
        @Override
        public <T> T read(SqlQuery query, ResultReader<T> reader) {
            try (PreparedStatement statement = connection.prepareStatement(query.sql())) {
                Statements.bind(statement, query.parameters());
                return reader.of(statement.executeQuery());
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("indexes"));
    }

    private void commit(long index, IndexProgress progress, Map<RowKey, byte @Nullable []> rows, IndexError... errors)
            throws SQLException {
        IndexWrite write = new IndexWrite(progress, rows, List.of(), List.of(errors));
        tx.begin();
        try {
            IndexWork.commit(tx.rows(), tx.indexRows(), RandomBytes.secure(), index, write);
        } finally {
            tx.commit();
        }
    }

    private void putList(byte[] list, Long... indexes) throws SQLException {
        tx.begin();
        IndexWork.putList(tx.rows(), tx.indexRows(), list, Set.of(indexes));
        tx.commit();
    }

    private static Map<RowKey, byte @Nullable []> row(RowKey key, byte @Nullable [] content) {
        Map<RowKey, byte @Nullable []> rows = new HashMap<>();
        rows.put(key, content);
        return rows;
    }

    @Test
    void shouldReadWhatWasCommittedAndNothingOfOtherIndexes() throws SQLException {
        commit(1, IndexProgress.NONE.reaching("7"), row(GROUP, new byte[] {1}));
        commit(2, IndexProgress.NONE.reaching("8"), row(GROUP, new byte[] {2}));
        commit(1, new IndexProgress(1, "7", false).reaching("9"), row(DOCUMENT, new byte[] {3}));

        assertThat(reads.indexProgress(1)).isEqualTo(new IndexProgress(2, "9", false));
        assertThat(reads.indexProgress(3)).isEqualTo(IndexProgress.NONE);
        Map<RowKey, byte[]> rows = reads.indexRows(1, Set.of(GROUP, DOCUMENT));
        assertThat(rows.get(GROUP)).containsExactly(1);
        assertThat(rows.get(DOCUMENT)).containsExactly(3);
        assertThat(reads.indexRows(2, Set.of(DOCUMENT))).isEmpty();
    }

    @Test
    void shouldReplaceAndRemoveRows() throws SQLException {
        commit(1, IndexProgress.NONE.reaching(null), row(GROUP, new byte[] {1}));
        commit(1, new IndexProgress(2, null, false), row(GROUP, new byte[] {2}));
        assertThat(reads.indexRows(1, Set.of(GROUP)).get(GROUP)).containsExactly(2);
        assertThat(reads.someIndexRows(1, RowKey.Kind.GROUP, 10)).containsExactly(GROUP);

        commit(1, new IndexProgress(3, null, true), row(GROUP, null));
        assertThat(reads.someIndexRows(1, RowKey.Kind.GROUP, 10)).isEmpty();
        assertThat(reads.indexProgress(1).clearing()).isTrue();
    }

    @Test
    void shouldRefuseACommitThatDoesNotBuildOnTheLastOne() throws SQLException {
        commit(1, IndexProgress.NONE.reaching("7"), Map.of());

        assertThatThrownBy(() -> commit(1, IndexProgress.NONE.reaching("8"), Map.of()))
                .isInstanceOf(IndexReplacedException.class);
        assertThat(reads.indexProgress(1).position()).isEqualTo("7");
    }

    @Test
    void shouldForgetWhatAnIndexHadThatIsNotInTheListAnyMore() throws SQLException {
        commit(1, IndexProgress.NONE.reaching("7"), row(GROUP, new byte[] {1}), IndexError.ofMap("users/1", "no"));

        putList(new byte[] {2}, 2L);
        assertThat(tx.state.etag()).as("another list draws none").isEqualTo(1);

        assertThat(reads.indexList()).containsExactly(2);
        assertThat(reads.indexRows(1, Set.of(GROUP))).isEmpty();
        assertThat(reads.indexErrors(1)).isEmpty();
        assertThatThrownBy(() -> commit(1, IndexProgress.NONE.reaching("8"), Map.of()))
                .isInstanceOf(IndexReplacedException.class);
    }

    @Test
    void shouldLetOnlyIndexesBeginAnewThatMayHaveKeysOfTheFormerForm() throws SQLException {
        putList(new byte[] {2}, 1L, 2L, 3L, 4L);
        RowKey node = new RowKey(RowKey.Kind.NODE, "0a");
        commit(1, IndexProgress.NONE.reaching("7"), row(GROUP, "\"plain\" [1]".getBytes(UTF_8)));
        commit(2, IndexProgress.NONE.reaching("7"), row(GROUP, "{\"b\":1,\"a\":2}".getBytes(UTF_8)));
        commit(3, IndexProgress.NONE.reaching("7"), row(node, "{\"b\":1,\"a\":2}".getBytes(UTF_8)));
        commit(4, IndexProgress.NONE.reaching("7"), row(GROUP, "\"?\"".getBytes(UTF_8)));

        try (Connection later = connect()) {
            new Schema("index test", FIRST, SECOND, THIRD, FOURTH, SIXTH, SEVENTH, new Schema.Step("database-5.sql"))
                    .bringUpToDate(later);
        }

        assertThat(reads.indexProgress(1)).isEqualTo(new IndexProgress(1, "7", false));
        assertThat(reads.indexProgress(2)).isEqualTo(new IndexProgress(2, null, true));
        assertThat(reads.indexProgress(3)).isEqualTo(new IndexProgress(1, "7", false));
        assertThat(reads.indexProgress(4)).isEqualTo(new IndexProgress(2, null, true));
        assertThat(reads.indexRows(2, Set.of(GROUP)))
                .as("which outputs there are, only rows tell")
                .hasSize(1);
    }

    @Test
    void shouldKeepTheNewestErrorsOfEachIndex() throws SQLException {
        commit(2, IndexProgress.NONE.reaching("1"), Map.of(), IndexError.ofMap("users/1", "no"));
        IndexProgress progress = IndexProgress.NONE;
        for (int i = 0; i < 510; i++) {
            progress = progress.reaching("1");
            commit(1, progress, Map.of(), IndexError.ofReduce("key " + i, "no"));
        }

        assertThat(Statements.one(connection, "SELECT count(*) FROM index_error WHERE number = 1"))
                .isEqualTo(500);
        assertThat(Statements.one(
                        connection, "SELECT count(*) FROM index_error WHERE number = 1 AND subject = 'key 9'"))
                .isZero();
        assertThat(Statements.one(connection, "SELECT count(*) FROM index_error WHERE number = 2"))
                .isEqualTo(1);
    }
}
