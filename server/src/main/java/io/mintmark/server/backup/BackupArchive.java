package io.mintmark.server.backup;

import io.mintmark.internal.Sha256;
import java.io.IOException;
import java.io.OutputStream;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * The container of a backup while it is written: a zip file whose entries are not compressed, so that any tool can list
 * it and a stream can carry it. One thread at a time.
 */
final class BackupArchive {
    private final Outlet outlet = new Outlet();
    private final ZipOutputStream zip = new LargeSteps(outlet);
    private final Map<String, Manifest.Digested> files = new TreeMap<>();
    private final Instant time;
    private MessageDigest digest = Sha256.begin();
    private String name = "";
    private long bytes;

    /** Entries get that time. */
    BackupArchive(Instant time) {
        this.time = time;
        zip.setLevel(Deflater.NO_COMPRESSION);
    }

    /** Hands on many bytes at a time: the JDK's 512 would cost more than their digest. */
    private static final class LargeSteps extends ZipOutputStream {
        LargeSteps(OutputStream out) {
            super(out);
            buf = new byte[BackupStream.PART_BYTES];
        }
    }

    /** Bytes that go where the next part of the reply is gathered. */
    private static final class Outlet extends OutputStream {
        private OutputStream target = OutputStream.nullOutputStream();

        @Override
        public void write(int b) throws IOException {
            target.write(b);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            target.write(bytes, offset, length);
        }
    }

    /** Writes to {@code out} from now on. */
    void to(OutputStream out) {
        outlet.target = out;
    }

    boolean isInFile() {
        return !name.isEmpty();
    }

    void begin(String file) throws IOException {
        ZipEntry entry = new ZipEntry(file);
        entry.setTime(time.toEpochMilli());
        zip.putNextEntry(entry);
        name = file;
        digest = Sha256.begin();
        bytes = 0;
    }

    void write(byte[] from, int length) throws IOException {
        digest.update(from, 0, length);
        zip.write(from, 0, length);
        bytes += length;
    }

    /** Ends the file, and notes it for the manifest if it is {@code whole}. */
    void end(boolean whole) throws IOException {
        zip.closeEntry();
        if (whole) {
            files.put(name, new Manifest.Digested(bytes, Sha256.end(digest)));
        }
        name = "";
    }

    /** Writes an entry at once. */
    void add(String file, byte[] content) throws IOException {
        begin(file);
        write(content, content.length);
        end(true);
    }

    /** Returns what was noted of a file. */
    Manifest.Digested digested(String file) {
        Manifest.Digested noted = files.get(file);
        if (noted == null) {
            throw new IllegalStateException("a file that is listed must have been written: " + file);
        }
        return noted;
    }

    boolean has(String file) {
        return files.containsKey(file);
    }

    /** Writes the last entry, and what a zip file has after it. */
    void finish(String last, byte[] content) throws IOException {
        if (isInFile()) {
            end(false);
        }
        add(last, content);
        zip.finish();
    }
}
