package io.mintmark.storage.sqlite.directory;

import io.mintmark.storage.sql.Statements;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Documents that have a number which their identity is yet to issue: {@code users/17} while {@code users|} stands at
 * 16.
 *
 * <p>Users may name documents as they like, so this is worth a warning and no more. Any character that is neither
 * letter nor digit counts as the separator.
 */
final class IdentitiesPassed {
    private static final int EXAMPLES = 5;
    private static final int DIGITS_MAX = 16;
    private static final long NONE = Long.MAX_VALUE;

    private final FileReport report;
    private final Connection connection;
    private long passed;

    /** Keys come in order, so the identity that was asked for last is nearly always the one that is needed next. */
    private String lastPrefix = "";

    private long lastValue = NONE;

    IdentitiesPassed(FileReport report, Connection connection) {
        this.report = report;
        this.connection = connection;
    }

    void run() throws SQLException {
        if (Statements.number(connection, "SELECT 1 FROM identity LIMIT 1").isEmpty()) {
            return;
        }
        report.at("identities held against documents", 0, 0);
        try (PreparedStatement value = connection.prepareStatement("SELECT value FROM identity WHERE key = ?");
                PreparedStatement all = connection.prepareStatement("SELECT key FROM document ORDER BY key");
                ResultSet row = all.executeQuery()) {
            while (row.next()) {
                check(row.getString(1), value);
            }
        }
        if (passed > EXAMPLES) {
            report.warning((passed - EXAMPLES) + " more documents have numbers that their identities are yet to issue");
        }
    }

    private void check(String key, PreparedStatement value) throws SQLException {
        int digits = key.length();
        while (digits > 0 && key.charAt(digits - 1) >= '0' && key.charAt(digits - 1) <= '9') {
            digits--;
        }
        int length = key.length() - digits;
        boolean numbered = digits >= 2 && length >= 1 && length <= DIGITS_MAX && key.charAt(digits) != '0';
        if (numbered && !Character.isLetterOrDigit(key.charAt(digits - 1))) {
            long stands = value(key.substring(0, digits - 1), value);
            if (Long.parseLong(key.substring(digits)) > stands && ++passed <= EXAMPLES) {
                report.warning("the document " + key + " is there, but the identity " + lastPrefix + "| stands at "
                        + stands + ": it will issue that number");
            }
        }
    }

    private long value(String prefix, PreparedStatement value) throws SQLException {
        if (!prefix.equals(lastPrefix)) {
            value.setString(1, prefix + '|');
            try (ResultSet row = value.executeQuery()) {
                lastValue = row.next() ? row.getLong(1) : NONE;
            }
            lastPrefix = prefix;
        }
        return lastValue;
    }
}
