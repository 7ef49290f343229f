package io.mintmark.lab.proof;

import io.mintmark.lab.process.WorkDirectory;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32C;

/** Files as a power cut left them. */
public final class Image {
    private final Map<String, Sectors> files = new LinkedHashMap<>();

    public void add(String path, Sectors bytes) {
        files.put(path, bytes);
    }

    /** Returns a number that tells it from others but for one in 2^32, so that the same is not opened twice. */
    public long hash() {
        long hash = 0;
        for (Map.Entry<String, Sectors> file : files.entrySet()) {
            CRC32C sum = new CRC32C();
            sum.update(file.getValue().array(), 0, file.getValue().length());
            long one = sum.getValue() + ((long) file.getKey().hashCode() << 32);
            hash += one * 0x9e3779b97f4a7c15L;
        }
        return hash;
    }

    public long bytes() {
        return files.values().stream().mapToLong(Sectors::length).sum();
    }

    /** Lays the files out below {@code to}, which is emptied first, as they lay below {@code from}. */
    public void layOut(Path from, Path to) throws IOException {
        empty(to);
        for (Map.Entry<String, Sectors> file : files.entrySet()) {
            Path place = to.resolve(from.relativize(Path.of(file.getKey())));
            Files.createDirectories(place.getParent());
            try (OutputStream out = Files.newOutputStream(place)) {
                out.write(file.getValue().array(), 0, file.getValue().length());
            }
        }
    }

    /** Erases what is in a directory, and creates it if missing. */
    public static void empty(Path directory) throws IOException {
        WorkDirectory.erase(directory);
        Files.createDirectories(directory);
    }
}
