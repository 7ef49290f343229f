package io.mintmark.storage.sqlite.file;

import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.sql.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Keeps SQLite versions out that can lose commits while a log is copied beside its writer.
 *
 * <p>Versions from 3.7.0 on have a race between a connection that copies the log and one that begins it anew; it was
 * repaired in 3.51.3, and in 3.50.7 and 3.44.6 (sqlite.org/wal.html, "The WAL-Reset Bug"). This is what the server does
 * all the time, see {@code LogCopying}.
 *
 * @param major first part of the version
 * @param minor second part
 * @param patch third part
 */
public record SqliteVersion(int major, int minor, int patch) {
    private static final Pattern TEXT = Pattern.compile("([0-9]{1,4})\\.([0-9]{1,4})(?:\\.([0-9]{1,4}))?.*");

    /** Refuses the version that the driver brings if commits are not safe with it. */
    public static void require(ConnectionOpener opener) {
        try (Connection connection = opener.open("jdbc:sqlite::memory:")) {
            require(Statements.row(connection, row -> row.getString(1), "SELECT sqlite_version()")
                    .orElse(""));
        } catch (SQLException e) {
            throw new StorageFailedException("The version of SQLite cannot be asked (" + e.getMessage() + ").", e);
        }
    }

    /** Refuses the version {@code text} if commits are not safe with it. */
    public static void require(String text) {
        if (!parse(text).isSafe()) {
            throw new StorageFailedException("SQLite " + text + " can lose what it acknowledged while its log is copied"
                    + " (repaired in 3.51.3, 3.50.7 and 3.44.6): use org.xerial:sqlite-jdbc 3.51.3.0 or newer. Spring"
                    + " Boot's property for it is sqlite-jdbc.version.");
        }
    }

    /** Returns the version that {@code text} begins with. */
    public static SqliteVersion parse(String text) {
        Matcher parts = TEXT.matcher(text);
        if (!parts.matches()) {
            throw new StorageFailedException("SQLite must say its version as numbers, but says '" + text + "'.");
        }
        String patch = parts.group(3);
        return new SqliteVersion(
                Integer.parseInt(parts.group(1)),
                Integer.parseInt(parts.group(2)),
                patch == null ? 0 : Integer.parseInt(patch));
    }

    /** Returns whether no commit can be lost while the log is copied. */
    public boolean isSafe() {
        if (major != 3) {
            return major > 3;
        }
        return switch (minor) {
            case 44 -> patch >= 6;
            case 50 -> patch >= 7;
            case 51 -> patch >= 3;
            default -> minor > 51;
        };
    }
}
