package io.mintmark.server.backup;

import io.mintmark.internal.FailureText;
import io.mintmark.internal.Sha256;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;

/**
 * Reads a backup once, from its first byte to its last: hands on its files as they come, and says in the end whether
 * they are what was backed up. Nothing that was handed on is to be relied upon before.
 *
 * <p>A backup is not compressed, so what it unpacks to is never more than what was read of it: an archive that somebody
 * made to fill a disk is refused before it writes more than its own size.
 */
public final class BackupReader {
    private static final int BUFFER_BYTES = 64 << 10;
    private static final int MANIFEST_BYTES_MAX = 256 << 20;
    private static final int HEAD_BYTES_MAX = 64 << 10;
    private static final int REASON_BYTES_MAX = 64 << 10;

    private final Sink sink;
    private final Map<String, Manifest.Digested> read = new TreeMap<>();
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private long bytes;
    private long unpacked;
    /** Whether it is the copy that failed, not the backup. */
    private boolean unwritten;

    private BackupReader(Sink sink) {
        this.sink = sink;
    }

    /** Takes the files of a backup. */
    public interface Sink {
        /** Reads and keeps nothing. */
        Sink NOTHING = name -> OutputStream.nullOutputStream();

        /** Returns where the file of that name goes; it is closed when all of it was written. */
        OutputStream file(String name) throws IOException;

        /** Hears how many bytes of files were read so far. */
        default void read(long bytes) {}
    }

    /**
     * Reads a backup to its end.
     *
     * @param what names it in messages
     * @return what is in it, all of which was handed to {@code sink} and compared
     * @throws BackupException if it is damaged, was cut off or never completed, or a file cannot be written
     */
    public static Manifest read(InputStream in, String what, Sink sink) {
        BackupReader reader = new BackupReader(sink);
        try {
            return reader.read(in);
        } catch (ZipException | EOFException | IllegalArgumentException e) {
            throw new BackupException(
                    "The backup " + what + " is damaged or cut off (" + FailureText.of(e) + "): take another one.", e);
        } catch (IOException e) {
            throw new BackupException(
                    "The backup " + what + " cannot be read to its end (" + FailureText.of(e) + ").", e);
        } catch (BackupException e) {
            throw reader.unwritten
                    ? e
                    : new BackupException("The backup " + what + " is not used: " + e.getMessage() + ".", e);
        }
    }

    private Manifest read(InputStream in) throws IOException {
        CountedInput counted = new CountedInput(in);
        ZipInputStream zip = new ZipInputStream(counted);
        ZipEntry first = zip.getNextEntry();
        if (first == null || !first.getName().equals(BackupNames.HEAD)) {
            throw new BackupException("it is none of Mintmark's backups");
        }
        byte[] ignored = small(zip, counted, HEAD_BYTES_MAX);
        for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
            String name = entry.getName();
            if (name.equals(Manifest.NAME)) {
                Manifest manifest = Manifest.parse(small(zip, counted, MANIFEST_BYTES_MAX));
                drain(zip, counted);
                return required(manifest);
            }
            if (name.equals(BackupNames.FAILED)) {
                throw new BackupException("it was not completed, because of this: "
                        + new String(small(zip, counted, REASON_BYTES_MAX), StandardCharsets.UTF_8)
                                .replaceAll("\\.$", ""));
            }
            if (!BackupNames.isFile(name) || read.containsKey(name)) {
                throw new BackupException("it is damaged: an entry is called " + name);
            }
            file(zip, counted, name);
        }
        throw new BackupException("it was cut off: its manifest is missing");
    }

    private byte[] small(InputStream zip, CountedInput archive, int bytesMax) throws IOException {
        ByteArrayOutputStream small = new ByteArrayOutputStream();
        for (int length = unpack(zip, archive); length >= 0; length = unpack(zip, archive)) {
            small.write(buffer, 0, length);
            if (small.size() > bytesMax) {
                throw new BackupException("an entry has more than " + bytesMax + " bytes");
            }
        }
        return small.toByteArray();
    }

    /** Reads the next bytes of an entry into the buffer; refuses an archive that has grown while it was unpacked. */
    private int unpack(InputStream zip, CountedInput archive) throws IOException {
        int length = zip.read(buffer);
        unpacked += Math.max(0, length);
        if (unpacked > archive.count) {
            throw new BackupException("it is compressed, and " + archive.count + " bytes of it hold " + unpacked
                    + " already, which no backup of Mintmark does: take the file as the server made it, or pack its"
                    + " entries again without compression, in their order");
        }
        return length;
    }

    /** After the last entry a zip file repeats the names. */
    private void drain(ZipInputStream zip, InputStream in) throws IOException {
        if (zip.getNextEntry() != null) {
            throw new BackupException("it is damaged: something follows its manifest");
        }
        while (in.read(buffer) >= 0) {
            // A pipe must be read to its end.
        }
    }

    private void file(InputStream zip, CountedInput archive, String name) throws IOException {
        MessageDigest digest = Sha256.begin();
        long size = 0;
        OutputStream out = opened(name);
        try (Closing ignored = () -> close(out)) {
            for (int length = unpack(zip, archive); length >= 0; length = unpack(zip, archive)) {
                digest.update(buffer, 0, length);
                write(out, length);
                size += length;
                bytes += length;
                sink.read(bytes);
            }
        }
        read.put(name, new Manifest.Digested(size, Sha256.end(digest)));
    }

    /** Counts the bytes of the archive itself. */
    private static final class CountedInput extends FilterInputStream {
        private long count;

        CountedInput(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int read = in.read();
            count += read < 0 ? 0 : 1;
            return read;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int read = in.read(bytes, offset, length);
            count += Math.max(0, read);
            return read;
        }

        @Override
        public long skip(long length) throws IOException {
            long skipped = in.skip(length);
            count += skipped;
            return skipped;
        }

        @Override
        public boolean markSupported() {
            return false;
        }
    }

    /** Ends a file; a disk may say only then that it is full. */
    private interface Closing extends AutoCloseable {
        @Override
        void close();
    }

    private void close(OutputStream out) {
        try {
            out.close();
        } catch (IOException e) {
            throw unwritten(e);
        }
    }

    private OutputStream opened(String name) {
        try {
            return sink.file(name);
        } catch (IOException e) {
            throw unwritten(e);
        }
    }

    private void write(OutputStream out, int length) {
        try {
            out.write(buffer, 0, length);
        } catch (IOException e) {
            throw unwritten(e);
        }
    }

    private BackupException unwritten(IOException e) {
        unwritten = true;
        return new BackupException(
                "The files of the backup cannot be written (" + FailureText.of(e)
                        + "): the disk must have room for them.",
                e);
    }

    private Manifest required(Manifest manifest) {
        manifest.files().forEach((name, expected) -> {
            Manifest.Digested found = read.get(name);
            if (found == null) {
                throw new BackupException("it is damaged: " + name + " is missing");
            }
            if (!found.equals(expected)) {
                throw new BackupException("it is damaged: " + name + " has " + found.bytes()
                        + " bytes with another digest than the " + expected.bytes() + " that were written");
            }
        });
        if (!manifest.files().containsKey(BackupNames.CATALOG)) {
            throw new BackupException("it is damaged: it has no " + BackupNames.CATALOG);
        }
        return manifest;
    }
}
