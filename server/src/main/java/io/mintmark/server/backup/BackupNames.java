package io.mintmark.server.backup;

import java.util.regex.Pattern;

/** The names of what may be in a backup. */
public final class BackupNames {
    /** The first entry: by it a backup is told from any other archive. */
    static final String HEAD = "mintmark-backup";
    /** The last entry of one that was not completed: why. */
    static final String FAILED = "failed";
    /** The file of the catalog. */
    public static final String CATALOG = "catalog.sqlite";
    /** The file of the access list. */
    public static final String ACCESS = "access";

    private static final Pattern FILE = Pattern.compile("database-[1-9][0-9]{0,17}\\.sqlite|catalog\\.sqlite|access");

    private BackupNames() {}

    static String database(long number) {
        return "database-" + number + ".sqlite";
    }

    /** Returns whether it names a file that is put in place; no such name leads anywhere else. */
    static boolean isFile(String name) {
        return FILE.matcher(name).matches();
    }
}
