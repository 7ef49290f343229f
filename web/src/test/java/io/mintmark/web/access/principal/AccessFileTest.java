package io.mintmark.web.access.principal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mintmark.MintmarkException;
import io.mintmark.internal.Sha256;
import io.mintmark.testkit.Seed;
import io.mintmark.web.access.Callers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The file of an access list: whole, private, and refused in every state in which it should not be believed. */
class AccessFileTest {
    @TempDir
    Path directory;

    private Path path;
    private AccessFile file;

    @BeforeEach
    void make() {
        path = directory.resolve(AccessFile.NAME);
        file = new AccessFile(directory);
    }

    /** What somebody does to a good file. */
    @FunctionalInterface
    private interface Harm {
        void to(Path file) throws IOException;
    }

    private static Principal random(Random random, int number) {
        Map<String, DatabaseAccess> levels = new TreeMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            levels.put("db-" + i, DatabaseAccess.values()[random.nextInt(3)]);
        }
        List<Credential> credentials = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            byte[] bytes = new byte[24];
            random.nextBytes(bytes);
            Credential token =
                    Credential.of(BearerToken.draw(into -> System.arraycopy(bytes, 0, into, 0, into.length)));
            credentials.add(random.nextBoolean() ? token : token.until(Instant.ofEpochSecond(random.nextInt(1 << 30))));
        }
        return new Principal(
                "Ada \"\\ é€ " + number,
                random.nextInt(4) == 0 ? Clearance.OPERATOR : Clearance.of(levels),
                random.nextBoolean() ? null : Instant.ofEpochSecond(random.nextInt(1 << 30)),
                credentials);
    }

    @Test
    void shouldReadBackWhatItWrote() {
        Random random = new Random(Seed.fresh("AccessFileTest"));
        for (int i = 0; i < 50; i++) {
            Principal newcomer = random(random, i);
            AccessList ignored = file.changeOrBegin(list -> list.with(newcomer));
            assertThat(file.read().orElseThrow().require(newcomer.name())).isEqualTo(newcomer);
        }
        assertThat(file.read().orElseThrow().principals()).hasSize(50);
    }

    @Test
    void shouldBeItsOwnersAloneAndKeepAGroupThatMayRead() throws IOException {
        Callers callers = new Callers(directory).operator("ada");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                .isEqualTo("rw-------");

        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-r-----"));
        callers.operator("bob");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                .isEqualTo("rw-r-----");
    }

    @Test
    void shouldHoldNoTokenButDigestsOnly() throws IOException {
        Callers callers = new Callers(directory).operator("ada");

        assertThat(Files.readString(path))
                .contains("ada")
                .doesNotContain(callers.token("ada").substring(9));
    }

    @Test
    void shouldLoseNoChangeOfManyThreads() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Future<?>> changes = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                String name = "p" + i;
                changes.add(threads.submit(() -> new Callers(directory).operator(name)));
            }
            for (Future<?> change : changes) {
                change.get();
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(file.read().orElseThrow().principals()).hasSize(40);
    }

    @Test
    void shouldNotChangeWhereAChangeIsRefused() throws IOException {
        Callers callers = new Callers(directory).operator("ada");
        byte[] before = Files.readAllBytes(path);

        assertThatThrownBy(() -> callers.operator("ADA"))
                .isInstanceOf(MintmarkException.class)
                .hasMessageContaining("'ada' already")
                .hasMessageContaining("rotate");
        assertThatThrownBy(() -> callers.remove("bob")).hasMessageContaining("no principal 'bob'");
        assertThat(Files.readAllBytes(path)).isEqualTo(before);
    }

    @Test
    void shouldGoOnBehindACrashThatLeftAHalfWrittenList() throws IOException {
        new Callers(directory).operator("ada");
        Files.writeString(directory.resolve("access.next"), "mintmark access 1\n{");

        new Callers(directory).operator("bob");

        assertThat(file.read().orElseThrow().principals()).hasSize(2);
        assertThat(directory.resolve("access.next")).doesNotExist();
    }

    static Stream<Arguments> harms() {
        return Stream.of(
                harm("empty", file -> Files.writeString(file, ""), "does not begin with"),
                harm("cut in its last line", file -> keep(file, -2), "its end is missing"),
                harm("cut after a line", file -> keep(file, -72), "its end is missing"),
                harm("cut within a principal", file -> keep(file, 60), "its end is missing"),
                harm("raised by hand", file -> replace(file, "\"operator\":false", "\"operator\":true"), "not the sum"),
                harm("a bit changed", AccessFileTest::flip, "not the sum"),
                harm("followed by more", file -> replace(file, "\n", "\n", "{}\n"), "end is missing"),
                harm("another version's", file -> replace(file, "access 1", "access 2"), "another version"),
                harm("no text", file -> Files.write(file, new byte[] {(byte) 0xff, 10}), "no text"),
                harm("huge", file -> Files.write(file, new byte[(16 << 20) + 1]), "no list has"),
                harm("writable for a group", file -> mode(file, "rw-rw----"), "chmod 600"),
                harm("writable for all", file -> mode(file, "rw-rw-rw-"), "chmod 600"),
                harm("readable for all", file -> mode(file, "rw-r--r--"), "chmod 600"),
                harm(
                        "where all may write",
                        file -> mode(Objects.requireNonNull(file.getParent()), "rwxrwxrwx"),
                        "chmod o-w"),
                harm("a directory", AccessFileTest::directory, "must be a file"),
                harm("a link", AccessFileTest::link, "must be a file"));
    }

    private static Arguments harm(String name, Harm harm, String told) {
        return Arguments.of(name, harm, told);
    }

    private static void keep(Path file, int bytes) throws IOException {
        String text = Files.readString(file);
        Files.writeString(file, text.substring(0, bytes < 0 ? text.length() + bytes : bytes));
    }

    private static void replace(Path file, String old, String... with) throws IOException {
        String text = Files.readString(file);
        String changed = with.length == 1 ? text.replace(old, with[0]) : text + with[1];
        assertThat(changed).isNotEqualTo(text);
        Files.writeString(file, changed);
    }

    private static void flip(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[40] ^= 1;
        Files.write(file, bytes);
    }

    private static void mode(Path file, String mode) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    }

    private static void directory(Path file) throws IOException {
        Files.delete(file);
        Files.createDirectory(file);
    }

    private static void link(Path file) throws IOException {
        Path elsewhere = Files.move(file, file.resolveSibling("elsewhere"));
        Files.createSymbolicLink(file, elsewhere);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("harms")
    void shouldRefuseAFileThatIs(String name, Harm harm, String told) throws IOException {
        new Callers(directory).on("ada", "shop", DatabaseAccess.READ);
        assertThat(file.read()).isPresent();

        harm.to(path);

        try {
            assertThatThrownBy(file::read)
                    .as(name)
                    .isInstanceOf(AccessListException.class)
                    .hasMessageContaining(path.toString())
                    .hasMessageContaining(told);
            assertThatThrownBy(() -> new Callers(directory).operator("mallory"))
                    .as("nobody is added to it")
                    .isInstanceOf(MintmarkException.class);
        } finally {
            mode(directory, "rwx------");
        }
    }

    @Test
    void shouldRefuseLinesWhoseSumIsRightAndWhoseMeaningIsNot() {
        for (String line : List.of(
                "{}",
                "[]",
                "{\"name\":\"a\"",
                "{\"name\":\"a\",\"operator\":true,\"databases\":{},\"credentials\":[]}",
                "{\"name\":\"a\",\"operator\":true,\"databases\":{},\"credentials\":[{\"kind\":\"TOKEN\",\"digest\":\"ab\"}]}",
                "{\"name\":\"a\",\"operator\":true,\"more\":1,\"databases\":{},\"credentials\":[]}",
                "{\"name\":\"a\",\"name\":\"b\",\"operator\":true,\"databases\":{},\"credentials\":[]}")) {
            String text = "mintmark access 1\n" + line + "\n";
            String sum = Sha256.of(text.getBytes(StandardCharsets.UTF_8));
            assertThatThrownBy(
                            () -> AccessFormat.read((text + "sha256 " + sum + "\n").getBytes(StandardCharsets.UTF_8)))
                    .as(line)
                    .isInstanceOf(MintmarkException.class)
                    .hasMessageContaining("line 2");
        }
    }

    @Test
    void shouldChangeNothingWhereTheListIsGone() throws IOException {
        new Callers(directory).operator("ada");
        Files.delete(path);

        assertThatThrownBy(() -> file.change(list -> list))
                .isInstanceOf(AccessListException.class)
                .hasMessageContainingAll(path.toString(), "is gone", "put it back", "mintmark access add");
        assertThat(path).doesNotExist();
        assertThatThrownBy(file::requireNotLost)
                .isInstanceOf(AccessListException.class)
                .hasMessageContainingAll("is missing", "access.lock", "put the list back");
    }

    @Test
    void shouldNotLookLostAfterABeginningThatFailed() {
        assertThatThrownBy(() -> file.changeOrBegin(list -> list.without("nobody")))
                .isInstanceOf(MintmarkException.class);

        assertThat(directory).isEmptyDirectory();
        file.requireNotLost();
    }

    @Test
    void shouldSayThatAChangeMayStandWhenOnlyTheDirectoryIsNotSynced() {
        AccessFile broken = new AccessFile(directory, any -> {
            throw new IOException("disk is ill");
        });

        assertThatThrownBy(() -> broken.changeOrBegin(list -> list))
                .isInstanceOf(AccessListException.class)
                .hasMessageContainingAll("was changed", "power cut may undo", "disk is ill", "mintmark access list")
                .hasMessageNotContaining("as it was");
        assertThat(file.read()).isPresent();
    }

    /** A directory of the server's user, in which root runs a command. */
    private UserPrincipal giveTheDirectoryAway() throws IOException {
        UserPrincipal root = Files.getOwner(directory);
        assumeTrue(
                root.getName().equals("root") && System.getProperty("user.name").equals("root"));
        UserPrincipal other =
                directory.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("daemon");
        Files.setOwner(directory, other);
        return other;
    }

    @Test
    void shouldGiveWhatRootWritesToTheOwnerOfTheDirectoryAndNothingElse(@TempDir Path elsewhere) throws IOException {
        UserPrincipal server = giveTheDirectoryAway();
        Path foreign = Files.writeString(elsewhere.resolve("foreign"), "");
        Files.createLink(directory.resolve("access.lock"), foreign);
        Path link = Files.createSymbolicLink(directory.resolve("link"), foreign);

        new Callers(directory).operator("ada");
        FileRights.giveToOwnerOf(directory, link);

        assertThat(Files.getOwner(path)).isEqualTo(server);
        assertThat(Files.getOwner(link, LinkOption.NOFOLLOW_LINKS)).isEqualTo(server);
        assertThat(Files.getOwner(foreign).getName()).isEqualTo("root");
    }

    @Test
    void shouldGiveALockThatRootMadeToTheOwnerOfTheDirectory() throws IOException {
        UserPrincipal server = giveTheDirectoryAway();

        new Callers(directory).operator("ada");

        assertThat(Files.getOwner(directory.resolve("access.lock"))).isEqualTo(server);
    }
}
