package io.mintmark.lab.proof;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A disk that promises what POSIX does and no more: what a file holds is stable once that file was synced, and what it
 * is called once its directory was. Everything else a power cut may take, in any choice.
 *
 * <p>It has twins that ignore syncs: all that they ever did may be lost.
 */
public final class Disk {
    private final boolean honoursSyncsOfFiles;
    private final boolean honoursSyncsOfDirectories;
    private final Map<Integer, Object> open = new HashMap<>();
    private final Map<String, DiskFile> stableNames = new LinkedHashMap<>();
    private final List<Naming> namings = new ArrayList<>();
    /** The files by their present names, as the process sees them. */
    private final Map<String, DiskFile> names = new LinkedHashMap<>();

    private final Set<String> madeDirectories = new HashSet<>();

    /** A change of names, all of it or nothing; a name without a file is free. */
    private record Naming(Map<String, @Nullable DiskFile> changed) {
        boolean isIn(String directory) {
            return changed.keySet().stream().allMatch(path -> parent(path).equals(directory));
        }
    }

    private Disk(boolean honoursSyncsOfFiles, boolean honoursSyncsOfDirectories) {
        this.honoursSyncsOfFiles = honoursSyncsOfFiles;
        this.honoursSyncsOfDirectories = honoursSyncsOfDirectories;
    }

    public static Disk honest() {
        return new Disk(true, true);
    }

    public static Disk ignoringSyncs() {
        return new Disk(false, false);
    }

    public static Disk ignoringSyncsOfDirectories() {
        return new Disk(true, false);
    }

    private static String parent(String path) {
        return path.substring(0, path.lastIndexOf('/'));
    }

    public void apply(Operation operation) {
        switch (operation.kind()) {
            case OPEN -> open(operation);
            case CLOSE -> open.remove(operation.descriptor());
            case WRITE -> file(operation).write(operation.data(), operation.offset());
            case TRUNCATE -> file(operation).cut(operation.length());
            case SYNC -> sync(operation);
            case UNLINK -> name(operation.path(), null);
            case RENAME -> rename(operation.path(), operation.other());
            case MAKE_DIRECTORY -> {
                madeDirectories.add(operation.path());
                name(operation.path(), new DiskFile());
            }
            default -> throw new IllegalArgumentException("no operation that changes a disk: " + operation);
        }
    }

    private void open(Operation operation) {
        if (operation.created()) {
            name(operation.path(), new DiskFile());
        }
        DiskFile file = names.get(operation.path());
        if (file == null || madeDirectories.contains(operation.path())) {
            open.put(operation.descriptor(), operation.path());
            return;
        }
        if (operation.truncated() && !operation.created()) {
            file.cut(0);
        }
        open.put(operation.descriptor(), file);
    }

    private DiskFile file(Operation operation) {
        if (open.get(operation.descriptor()) instanceof DiskFile file) {
            return file;
        }
        throw new IllegalStateException("the journal shows no open file for " + operation);
    }

    private void sync(Operation operation) {
        if (open.get(operation.descriptor()) instanceof DiskFile file) {
            if (honoursSyncsOfFiles) {
                file.sync(operation.failed());
            }
        } else if (honoursSyncsOfDirectories && !operation.failed()) {
            syncDirectory(operation.path());
        }
    }

    private void syncDirectory(String directory) {
        for (Naming naming : namings) {
            if (naming.isIn(directory)) {
                assign(stableNames, naming);
            }
        }
        namings.removeIf(naming -> naming.isIn(directory));
    }

    private void name(String path, @Nullable DiskFile file) {
        Map<String, @Nullable DiskFile> changed = new HashMap<>();
        changed.put(path, file);
        change(new Naming(changed));
    }

    private void rename(String from, String to) {
        Map<String, @Nullable DiskFile> changed = new LinkedHashMap<>();
        changed.put(from, null);
        changed.put(to, names.get(from));
        change(new Naming(changed));
    }

    private void change(Naming naming) {
        assign(names, naming);
        namings.add(naming);
    }

    private static void assign(Map<String, DiskFile> names, Naming naming) {
        naming.changed().forEach((path, file) -> {
            if (file == null) {
                names.remove(path);
            } else {
                names.put(path, file);
            }
        });
    }

    /** Returns what a power cut may leave; empty if there is nothing that such a cut could take. */
    public Optional<Image> image(Cut cut, SplittableRandom random) {
        // Files that may be called by no name any more are asked as well: what is lost of a naming may bring them back.
        Set<DiskFile> files = new HashSet<>(stableNames.values());
        files.addAll(names.values());
        int uncovered = namings.size();
        int tearable = 0;
        for (DiskFile file : files) {
            uncovered += file.uncovered();
            tearable += file.tearable();
        }
        boolean possible = cut == Cut.KEPT || (cut == Cut.TORN ? tearable > 0 : uncovered > 0);
        return possible ? Optional.of(image(new Choice(cut, random, uncovered, tearable))) : Optional.empty();
    }

    private Image image(Choice choice) {
        Map<String, DiskFile> left = new LinkedHashMap<>(stableNames);
        for (Naming naming : namings) {
            if (choice.keepsNext()) {
                assign(left, naming);
            }
        }
        Image image = new Image();
        left.forEach((path, file) -> {
            if (!madeDirectories.contains(path) && hasItsDirectories(path, left)) {
                image.add(path, file.after(choice));
            }
        });
        return image;
    }

    private boolean hasItsDirectories(String path, Map<String, DiskFile> left) {
        for (String above = parent(path); !above.isEmpty(); above = parent(above)) {
            if (madeDirectories.contains(above) && !left.containsKey(above)) {
                return false;
            }
        }
        return true;
    }
}
