package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.mintmark.cli.command.PreparedStarts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** The launcher of a release, with a Java that only says what it was started with. */
@DisabledOnOs(OS.WINDOWS)
class PreparedStartsTest {
    @TempDir
    private Path home;

    private Path prepared;

    @BeforeEach
    void plant() throws IOException {
        program("mintmark", Files.readString(Path.of("..", "mintmark")));
        program("jdk/bin/java", "#!/bin/sh\necho \"$@\"\n");
        Files.writeString(home.resolve("jdk/release"), "JAVA_VERSION=\"17.0.1\"\n");
        Files.writeString(home.resolve("mintmark.jar"), "jar");
        prepared = Files.createDirectory(home.resolve("mintmark-java17.0.1"));
        Files.writeString(prepared.resolve("classes.jsa"), "classes");
        Files.writeString(prepared.resolve("libsqlitejdbc.so"), "library");
        for (Path each : new Path[] {prepared.resolve("classes.jsa"), prepared.resolve("libsqlitejdbc.so")}) {
            Files.setPosixFilePermissions(each, PosixFilePermissions.fromString("rw-r--r--"));
        }
        Files.setPosixFilePermissions(prepared, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private void program(String name, String text) throws IOException {
        Path file = home.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private String launch(String before) throws Exception {
        return launch(before, "serve");
    }

    private String launch(String before, String command) throws Exception {
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", before + " ./mintmark " + command);
        builder.directory(home.toFile()).redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", home.resolve("jdk").toString());
        builder.environment().remove("MINTMARK_NO_PREPARED");
        Process launcher = builder.start();
        String said = new String(launcher.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(launcher.waitFor()).as(said).isZero();
        return said;
    }

    private void assertUnused(String said) {
        assertThat(said)
                .contains("-Dmintmark.prepared.unused=" + prepared)
                .doesNotContain("SharedArchiveFile", "org.sqlite.lib.path");
    }

    @Test
    void shouldLetJavaShowTheHelpOfPrepare() throws Exception {
        assertThat(launch("", "prepare --help")).contains("io.mintmark.cli.Mintmark prepare --help");
    }

    @Test
    void shouldUseWhatOnlyThisUserCouldWrite() throws Exception {
        assertThat(launch(""))
                .contains("-XX:SharedArchiveFile=" + prepared, "-Dorg.sqlite.lib.path=" + prepared)
                .doesNotContain("unused");
    }

    @ParameterizedTest
    @ValueSource(strings = {".", "classes.jsa", "libsqlitejdbc.so"})
    void shouldNotUseWhatOthersMayWrite(String what) throws Exception {
        Path file = prepared.resolve(what).normalize();
        for (String mode : new String[] {"rwxrwxr-x", "rwxr-xrwx"}) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));

            assertUnused(launch(""));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {".", "classes.jsa", "libsqlitejdbc.so"})
    void shouldNotUseWhatAnotherUserOwns(String what) throws Exception {
        Path file = prepared.resolve(what).normalize();
        try {
            UserPrincipal nobody =
                    home.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody");
            Files.setOwner(file, nobody);
        } catch (IOException e) {
            assumeTrue(false, "only root can give a file to another user: " + e);
        }

        assertUnused(launch(""));
    }

    @Test
    void shouldNotFollowALink() throws Exception {
        Path elsewhere = home.resolve("elsewhere");
        Files.move(prepared, elsewhere);
        Files.createSymbolicLink(prepared, elsewhere);

        assertUnused(launch(""));
    }

    /** Backups, checks and restores open databases, too; where nothing may be executed from /tmp they would not start. */
    @ParameterizedTest
    @ValueSource(strings = {"check --data data", "restore backup.zip", "doctor"})
    void shouldLendTheLibrariesToEveryCommand(String command) throws Exception {
        Files.writeString(prepared.resolve("libzstd-jni.so"), "library");
        Files.setPosixFilePermissions(prepared.resolve("libzstd-jni.so"), PosixFilePermissions.fromString("rwxr-xr-x"));

        assertThat(launch("", command))
                .contains("-Dorg.sqlite.lib.path=" + prepared, "-DZstdNativePath=" + prepared + "/libzstd-jni.so")
                .doesNotContain("SharedArchiveFile", "preparing");
        assertThat(launch("export MINTMARK_NO_PREPARED=1;", command)).doesNotContain("lib.path", "ZstdNativePath");
        Files.setPosixFilePermissions(prepared, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThat(launch("", command)).doesNotContain("lib.path", "ZstdNativePath", "unused");
    }

    @Test
    void shouldNotNameALibraryThatThisUserMayNotRead() throws Exception {
        assumeTrue(System.getProperty("user.name").equals("root"), "only root leaves what others may not read");
        Files.setPosixFilePermissions(
                prepared.resolve("libsqlitejdbc.so"), PosixFilePermissions.fromString("rwx------"));
        Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwxr-xr-x"));

        assertThat(launch("setpriv --reuid=nobody --clear-groups"))
                .contains("-XX:SharedArchiveFile=" + prepared)
                .doesNotContain("org.sqlite.lib.path", "unused");
    }

    /** Root prepares, and somebody else serves: the JDK and the driver of the database make files for their user alone. */
    @Test
    void shouldPrepareForEveryUser() throws Exception {
        Files.delete(prepared.resolve("classes.jsa"));
        Files.delete(prepared.resolve("libsqlitejdbc.so"));
        Files.delete(prepared);
        program("jdk/bin/java", """
                #!/bin/sh
                for word in "$@"; do folder=$word; done
                cd "$folder" && echo classes >classes.jsa && echo library >libsqlitejdbc.so && chmod 700 libsqlitejdbc.so classes.jsa
                """);

        assertThat(launch("umask 077;", "prepare")).contains("are prepared in " + prepared);
        for (String name : new String[] {".", "classes.jsa", "libsqlitejdbc.so"}) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(prepared.resolve(name))))
                    .as(name)
                    .isEqualTo("rwxr-xr-x");
        }
    }

    /** Before Java 25 a list of the classes is archived by a second run, which knows those that were compiled for Java 5. */
    @Test
    void shouldArchiveWhatARunLoaded() throws Exception {
        String runs = prepareAnew("17.0.1");

        assertThat(runs.lines())
                .satisfiesExactly(
                        first -> assertThat(first)
                                .contains("-XX:DumpLoadedClassList=")
                                .contains("TrainingRun"),
                        second -> assertThat(second)
                                .contains("-Xshare:dump", "-XX:SharedClassListFile=", "-XX:SharedArchiveFile=")
                                .doesNotContain("TrainingRun"));
        assertThat(launch("")).contains("-XX:SharedArchiveFile=" + prepared).doesNotContain("AOTCache");
    }

    @Test
    void shouldKeepWhatARunLearntWhereJavaCan() throws Exception {
        String runs = prepareAnew("25.0.1");

        assertThat(runs.lines())
                .singleElement()
                .asString()
                .contains("-XX:AOTCacheOutput=")
                .contains("TrainingRun");
        assertThat(launch(""))
                .contains("-XX:AOTCache=" + home.resolve("mintmark-java25.0.1"))
                .doesNotContain("SharedArchiveFile");
    }

    /** Prepares for a Java that is said to have the version, and returns what it was run with, one line a run. */
    private String prepareAnew(String version) throws Exception {
        Files.delete(prepared.resolve("classes.jsa"));
        Files.delete(prepared.resolve("libsqlitejdbc.so"));
        Files.delete(prepared);
        Files.writeString(home.resolve("jdk/release"), "JAVA_VERSION=\"" + version + "\"\n");
        program("jdk/bin/java", """
                #!/bin/sh
                echo "$@" >>"$JAVA_HOME/runs"
                for word in "$@"; do
                  case $word in
                    *=*/classes | *=*/classes.jsa) echo classes >"${word#*=}" ;;
                  esac
                done
                """);
        launch("", "prepare");
        program("jdk/bin/java", "#!/bin/sh\necho \"$@\"\n");
        return Files.readString(home.resolve("jdk/runs"));
    }

    /** A user's own group often may write what the user creates; what is prepared must be of use all the same. */
    @Test
    void shouldUseWhatItPreparedItselfUnderAnyMask() throws Exception {
        for (String name : new String[] {"classes.jsa", "libsqlitejdbc.so"}) {
            Files.delete(prepared.resolve(name));
        }
        Files.delete(prepared);

        String first = launch("umask 002;");
        Files.writeString(prepared.resolve("classes.jsa"), "classes");
        Files.setPosixFilePermissions(prepared.resolve("classes.jsa"), PosixFilePermissions.fromString("rw-r--r--"));

        assertThat(first).contains("preparing quick starts");
        assertThat(launch("umask 002;")).contains("-XX:SharedArchiveFile=" + prepared);
    }

    /** All files of a release have its time, so the age of a jar does not tell that it was replaced. */
    @Test
    void shouldPrepareAgainForAnotherJarOfTheSameAge() throws Exception {
        release("0123456789ab");
        Path first = home.resolve("mintmark-java17.0.1-0123456789ab");

        assertThat(launch("")).contains("preparing quick starts");
        assertThat(launch("")).doesNotContain("preparing");
        assertThat(first).isDirectory();

        release("ba9876543210");
        assertThat(launch("")).contains("preparing quick starts").doesNotContain(first.toString());
    }

    @Test
    void shouldPrepareInACacheWhereTheReleaseCannotBeWritten() throws Exception {
        release("0123456789ab");
        Path cache = Files.createDirectory(home.resolve("cache"));
        Path inCache = cache.resolve("mintmark-java17.0.1-0123456789ab");
        String asNobody = asSomebodyWhoMayOnlyRead(cache);

        assertThat(launch("export CACHE_DIRECTORY=" + cache + ";" + asNobody)).contains("preparing quick starts");
        assertThat(inCache).isDirectory();
        Files.writeString(inCache.resolve("classes.jsa"), "classes");
        giveAway(inCache.resolve("classes.jsa"));

        assertThat(launch("export CACHE_DIRECTORY=" + cache + ";" + asNobody))
                .contains("-XX:SharedArchiveFile=" + inCache)
                .doesNotContain("preparing");
    }

    @Test
    void shouldStartUnpreparedWhereNothingCanBeWritten() throws Exception {
        release("0123456789ab");
        Path cache = Files.createDirectory(home.resolve("cache"));
        String asNobody = asSomebodyWhoMayOnlyRead(cache);
        String unprepared = "-cp " + home + "/mintmark.jar io.mintmark.cli.Mintmark serve\n";

        for (String where : new String[] {"/proc/none", "relative", ""}) {
            assertThat(launch("unset HOME XDG_CACHE_HOME; export CACHE_DIRECTORY=" + where + ";" + asNobody))
                    .startsWith("-XX:")
                    .endsWith(unprepared);
        }
        Files.setPosixFilePermissions(cache, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThat(launch("export CACHE_DIRECTORY=" + cache + ";" + asNobody))
                .startsWith("-XX:")
                .endsWith(unprepared);
    }

    private void release(String checksum) throws IOException {
        Files.writeString(home.resolve("SHA256SUMS"), checksum + "0".repeat(52) + "  mintmark.jar\n");
    }

    /** Returns what goes before the launcher's command so that it cannot write to the release, only to {@code cache}. */
    private String asSomebodyWhoMayOnlyRead(Path cache) throws IOException {
        boolean root = System.getProperty("user.name").equals("root");
        Files.setPosixFilePermissions(home, PosixFilePermissions.fromString(root ? "rwxr-xr-x" : "r-xr-xr-x"));
        if (!root) {
            return "";
        }
        giveAway(cache);
        return " setpriv --reuid=nobody --clear-groups";
    }

    private static void giveAway(Path file) throws IOException {
        if (System.getProperty("user.name").equals("root")) {
            Files.setOwner(
                    file, file.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));
        }
    }

    @Test
    void shouldSayAtLevelInfoWhatIsNotUsed() {
        Logger logger = (Logger) LoggerFactory.getLogger(PreparedStarts.class);
        Level before = logger.getLevel();
        ListAppender<ILoggingEvent> told = new ListAppender<>();
        told.start();
        logger.addAppender(told);
        logger.setLevel(Level.INFO);
        System.setProperty(PreparedStarts.UNUSED, "/srv/mintmark-java17");
        try {
            PreparedStarts.tell();
        } finally {
            System.clearProperty(PreparedStarts.UNUSED);
            logger.detachAppender(told);
            logger.setLevel(before);
        }
        PreparedStarts.tell();

        assertThat(told.list).singleElement().satisfies(event -> {
            assertThat(event.getLevel()).isEqualTo(Level.INFO);
            assertThat(event.getFormattedMessage()).contains("/srv/mintmark-java17 are not used", "remove");
        });
    }
}
