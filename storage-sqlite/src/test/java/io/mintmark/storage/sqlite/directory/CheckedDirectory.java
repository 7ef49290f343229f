package io.mintmark.storage.sqlite.directory;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.mintmark.storage.lifecycle.Checked;
import io.mintmark.storage.lifecycle.Findings;
import io.mintmark.storage.sqlite.TestStore;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.CounterRaise;
import io.mintmark.storage.write.IdentitySeed;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A data directory that was left in order, whose stored numbers can be found in its files, and what a check says. */
final class CheckedDirectory {
    /** Each needs all of eight bytes, so that its bytes stand in one place only. */
    static final long COUNTER_STANDS = 0x11_2233_4455_6677L;

    static final long IDENTITY_STANDS = 0x12_3456_789A_BCDEL;

    final Path directory;

    private CheckedDirectory(Path directory) {
        this.directory = directory;
    }

    static CheckedDirectory make(Path directory) {
        try (TestStore store = TestStore.open(directory)) {
            store.storage.write(new CounterRaise(CounterName.ofTag("orders"), COUNTER_STANDS));
            store.reserve("invoices");
            store.storage.write(new IdentitySeed("users", IDENTITY_STANDS, IdentitySeed.Direction.UP_ONLY, null));
            store.nextIdentity("letters");
            store.put("notes/a", "{\"Text\":\"remember the milk\"}");
            store.put("notes/b", "{\"Text\":\"and the bread\"}");
            store.engine.putSetting("client-configuration", "{\"Disabled\":true}".getBytes(UTF_8));
        }
        return new CheckedDirectory(directory);
    }

    static CheckedDirectory at(Path directory) {
        return new CheckedDirectory(directory);
    }

    Path file() {
        return TestStore.file(directory);
    }

    Path catalog() {
        return directory.resolve("catalog.sqlite");
    }

    /** What a check found, and how much it read. */
    record Heard(Checked checked, List<String> damages, List<String> warnings, List<String> unchecked) {}

    Heard check() {
        return check(Optional.empty());
    }

    Heard check(Optional<String> database) {
        List<String> damages = new ArrayList<>();
        List<String> warnings = new ArrayList<>();
        List<String> unchecked = new ArrayList<>();
        Checked checked = DirectoryCheck.run(directory, database, new Findings() {
            @Override
            public void damage(String text) {
                damages.add(text);
            }

            @Override
            public void warning(String text) {
                warnings.add(text);
            }

            @Override
            public void unchecked(String text) {
                unchecked.add(text);
            }

            @Override
            public void at(String doing, long done, long total) {}
        });
        return new Heard(checked, damages, warnings, unchecked);
    }

    /** Flips the lowest bit of the last byte of the first place in {@code file} where {@code sought} stands. */
    static void flip(Path file, byte[] sought) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        for (int at = 0; at + sought.length <= bytes.length; at++) {
            if (Arrays.equals(bytes, at, at + sought.length, sought, 0, sought.length)) {
                bytes[at + sought.length - 1] ^= 1;
                Files.write(file, bytes);
                return;
            }
        }
        throw new IllegalStateException("nothing to flip in " + file);
    }

    static void flip(Path file, String sought) throws IOException {
        flip(file, sought.getBytes(UTF_8));
    }

    /** Flips the lowest bit of a number that is stored in eight bytes. */
    static void flip(Path file, long sought) throws IOException {
        flip(file, ByteBuffer.allocate(Long.BYTES).putLong(sought).array());
    }
}
