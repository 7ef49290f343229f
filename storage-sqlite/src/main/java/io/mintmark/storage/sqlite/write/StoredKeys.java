package io.mintmark.storage.sqlite.write;

import io.mintmark.internal.Ticker;
import io.mintmark.storage.row.GroupTable;
import io.mintmark.storage.sqlite.file.Damage;
import io.mintmark.storage.sqlite.file.RowChecksum;
import io.mintmark.storage.write.AnswerLimits;
import io.mintmark.storage.write.RequestKeyException;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * The table of requests that take place once. Used by the writer thread only.
 *
 * <p>An old answer goes only where it may, by its number and its age ({@link AnswerLimits}). Where none may go and
 * there is no room, a new key is refused. The oldest ones go first, so the span of their sequence is their number.
 */
final class StoredKeys {
    /** More than one for each that comes, so that a day's worth that grew old at once goes little by little. */
    private static final int FORGOTTEN_AT_ONCE = 4;

    private final WriterStatements.Kept find;
    private final WriterStatements.Kept put;
    private final WriterStatements.Kept prune;
    private final WriterStatements.Kept count;
    private final WriterStatements.Kept last;
    private final RowChecksum checksum = new RowChecksum();
    private final AnswerLimits limits;
    private final AnswerAges ages;

    StoredKeys(WriterStatements statements, AnswerLimits limits, Ticker ticker) throws SQLException {
        this.limits = limits;
        this.ages = new AnswerAges(new AnswerLimits(limits.kept(), Long.MAX_VALUE, limits.age()), ticker);
        find = statements.keep("SELECT answer, checksum FROM keyed_answer WHERE key = ?");
        put = statements.keep("INSERT INTO keyed_answer (key, answer, checksum) VALUES (?, ?, ?) RETURNING sequence");
        prune = statements.keep("DELETE FROM keyed_answer WHERE sequence IN"
                + " (SELECT sequence FROM keyed_answer WHERE sequence <= ? ORDER BY sequence LIMIT " + FORGOTTEN_AT_ONCE
                + ")");
        last = statements.keep("SELECT coalesce(max(sequence), 0) FROM keyed_answer");
        count = statements.keep("SELECT coalesce((SELECT max(sequence) FROM keyed_answer)"
                + " - (SELECT min(sequence) FROM keyed_answer) + 1, 0)");
    }

    /** Returns what is remembered under that name, or null. */
    @Nullable String find(String key) {
        return find.first(row -> read(key, row), key);
    }

    private String read(String key, ResultSet row) throws SQLException {
        String answer = row.getString(1);
        if (row.getLong(2) != checksum.ofTexts(key, answer)) {
            throw Damage.ofRow("the answer to the request with the key " + key);
        }
        return answer;
    }

    /** Refuses a further key beside {@code added} that are not written yet, where there is no room and none to make. */
    void requireRoom(long added) {
        if (isFullWith(added) && (forgetSome(last.number()) == 0 || isFullWith(added))) {
            throw RequestKeyException.noRoom(limits.most());
        }
    }

    private boolean isFullWith(long added) {
        return count.number() + added >= limits.most();
    }

    private int forgetSome(long latest) {
        return prune.update(ages.forgettable(latest));
    }

    /** Remembers the keys of a group, and forgets some of those that may be. */
    void remember(GroupTable<String, String> keyed) {
        keyed.changes().forEach((key, changed) -> {
            String answer = changed.orElseThrow();
            long sequence = put.number(key, answer, checksum.ofTexts(key, answer));
            int ignored = forgetSome(sequence);
        });
    }
}
