package io.mintmark.jdbc.schema;

import io.mintmark.jdbc.internal.JdbcSecrets;
import java.sql.SQLException;
import java.util.List;

/**
 * The result of one look at a schema.
 *
 * @param database the dialect's name
 * @param keys how many numeric keys were looked at, with those that were not judged
 * @param findings everything that is wrong, the errors first
 * @param notJudged everything that nothing is known of
 * @param repairs what would raise the counters that stand below their ids
 */
public record SchemaReport(
        String database, int keys, List<Finding> findings, List<NotJudged> notJudged, List<Repair> repairs) {

    /** Copies the lists. */
    public SchemaReport {
        findings = List.copyOf(findings);
        notJudged = List.copyOf(notJudged);
        repairs = List.copyOf(repairs);
    }

    /**
     * One thing that is wrong with a key and its counter.
     *
     * @param fault what kind of thing
     * @param object the column or the counter, as {@code schema.table.column} or {@code schema.name}
     * @param counter the counter; empty if the finding is about a table of workers
     * @param seen the numbers and names that show it
     * @param remedy what to do
     */
    public record Finding(Fault fault, String object, String counter, String seen, String remedy) {

        /** Returns the finding in a line. */
        @Override
        public String toString() {
            String by = counter.isEmpty() || counter.equals(object) ? "" : " by " + counter;
            return fault.code() + ": " + object + by + ": " + seen + "; " + fault.why() + "; " + remedy;
        }
    }

    /**
     * One thing that the doctor knows nothing of: that is not <em>sound</em>.
     *
     * @param object the table, column or counter
     * @param why why it was not judged
     * @param expected whether nothing could be judged there by its nature, such as a key of two columns; otherwise a
     *     right, an index or a mapping is missing
     */
    public record NotJudged(String object, String why, boolean expected) {
        private static final String CONNECTION_LOST = "08";

        /**
         * Returns the database's words for why one object could not be read, which does not keep the doctor from the
         * others; throws if the connection is lost, with which everything after it would fail, too.
         */
        static String told(SQLException failure) throws SQLException {
            if (String.valueOf(failure.getSQLState()).startsWith(CONNECTION_LOST)) {
                throw failure;
            }
            return JdbcSecrets.told(failure);
        }

        /** Returns it in a line. */
        @Override
        public String toString() {
            return "not judged: " + object + ": " + why;
        }
    }
}
