package io.mintmark.storage.sqlite.directory;

import io.mintmark.internal.FailureText;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.lifecycle.Findings;
import io.mintmark.storage.lifecycle.Progress;
import io.mintmark.storage.sqlite.file.Damage;
import java.sql.SQLException;
import java.util.Set;

/** Reports what a check finds in one file: with the name of the file, and in a bounded number of lines. */
final class FileReport implements Progress {
    private static final int LINES_MAX = 100;
    /**
     * SQLite's codes for what the machine refuses, as opposed to what the file holds: PERM, BUSY, LOCKED, NOMEM,
     * CANTOPEN.
     */
    private static final Set<Integer> REFUSED = Set.of(3, 5, 6, 7, 14);

    private final String name;
    private final Findings findings;
    private long lines;

    FileReport(String name, Findings findings) {
        this.name = name;
        this.findings = findings;
    }

    /** One part of a check. */
    @FunctionalInterface
    interface Step {
        void run() throws SQLException;
    }

    /** Runs a part of the check; what stops it is a finding, and no obstacle for the next part. */
    void step(String what, Step step) {
        try {
            step.run();
        } catch (SQLException e) {
            stopped(what, e);
        } catch (StorageFailedException e) {
            damage(Damage.withoutRemedy(e));
        } catch (RuntimeException e) {
            damage(what + " cannot be read (" + FailureText.of(e) + ")");
        }
    }

    private void stopped(String what, SQLException e) {
        String text = what + " cannot be read (" + e.getMessage() + ")";
        if (REFUSED.contains(e.getErrorCode())) {
            findings.unchecked(name + ": " + text);
        } else {
            damage(text);
        }
    }

    void damage(String text) {
        if (lines++ < LINES_MAX) {
            findings.damage(name + ": " + text);
        }
    }

    void warning(String text) {
        if (lines++ < LINES_MAX) {
            findings.warning(name + ": " + text);
        }
    }

    void unchecked(String text) {
        findings.unchecked(name + ": " + text);
    }

    /** Reports how many findings were left out. */
    void end() {
        if (lines > LINES_MAX) {
            findings.warning(name + ": and " + (lines - LINES_MAX) + " more findings");
        }
    }

    @Override
    public void at(String doing, long done, long total) {
        findings.at(name + ": " + doing, done, total);
    }
}
