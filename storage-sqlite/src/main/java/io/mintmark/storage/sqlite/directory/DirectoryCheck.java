package io.mintmark.storage.sqlite.directory;

import io.mintmark.document.KeyForm;
import io.mintmark.internal.FailureText;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.lifecycle.Checked;
import io.mintmark.storage.lifecycle.Findings;
import io.mintmark.storage.sqlite.file.DataFiles;
import io.mintmark.storage.sqlite.file.DirectoryLock;
import io.mintmark.storage.sqlite.file.RestoredMark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The check of a data directory that no server has open: everything in it is read, and nothing is changed. */
public final class DirectoryCheck {
    private static final Pattern KNOWN = Pattern.compile(
            "lock|restored|audit|access(\\.next|\\.lock)?|launches\\.log|lost\\+found|catalog\\.sqlite(-wal|-shm|-journal)?"
                    + "|database-[0-9]{1,18}\\.sqlite(-wal|-shm|-journal)?");

    private final Path directory;
    private final Findings findings;
    private final CatalogCheck catalog;
    private final Optional<RestoredMark> mark;
    private Checked checked = Checked.NOTHING;

    private DirectoryCheck(Path directory, Findings findings) {
        this.directory = directory;
        this.findings = findings;
        this.mark = RestoredMark.of(directory);
        FileReport report = new FileReport("the catalog", findings);
        this.catalog = new CatalogCheck(report, fileCheck(report, directory.resolve(DataFiles.CATALOG)));
    }

    /**
     * Checks the catalog and every database, or one of them; what is wrong with one is no obstacle for the others.
     *
     * @throws StorageFailedException if a server has the directory open, or there is no such directory or database
     */
    public static Checked run(Path directory, Optional<String> database, Findings findings) {
        requireData(directory);
        try (DirectoryLock lock = DirectoryLock.take(directory)) {
            return new DirectoryCheck(directory, findings).run(database);
        }
    }

    /** Refuses a directory that no server ever used: a name that was mistyped must not become one. */
    public static void requireData(Path directory) {
        if (!Files.isDirectory(directory)
                || (!Files.exists(directory.resolve(DataFiles.CATALOG))
                        && DataFiles.numbers(directory).isEmpty())) {
            throw new StorageFailedException("There is no data of a server in " + directory
                    + ": name the directory that the server is started on with --data.");
        }
    }

    private FileCheck fileCheck(FileReport report, Path path) {
        return new FileCheck(report, path, mark.isPresent());
    }

    private void tellMark(RestoredMark found) {
        switch (found.kind()) {
            case UNFINISHED -> findings.damage(RestoredMark.NAME + ": a restore into this directory was cut off");
            case LOOK -> findings.warning(RestoredMark.NAME + ": a copy of " + found.backup() + " for a look");
            case TO_BE_RAISED ->
                findings.warning(RestoredMark.NAME + ": a copy of " + found.backup() + ", and " + found.toBeRaised()
                        + " not raised yet; run `mintmark raise` before a server starts");
        }
    }

    private Checked run(Optional<String> database) {
        mark.ifPresent(this::tellMark);
        Set<Long> files = DataFiles.numbers(directory);
        if (Files.exists(directory.resolve(DataFiles.CATALOG))) {
            catalog.run();
        } else {
            findings.damage("the catalog: the file " + DataFiles.CATALOG + " is missing: put it back");
        }
        if (database.isPresent()) {
            one(database.get());
            return checked;
        }
        catalog.entries.values().forEach(this::listed);
        files.removeAll(catalog.entries.keySet());
        files.forEach(this::unlisted);
        strangers();
        return checked;
    }

    private void one(String name) {
        String key = KeyForm.of(name);
        CatalogRows.Entry entry = catalog.entries.values().stream()
                .filter(each -> each.key().equals(key))
                .findFirst()
                .orElseThrow(() -> new StorageFailedException("The catalog in " + directory + " lists no database "
                        + name + ": run check without --database to see what there is."));
        listed(entry);
    }

    private void listed(CatalogRows.Entry entry) {
        Path path = directory.resolve(DataFiles.name(entry.number()));
        FileReport report = new FileReport(entry.name() + " (" + path.getFileName() + ")", findings);
        checked = checked.plus(new DatabaseCheck(report, fileCheck(report, path), entry).run());
    }

    /** A file that the catalog does not list with a row that can be believed. */
    private void unlisted(long number) {
        Path path = directory.resolve(DataFiles.name(number));
        FileReport report = new FileReport(String.valueOf(path.getFileName()), findings);
        if (catalog.complete && !catalog.known.contains(number)) {
            report.damage("it belongs to no database that the catalog knows, and a server will not open the directory:"
                    + " put all files back from one backup, or move it away");
        } else if (Files.exists(path)) {
            checked = checked.plus(new DatabaseCheck(report, fileCheck(report, path), null).run());
        }
    }

    private void strangers() {
        try (Stream<Path> files = Files.list(directory)) {
            Set<String> names = new TreeSet<>();
            files.forEach(file -> names.add(String.valueOf(file.getFileName())));
            names.stream()
                    .filter(name -> !KNOWN.matcher(name).matches())
                    .forEach(name -> findings.warning(name + ": it is none of a server's files"));
        } catch (IOException e) {
            findings.unchecked(directory + ": it cannot be listed (" + FailureText.of(e) + ")");
        }
    }
}
