package io.mintmark.storage.sqlite.write;

import io.mintmark.internal.Ticker;
import io.mintmark.storage.row.GroupTable;
import io.mintmark.storage.sqlite.file.Damage;
import io.mintmark.storage.sqlite.file.RowChecksum;
import io.mintmark.storage.write.AnswerLimits;
import io.mintmark.storage.write.RequestKeyException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The table of requests that take place once. Used by the writer thread only.
 *
 * <p>An old answer goes only where it may, by its number and its age ({@link AnswerLimits}). Where none may go and
 * there is no room, a new key is refused. The oldest ones go first, so the span of their sequence is their number.
 */
final class StoredKeys {
    private static final int FORGOTTEN_FOR_EACH = 4;

    private final WriterStatements.Kept find;
    private final WriterStatements.Kept put;
    private final WriterStatements.Kept prune;
    private final WriterStatements.Kept count;
    private final WriterStatements.Kept last;
    private final RowChecksum checksum = new RowChecksum();
    private final AnswerLimits limits;
    private final AnswerAges ages;

    /** How many more there is room for at least; what was undone or forgotten meanwhile leaves more. */
    private long room;

    StoredKeys(WriterStatements statements, AnswerLimits limits, Ticker ticker) throws SQLException {
        this.limits = limits;
        this.ages = new AnswerAges(new AnswerLimits(limits.kept(), Long.MAX_VALUE, limits.age()), ticker);
        find = statements.keep("SELECT answer, checksum FROM keyed_answer WHERE key = ?");
        put = statements.keep("INSERT INTO keyed_answer (sequence, key, answer, checksum) VALUES (?, ?, ?, ?)");
        prune = statements.keep("DELETE FROM keyed_answer WHERE sequence IN"
                + " (SELECT sequence FROM keyed_answer WHERE sequence <= ? ORDER BY sequence LIMIT ?)");
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
        if (added < room) {
            return;
        }
        look();
        if (added >= room && forgetSome(last.number(), added + 1) > 0) {
            look();
        }
        if (added >= room) {
            throw RequestKeyException.noRoom(limits.most());
        }
    }

    private void look() {
        room = limits.most() - count.number();
    }

    /** Remembers the keys of a group, and forgets some of those that may be. */
    void remember(GroupTable<String, String> keyed) {
        long latest = last.number();
        for (Map.Entry<String, Optional<String>> added : keyed.changes().entrySet()) {
            put(++latest, added.getKey(), added.getValue().orElseThrow());
        }
        int news = keyed.changes().size();
        room -= news;
        int ignored = forgetSome(latest, news);
    }

    private void put(long sequence, String key, String answer) {
        long sum = checksum.ofTexts(key, answer);
        int ignored = put.updateBound(row -> {
            row.setLong(1, sequence);
            row.setString(2, key);
            row.setString(3, answer);
            row.setLong(4, sum);
        });
    }

    /** More than one for each that comes, so that a day's worth that grew old at once goes little by little. */
    private int forgetSome(long latest, long news) {
        long forgettable = ages.forgettable(latest);
        return forgettable > 0 ? prune.update(forgettable, FORGOTTEN_FOR_EACH * news) : 0;
    }
}
