package io.mintmark.storage.sqlite.file;

import io.mintmark.storage.StorageFailedException;

/** Makes the refusals of what was damaged, with the one remedy there is. */
public final class Damage {
    private Damage() {}

    /** Returns the refusal of a row whose checksum does not hold. */
    public static StorageFailedException ofRow(String what) {
        return new StorageFailedException("The stored row of " + what
                + " does not match its checksum: it was damaged after" + " it was written. " + REMEDY);
    }

    /** Returns what a refusal says, for somebody who is told the remedy anyway. */
    public static String withoutRemedy(Throwable refusal) {
        return String.valueOf(refusal.getMessage()).replace(REMEDY, "").strip();
    }

    /** What to do about damage. */
    public static final String REMEDY =
            "Stop the server, see with `mintmark check` what else is damaged, put a backup back and"
                    + " run `mintmark raise` on it.";
}
