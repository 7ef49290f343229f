package io.mintmark.storage.lifecycle;

import io.mintmark.internal.FailureText;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.support.DirectoryNames;
import io.mintmark.support.ReplacedFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/**
 * The file that says that a directory's databases moved elsewhere: no server starts there, since its numbers would come
 * again.
 */
public final class MovedMark {
    /** Its name. */
    public static final String NAME = "moved";

    private static final String ID = ", store ";

    private MovedMark() {}

    /** Returns whether the databases of a directory moved, or may have. */
    public static boolean isIn(Path directory) {
        return Files.exists(directory.resolve(NAME), LinkOption.NOFOLLOW_LINKS);
    }

    /** Refuses a directory whose databases moved to another store than the one of that id, or may have. */
    public static void requireNotElsewhere(Path directory, String storeId) {
        if (isIn(directory) && !where(directory).endsWith(ID + storeId)) {
            throw new StorageFailedException("The databases of " + directory + " moved to " + where(directory)
                    + ", and their numbers would come again in another store: give that --store. If nothing came there, see to it"
                    + " that `mintmark move` is not under way, and remove the file " + directory.resolve(NAME) + '.');
        }
    }

    /** Refuses a directory whose databases moved, and no other. */
    public static void require(Path directory) {
        if (isIn(directory)) {
            throw new StorageFailedException("The databases of " + directory + " moved to " + where(directory)
                    + ", and numbers that are given out here would come again there: start the server with that --store."
                    + " If `mintmark move` did not come to its end, run it again.");
        }
    }

    private static String where(Path directory) {
        try {
            return Files.readString(directory.resolve(NAME)).strip();
        } catch (IOException e) {
            return "a store (the file " + NAME + " cannot be read: " + FailureText.of(e) + ")";
        }
    }

    /** Says durably that the databases moved to {@code where}, the store of that id. */
    public static void put(Path directory, String where, String storeId) {
        try {
            ReplacedFile.write(directory.resolve(NAME), (where + ID + storeId + "\n").getBytes(StandardCharsets.UTF_8));
            DirectoryNames.sync(directory);
        } catch (IOException e) {
            throw new StorageFailedException(
                    "The directory " + directory + " cannot be marked as moved (" + FailureText.of(e)
                            + "): see to its disk and rights.",
                    e);
        }
    }

    /** Takes it back: nothing moved. */
    public static void remove(Path directory) {
        try {
            Files.deleteIfExists(directory.resolve(NAME));
            DirectoryNames.sync(directory);
        } catch (IOException e) {
            throw new StorageFailedException(
                    "Nothing moved, but the file " + directory.resolve(NAME) + " cannot be removed ("
                            + FailureText.of(e) + "): remove it before a server starts there.",
                    e);
        }
    }
}
