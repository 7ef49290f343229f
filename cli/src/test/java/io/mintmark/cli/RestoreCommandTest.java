package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.server.MintmarkServer;
import io.mintmark.testkit.Effort;
import io.mintmark.testkit.Seed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RestoreCommandTest {
    @TempDir
    private Path temporary;

    private StoppedData target;
    private Path backup;
    private byte[] bytes = {};

    @BeforeEach
    void makeABackup() throws Exception {
        StoppedData data = new StoppedData(temporary.resolve("data"));
        data.use(calls -> {
            calls.createDatabase();
            calls.next("orders");
            calls.put("notes/a", "first");
        });
        Path folder = temporary.resolve("backups");
        data.run("backup", "--to", folder.toString()).expect(0);
        backup = BackupRounds.theOnly(folder);
        bytes = Files.readAllBytes(backup);
        target = new StoppedData(temporary.resolve("target"));
    }

    private CommandRun restore(Path from, String... more) {
        return target.run(List.of("restore", from.toString()), more);
    }

    private Path backupWithoutDatabases() throws IOException {
        StoppedData none = new StoppedData(temporary.resolve("none"));
        none.serve().close();
        Path folder = temporary.resolve("of none");
        none.run("backup", "--to", folder.toString()).expect(0);
        return BackupRounds.theOnly(folder);
    }

    private CommandRun restore(byte[] changed) throws IOException {
        return restore(Files.write(temporary.resolve("changed.zip"), changed));
    }

    @Test
    void shouldRefuseABackupThatWasCutOffAnywhere() throws Exception {
        SplittableRandom random = new SplittableRandom(Seed.fresh("RestoreCommandTest"));
        int manifest = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("mintmark-backup 1");
        int cuts = Effort.of("cut backups", 30, 1_000);
        for (int i = 0; i < cuts; i++) {
            int length = random.nextInt(manifest + 20);
            CommandRun run = restore(Arrays.copyOf(bytes, length));

            assertThat(run.exitCode())
                    .as("%d of %d bytes: %s", length, bytes.length, run)
                    .isEqualTo(1);
            assertThat(run.err()).contains("The backup ", "changed.zip");
            assertThat(target.directory).doesNotExist();
        }
    }

    /** A bit that matters is noticed; one that does not, in the list of names after the manifest, changes no file. */
    @Test
    void shouldRefuseAFlippedBitOrRestoreTheSame() throws Exception {
        SplittableRandom random = new SplittableRandom(Seed.fresh("RestoreCommandTest"));
        int flips = Effort.of("flipped bits in a backup", 40, 2_000);
        int refused = 0;
        byte[] good = restoredCatalog();
        for (int i = 0; i < flips; i++) {
            byte[] changed = bytes.clone();
            int at = random.nextInt(changed.length);
            changed[at] ^= (byte) (1 << random.nextInt(8));
            CommandRun run = restore(changed);
            if (run.exitCode() == 0) {
                assertThat(target.directory.resolve(StoppedData.CATALOG)).hasBinaryContent(good);
                empty();
            } else {
                refused++;
                assertThat(run.exitCode()).as("byte %d: %s", at, run).isEqualTo(1);
                assertThat(target.directory).doesNotExist();
            }
        }
        assertThat(refused).isGreaterThan(flips / 2);
    }

    /** The archive is sound, and yet the file in it is another one than the manifest tells of. */
    @Test
    void shouldRefuseAFileThatIsNotTheOneThatWasBackedUp() throws Exception {
        Path changed = temporary.resolve("exchanged.zip");
        try (ZipInputStream in = new ZipInputStream(Files.newInputStream(backup));
                ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(changed))) {
            out.setLevel(Deflater.NO_COMPRESSION);
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                byte[] content = in.readAllBytes();
                if (entry.getName().equals(StoppedData.FILE)) {
                    content[content.length - 1] ^= 1;
                }
                out.putNextEntry(new ZipEntry(entry.getName()));
                out.write(content);
            }
        }

        assertThat(restore(changed).err()).contains("it is damaged: database-1.sqlite has", "another digest");
        assertThat(target.directory).doesNotExist();
    }

    /** A small archive could fill the disk otherwise; packed again without compression it is what it was. */
    @Test
    void shouldRefuseABackupThatSomebodyCompressedUntilItIsPackedAgain() throws Exception {
        Path compressed = packedAgain(backup, Deflater.BEST_COMPRESSION);

        assertThat(restore(compressed).err())
                .contains("it is compressed", "pack its entries again without compression");
        assertThat(target.directory).doesNotExist();
        restore(packedAgain(compressed, Deflater.NO_COMPRESSION)).expect(0);
    }

    private Path packedAgain(Path archive, int level) throws IOException {
        Path again = temporary.resolve("level-" + level + ".zip");
        try (ZipInputStream in = new ZipInputStream(Files.newInputStream(archive));
                ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(again))) {
            out.setLevel(level);
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                out.putNextEntry(new ZipEntry(entry.getName()));
                out.write(in.readAllBytes());
            }
        }
        return again;
    }

    private byte[] restoredCatalog() throws IOException {
        restore(backup).expect(0);
        byte[] catalog = Files.readAllBytes(target.directory.resolve(StoppedData.CATALOG));
        empty();
        return catalog;
    }

    private void empty() throws IOException {
        try (Stream<Path> files = Files.list(target.directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(target.directory);
    }

    @Test
    void shouldRefuseADirectoryThatIsNotEmptyAndLeaveItAsItIs() throws Exception {
        Files.createDirectories(target.directory);
        Files.writeString(target.directory.resolve("notes.txt"), "mine");

        CommandRun run = restore(backup).expect(1);

        assertThat(run.err()).contains("into an empty directory", "has notes.txt");
        try (Stream<Path> files = Files.list(target.directory)) {
            assertThat(files).containsExactly(target.directory.resolve("notes.txt"));
        }
    }

    @Test
    void shouldRestoreForALookThatIsNeverServed() throws Exception {
        CommandRun run = restore(backup, "--for-a-look").expect(0);

        assertThat(run.out()).endsWith("for a look\n");
        target.run("check").expect(0);
        assertThatThrownBy(target::serve).hasMessageContaining("for a look, which is not served");
        CommandRun raised =
                target.run("raise", "--all", "--by", "5", "--accept-repeats").expect(1);
        assertThat(raised.err()).contains("restore the backup without --for-a-look");
    }

    @Test
    void shouldRefuseADirectoryWhoseRestoreWasCutOff() throws Exception {
        restore(backup).expect(0);
        Files.writeString(target.directory.resolve("restored"), "mintmark res");

        assertThatThrownBy(target::serve).hasMessageContaining("was cut off");
        assertThat(target.run("raise", "--all", "--by", "5", "--accept-repeats").err())
                .contains("was cut off");
        target.run("check").expect(3);
    }

    /** Range 1 to 32 is in the backup, and ranges up to 128 are not. */
    @Test
    void shouldRefuseToRaiseByLessThanTheBackupAsksFor() throws Exception {
        CommandRun run = restore(backup, "--raise-by", "1").expect(1);

        assertThat(run.err()).contains("To raise by 1 is too little", "crash needs at least 107");
        assertThatThrownBy(target::serve).hasMessageContaining("1 database is not raised yet");

        target.run("raise", "--all", "--by", "1", "--accept-repeats").expect(0);
        target.use(calls -> assertThat(calls.next("orders").low())
                .as("of a range that was lost")
                .isEqualTo(34));
    }

    @Test
    void shouldRaiseByWhatTheBackupAsksFor() throws Exception {
        CommandRun run = restore(backup, "--raise").expect(0);

        assertThat(run.out()).containsPattern("raised by 10[0-9]{8}, incarnation 2");
        target.use(calls -> assertThat(calls.next("orders").low()).isGreaterThan(33 + (1L << 30)));
    }

    /** The backup of a directory without databases may be older than the first one of them, whose numbers must not come again. */
    @Test
    void shouldRestoreABackupWithoutDatabasesAndStart() throws Exception {
        CommandRun run = restore(backupWithoutDatabases()).expect(0);

        assertThat(run.out()).contains("0 databases as of").doesNotContain("run `mintmark raise");
        assertThat(run.err()).contains("no database is there", "begin above 1073741824");
        target.use(calls -> {
            calls.createDatabase();
            assertThat(calls.next("orders").low()).isEqualTo(1 + (1L << 30));
        });
    }

    @Test
    void shouldRaiseByWhatIsSaidWhereTheBackupHasNoDatabase() throws Exception {
        restore(backupWithoutDatabases(), "--raise-by", "500").expect(0);

        target.use(calls -> {
            calls.createDatabase();
            assertThat(calls.next("orders").low()).isEqualTo(501);
        });
    }

    @Test
    void shouldNotServeACopyForALookWithoutDatabases() throws Exception {
        restore(backupWithoutDatabases(), "--for-a-look").expect(0);

        assertThatThrownBy(target::serve).hasMessageContaining("for a look");
    }

    @Test
    void shouldAskForEachDatabaseToBeRaised() throws Exception {
        StoppedData two = new StoppedData(temporary.resolve("two"));
        two.use(Calls::createDatabase);
        try (MintmarkServer server = two.serve()) {
            assertThat(Http.create(server.url(), "zoo")).isEqualTo(201);
        }
        Path folder = temporary.resolve("of two");
        two.run("backup", "--to", folder.toString());
        restore(BackupRounds.theOnly(folder)).expect(0);
        assertThat(target.run("check").expect(0).out()).contains("and 2 databases are not raised yet");

        target.run("raise", "--database", "zoo", "--by", "5", "--accept-repeats")
                .expect(0);
        assertThatThrownBy(target::serve).hasMessageContaining("1 database is not raised yet");
        target.run("raise", "--database", "crash", "--by", "5", "--accept-repeats")
                .expect(0);

        target.use(calls -> calls.next("orders"));
    }

    @Test
    void shouldSayWhyABackupWasNotCompleted() throws Exception {
        Path failed = temporary.resolve("failed.zip");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(failed))) {
            zip.putNextEntry(new ZipEntry("mintmark-backup"));
            zip.putNextEntry(new ZipEntry("failed"));
            zip.write("The moon was full.".getBytes(StandardCharsets.UTF_8));
        }

        assertThat(restore(failed).err()).contains("was not completed, because of this: The moon was full");
    }

    /** No name in an archive leads out of the directory. */
    @ParameterizedTest
    @ValueSource(strings = {"../outside", "/tmp/outside", "database-1.sqlite/../../x", "lock", "database-0.sqlite"})
    void shouldRefuseNamesThatNoBackupHas(String name) throws Exception {
        Path strange = temporary.resolve("strange.zip");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(strange))) {
            zip.putNextEntry(new ZipEntry("mintmark-backup"));
            zip.putNextEntry(new ZipEntry(name));
            zip.write(1);
        }

        CommandRun run = restore(strange).expect(1);

        assertThat(run.err()).contains("an entry is called " + name);
        assertThat(target.directory).doesNotExist();
    }

    @Test
    void shouldRefuseWhatIsNoBackup() throws Exception {
        assertThat(restore(temporary.resolve("none.zip")).err())
                .contains("cannot be read (there is no such file or directory)")
                .doesNotContain("Exception");
        restore("PK\3\4".getBytes(StandardCharsets.ISO_8859_1)).expect(1);
        assertThat(restore(new byte[0]).err()).contains("it is none of Mintmark's backups");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "x.zip",
                "x.zip --data y --raise-by 0",
                "x.zip --data y --rate 5",
                "x.zip --data y --period 5h",
                "x.zip --data y --raise-by 5 --rate 5 --period 5h",
                "x.zip --data y --raise-by 5 --for-a-look",
                "x.zip --data y --store jdbc:postgresql://db/ids"
            })
    void shouldAssumeNothing(String options) {
        CommandRun run =
                CommandRun.of(("restore " + options).strip().split(" ", -1)).expect(2);

        assertThat(run.err().lines()).singleElement().asString().contains("see mintmark restore --help");
    }
}
