package io.mintmark.server.backup;

import io.mintmark.MintmarkException;
import io.mintmark.fuzz.Check;
import io.mintmark.fuzz.FuzzTarget;
import io.mintmark.fuzz.Input;
import io.mintmark.storage.Image;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Backups: any bytes unpack to no more than they are; what was written is read; and a backup with another byte holds
 * the same, or is refused.
 */
public final class BackupsTarget implements FuzzTarget {
    private static final Instant TIME = Instant.parse("2026-01-02T03:04:05Z");

    /** What a reader found. */
    private record Found(Manifest manifest, Map<String, String> files) {}

    @Override
    public void run(byte[] bytes) throws IOException {
        Input input = new Input(bytes);
        switch (input.below(3)) {
            case 0 -> bounded(input.rest());
            case 1 -> manifest(input.rest());
            default -> damaged(input);
        }
    }

    private static void bounded(byte[] archive) {
        long[] unpacked = {0};
        BackupReader.Sink counting = new BackupReader.Sink() {
            @Override
            public java.io.OutputStream file(String name) {
                Check.that(BackupNames.isFile(name), "only files of backups are written: " + name);
                return java.io.OutputStream.nullOutputStream();
            }

            @Override
            public void read(long count) {
                unpacked[0] = count;
            }
        };
        try {
            Manifest ignored = BackupReader.read(new ByteArrayInputStream(archive), "it", counting);
        } finally {
            Check.that(unpacked[0] <= archive.length + (64 << 10), "a backup does not grow: " + unpacked[0]);
        }
    }

    /** Lines with the digest that the format wants behind them. */
    private static void manifest(byte[] lines) {
        String text = "mintmark-backup 1\n" + new String(lines, java.nio.charset.StandardCharsets.UTF_8);
        String end =
                "end " + io.mintmark.internal.Sha256.of(text.getBytes(java.nio.charset.StandardCharsets.UTF_8)) + "\n";
        Manifest read = Manifest.parse((text + end).getBytes(java.nio.charset.StandardCharsets.UTF_8));
        Manifest again = Check.accepted("a manifest is read as it was written", () -> Manifest.parse(read.bytes()));
        Check.equal(read, again, "a manifest is read as it was written");
    }

    private static void damaged(Input input) throws IOException {
        int place = input.octet() << Byte.SIZE | input.octet();
        int change = input.octet();
        byte[] archive = written(input);
        Found whole = Check.accepted("a backup that was written is read", () -> found(archive));
        byte[] other = archive.clone();
        other[place % other.length] ^= (byte) change;
        Found found;
        try {
            found = found(other);
        } catch (MintmarkException refused) {
            return;
        }
        Check.equal(whole, found, "a damaged backup is refused");
    }

    private static byte[] written(Input input) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        BackupArchive archive = new BackupArchive(TIME);
        archive.to(out);
        archive.add(BackupNames.HEAD, new byte[] {'\n'});
        String name = input.textUpTo('\n');
        byte[] database = input.upTo('\n');
        archive.add(BackupNames.database(7), database);
        archive.add(BackupNames.CATALOG, input.rest());
        Map<String, Manifest.Digested> files = new TreeMap<>();
        for (String file : List.of(BackupNames.database(7), BackupNames.CATALOG)) {
            files.put(file, archive.digested(file));
        }
        // A name of a database has whole characters.
        String legal = io.mintmark.internal.Printable.encodable(name);
        Manifest manifest = new Manifest(
                "1",
                "A",
                TIME,
                TIME,
                files,
                List.of(new Manifest.Database(7, new Image.Position("id", 1, 2, 3), legal)));
        archive.finish(Manifest.NAME, manifest.bytes());
        return out.toByteArray();
    }

    private static Found found(byte[] archive) {
        Map<String, ByteArrayOutputStream> sinks = new TreeMap<>();
        Manifest manifest = BackupReader.read(
                new ByteArrayInputStream(archive),
                "it",
                name -> sinks.computeIfAbsent(name, any -> new ByteArrayOutputStream()));
        Map<String, String> files = new TreeMap<>();
        sinks.forEach((name, bytes) -> files.put(name, bytes.toString(java.nio.charset.StandardCharsets.ISO_8859_1)));
        return new Found(manifest, files);
    }
}
