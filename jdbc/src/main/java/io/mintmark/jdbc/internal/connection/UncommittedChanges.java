package io.mintmark.jdbc.internal.connection;

import static io.mintmark.jdbc.internal.ScalarQuery.number;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Asks a database whether changes on a connection wait for their commit, which JDBC does not show. */
final class UncommittedChanges {
    /** PostgreSQL answers nothing in a transaction of which a statement failed. */
    private static final String FAILED_TRANSACTION = "25P02";

    private static final int VALID_SECONDS = 5;

    /** The questions; each is answered by 0 if there are none. */
    private static final List<Question> QUESTIONS = List.of(
            new Question("postgresql", "SELECT CASE WHEN txid_current_if_assigned() IS NULL THEN 0 ELSE 1 END"),
            new Question("mariadb", "SELECT @@in_transaction"),
            new Question("microsoft sql server", "SELECT @@TRANCOUNT"),
            new Question(
                    "h2",
                    "SELECT COUNT(*) FROM INFORMATION_SCHEMA.SESSIONS"
                            + " WHERE SESSION_ID = SESSION_ID() AND CONTAINS_UNCOMMITTED"));

    private UncommittedChanges() {}

    private record Question(String product, String sql) {}

    /** Returns whether there are some; empty where nobody knows. Throws if the connection died before it answered. */
    static Optional<Boolean> on(Connection connection) throws SQLException {
        String product = connection.getMetaData().getDatabaseProductName().toLowerCase(Locale.ROOT);
        for (Question question : QUESTIONS) {
            if (product.contains(question.product())) {
                return answer(connection, question);
            }
        }
        return Optional.empty();
    }

    private static Optional<Boolean> answer(Connection connection, Question question) throws SQLException {
        try {
            return Optional.of(number(connection, question.sql()) != 0);
        } catch (SQLException e) {
            if (FAILED_TRANSACTION.equals(e.getSQLState())) {
                return Optional.of(true);
            }
            if (!connection.isValid(VALID_SECONDS)) {
                throw e;
            }
            // A database that only speaks as another one may not know the question.
            return Optional.empty();
        }
    }
}
