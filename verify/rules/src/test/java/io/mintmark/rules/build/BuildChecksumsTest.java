package io.mintmark.rules.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Maven as this build configures it, with a repository whose files are not what their checksums say. */
@DisabledOnOs(OS.WINDOWS)
class BuildChecksumsTest {
    private static final String POM = "<project><modelVersion>4.0.0</modelVersion>";
    private static final String PARENT = POM + "<groupId>a</groupId><artifactId>parent</artifactId><version>1</version>"
            + "<packaging>pom</packaging></project>";

    @TempDir
    private Path directory;

    @BeforeEach
    void plant() throws IOException {
        Files.createDirectories(parent().getParent());
        Files.writeString(parent(), PARENT);
        Path remote = directory.resolve("remote");
        Files.writeString(
                directory.resolve("pom.xml"),
                POM + "<parent><groupId>a</groupId><artifactId>parent</artifactId><version>1</version><relativePath/>"
                        + "</parent><artifactId>child</artifactId><packaging>pom</packaging><repositories><repository>"
                        + "<id>central</id><url>" + remote.toUri() + "</url></repository></repositories></project>");
        Files.createDirectories(directory.resolve(".mvn"));
        Files.copy(Path.of("..", "..", ".mvn", "maven.config"), directory.resolve(".mvn/maven.config"));
    }

    private Path parent() {
        return directory.resolve("remote/a/parent/1/parent-1.pom");
    }

    private void checksum(String sha1) throws IOException {
        Files.writeString(parent().resolveSibling("parent-1.pom.sha1"), sha1);
    }

    private String maven() throws IOException, InterruptedException {
        Process maven;
        try {
            ProcessBuilder builder = new ProcessBuilder(
                            List.of("mvn", "-B", "-Dmaven.repo.local=" + directory.resolve("local"), "validate"))
                    .directory(directory.toFile())
                    .redirectErrorStream(true);
            builder.environment().put("MAVEN_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
            maven = builder.start();
        } catch (IOException e) {
            assumeTrue(false, "no mvn on the path: " + e.getMessage());
            return "";
        }
        String said = new String(maven.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        maven.waitFor();
        return said;
    }

    @Test
    void shouldRefuseAFileThatIsNotWhatItsChecksumSays() throws Exception {
        checksum("0".repeat(40));

        assertThat(maven()).contains("Non-resolvable parent POM").contains("Checksum validation failed");
    }

    @Test
    void shouldRefuseAFileWithoutAChecksum() throws Exception {
        assertThat(maven()).contains("Non-resolvable parent POM").contains("Checksum validation failed");
    }

    /** The control: the same repository in order. */
    @Test
    void shouldTakeAFileThatIsWhatItsChecksumSays() throws Exception {
        checksum(sha1(PARENT));

        assertThat(maven()).contains("BUILD SUCCESS").doesNotContain("Checksum validation failed");
    }

    private static String sha1(String text) throws NoSuchAlgorithmException {
        return HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.UTF_8)));
    }
}
