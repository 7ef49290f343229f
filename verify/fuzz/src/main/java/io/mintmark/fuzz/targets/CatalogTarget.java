package io.mintmark.fuzz.targets;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.mintmark.fuzz.Check;
import io.mintmark.fuzz.FuzzTarget;
import io.mintmark.fuzz.Input;
import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.sqlite.directory.CatalogFile;
import io.mintmark.storage.sqlite.directory.SqliteCatalog;
import io.mintmark.storage.sqlite.file.ConnectionOpener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/** The catalog's file with some bytes changed: it lists what was listed, or is refused. */
public final class CatalogTarget implements FuzzTarget {
    private static final String FILE = "catalog.sqlite";
    private static final int EDITS_MAX = 32;
    private static final int DATABASES = 5;

    private final Path directory;
    private final byte[] whole;
    private final List<String> listed;

    /** Makes a catalog with some databases and settings, of which each run changes a copy. */
    public CatalogTarget() {
        try {
            Path memory = Path.of("/dev/shm");
            directory = Files.isWritable(memory)
                    ? Files.createTempDirectory(memory, "mintmark-fuzz")
                    : Files.createTempDirectory("mintmark-fuzz");
            Runtime.getRuntime().addShutdownHook(new Thread(this::erase));
            try (SqliteCatalog catalog = open()) {
                fill(catalog);
                listed = rows(catalog);
            }
            whole = Files.readAllBytes(directory.resolve(FILE));
        } catch (IOException e) {
            throw new UncheckedIOException("a catalog cannot be made", e);
        }
    }

    private static void fill(SqliteCatalog catalog) {
        for (int i = 0; i < DATABASES; i++) {
            String name = "Base " + i;
            DatabaseEntry entry = catalog.add(name, ("{\"n\":" + i + "}").getBytes(UTF_8), "id" + i, number -> false);
            catalog.made(entry);
        }
        Object ignored = catalog.settings().put("client", "{\"a\":1}".getBytes(UTF_8));
    }

    private SqliteCatalog open() {
        return CatalogFile.open(directory, ConnectionOpener.DRIVER, "fuzz", false);
    }

    private static List<String> rows(SqliteCatalog catalog) {
        List<String> rows = new ArrayList<>();
        catalog.forEachRow(row -> rows.add(row.number() + " " + row.key() + " " + row.name() + " "
                + HexFormat.of().formatHex(row.record()) + " " + row.made() + " " + row.databaseId() + " "
                + row.incarnation()));
        catalog.settings()
                .find("client")
                .ifPresent(setting -> rows.add(setting.etag() + " " + new String(setting.value(), UTF_8)));
        return rows;
    }

    @Override
    public void run(byte[] bytes) throws IOException {
        erase();
        Path ignored = Files.write(Files.createDirectories(directory).resolve(FILE), changed(new Input(bytes)));
        try (SqliteCatalog catalog = open()) {
            Check.equal(listed, rows(catalog), "a catalog that is taken lists what was listed");
        }
    }

    /** Each edit is a place in two bytes, and what comes there. */
    private byte[] changed(Input input) {
        byte[] file = whole.clone();
        for (int i = 0; i < EDITS_MAX && input.hasMore(); i++) {
            int place = input.octet() << Byte.SIZE | input.octet();
            file[place % file.length] = (byte) input.octet();
        }
        return file;
    }

    private void erase() {
        if (!Files.isDirectory(directory)) {
            return;
        }
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
            Files.delete(directory);
        } catch (IOException e) {
            throw new UncheckedIOException("a copy of the catalog cannot be erased", e);
        }
    }
}
