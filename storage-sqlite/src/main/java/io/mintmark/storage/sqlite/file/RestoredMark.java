package io.mintmark.storage.sqlite.file;

import io.mintmark.internal.FailureText;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.support.DirectoryNames;
import io.mintmark.support.ReplacedFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The file {@code restored} in a directory into which a backup was put: no server starts on it until the databases that
 * it names were raised. Immutable; a mark that cannot be read counts as one of a restore that was cut off.
 *
 * @param kind why no server starts
 * @param backup the backup, as its user named it
 * @param numbers the databases that are still to be raised, and {@link #SHARED}
 */
public record RestoredMark(Kind kind, String backup, SortedSet<Long> numbers) {
    /** The name of the file. */
    public static final String NAME = "restored";

    /** Stands for what belongs to no database: no database has this number. */
    public static final long SHARED = 0;

    private static final String NEXT = NAME + ".next";
    private static final String FIRST_LINE = "mintmark restored 1 ";

    /** Why no server starts. */
    public enum Kind {
        /** Files are still being put in place, or that was cut off. */
        UNFINISHED,
        /** Everything is in place, and is to be raised. */
        TO_BE_RAISED,
        /** The directory is for looking into, and never to be served. */
        LOOK
    }

    /** Returns the mark of a directory, if there is one. */
    public static Optional<RestoredMark> of(Path directory) {
        try {
            return Optional.of(parse(Files.readAllLines(directory.resolve(NAME), StandardCharsets.UTF_8)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException | IllegalArgumentException e) {
            return Optional.of(new RestoredMark(Kind.UNFINISHED, "", new TreeSet<>()));
        }
    }

    private static RestoredMark parse(List<String> lines) {
        if (lines.size() < 3
                || !lines.get(0).startsWith(FIRST_LINE)
                || !lines.get(lines.size() - 1).equals("end")) {
            throw new IllegalArgumentException("no mark");
        }
        SortedSet<Long> numbers = new TreeSet<>();
        lines.subList(2, lines.size() - 1).forEach(line -> numbers.add(Long.parseLong(line)));
        return new RestoredMark(Kind.valueOf(lines.get(0).substring(FIRST_LINE.length())), lines.get(1), numbers);
    }

    /** Refuses a server. */
    public void refuse(Path directory) {
        throw new StorageFailedException(
                switch (kind) {
                    case UNFINISHED -> unfinished(directory);
                    case LOOK -> look(directory);
                    case TO_BE_RAISED ->
                        "The data directory " + directory + " was restored from " + backup + ", and " + toBeRaised()
                                + " not raised yet: numbers given out since the backup would come again. Run `mintmark"
                                + " raise --data " + directory + " --all` first.";
                });
    }

    /** Returns what is to be raised, and its verb. */
    public String toBeRaised() {
        long databases = numbers.stream().filter(number -> number != SHARED).count();
        return switch ((int) databases) {
            case 0 -> "the beginning of new databases is";
            case 1 -> "1 database is";
            default -> databases + " databases are";
        };
    }

    /** Refuses to raise what is not to be served. */
    public void requireRaisable(Path directory) {
        if (kind == Kind.UNFINISHED) {
            throw new StorageFailedException(unfinished(directory));
        }
        if (kind == Kind.LOOK) {
            throw new StorageFailedException(look(directory));
        }
    }

    private static String unfinished(Path directory) {
        return "A restore into " + directory
                + " was cut off: remove everything in it, and run `mintmark restore` again.";
    }

    private String look(Path directory) {
        return "The directory " + directory + " has a copy of " + backup
                + " for a look, which is not served: look at it"
                + " with `mintmark check` and `sqlite3 -readonly`, and restore the backup without --for-a-look to serve it.";
    }

    /** Writes the mark without a database that was raised; removes it once none is left. */
    public void without(long number, Path directory) {
        SortedSet<Long> left = new TreeSet<>(numbers);
        left.remove(number);
        if (left.isEmpty()) {
            remove(directory);
        } else {
            new RestoredMark(kind, backup, left).write(directory);
        }
    }

    /** Writes it; durable when it returns. */
    public void write(Path directory) {
        try {
            ReplacedFile.write(
                    directory.resolve(NAME), directory.resolve(NEXT), text().getBytes(StandardCharsets.UTF_8));
            DirectoryNames.sync(directory);
        } catch (IOException e) {
            throw new StorageFailedException(
                    "The mark " + directory.resolve(NAME) + " cannot be written (" + FailureText.of(e)
                            + "): the directory must be" + " writable and its disk have room.",
                    e);
        }
    }

    private String text() {
        return FIRST_LINE + kind + '\n' + backup.replaceAll("\\R", " ") + '\n'
                + String.join("", numbers.stream().map(number -> number + "\n").toList()) + "end\n";
    }

    /** Removes the mark of a directory; durable when it returns. */
    public static void remove(Path directory) {
        try {
            for (String name : List.of(NEXT, NAME)) {
                Files.deleteIfExists(directory.resolve(name));
            }
            DirectoryNames.sync(directory);
        } catch (IOException e) {
            throw new StorageFailedException(
                    "The mark " + directory.resolve(NAME) + " cannot be removed (" + FailureText.of(e)
                            + "): remove it, as everything was" + " raised.",
                    e);
        }
    }
}
