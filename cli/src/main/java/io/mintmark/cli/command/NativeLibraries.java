package io.mintmark.cli.command;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collections;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Leaves native libraries in a folder, where every user may load them. A start is often prepared by another user than
 * the one who serves, root say. The folder for temporary files, into which a start would unpack them, may forbid to
 * execute.
 */
public final class NativeLibraries {
    private static final Pattern SEPARATOR = Pattern.compile(Pattern.quote(File.pathSeparator));
    private static final String SQLITE = System.mapLibraryName("sqlitejdbc");
    private static final String ZSTD = System.mapLibraryName("zstd-jni");

    private NativeLibraries() {}

    /** Keeps what the driver of SQLite unpacked there under a name of its own, and deletes when the process ends. */
    public static void keepSqlite(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith("-" + SQLITE)).toList()) {
                openToAll(Files.copy(file, folder.resolve(SQLITE), StandardCopyOption.REPLACE_EXISTING));
            }
        }
    }

    /** Unpacks the library of zstd for this system, if the class path {@code jars} has one. */
    public static void keepZstd(String jars, Path folder) throws IOException {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        Pattern within =
                Pattern.compile(Pattern.quote(system + "/" + System.getProperty("os.arch") + "/libzstd-jni-") + ".*");
        for (Path jar : SEPARATOR.splitAsStream(jars).map(Path::of).toList()) {
            if (Files.isRegularFile(jar)) {
                unpack(jar, within, folder.resolve(ZSTD));
            }
        }
    }

    private static void unpack(Path jar, Pattern within, Path to) throws IOException {
        try (ZipFile inside = new ZipFile(jar.toFile())) {
            for (ZipEntry entry : Collections.list(inside.entries())) {
                if (within.matcher(entry.getName()).matches()) {
                    try (InputStream library = inside.getInputStream(entry)) {
                        long ignored = Files.copy(library, to, StandardCopyOption.REPLACE_EXISTING);
                    }
                    openToAll(to);
                }
            }
        }
    }

    private static void openToAll(Path library) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(library, PosixFileAttributeView.class);
        if (view != null) {
            // The driver makes its file for its own user alone, and a copy has the mode of what was copied.
            view.setPermissions(PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }
}
