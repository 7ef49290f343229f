package io.mintmark.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mintmark.client.Model.User;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * A program run by {@code mvn exec:java}, which interrupts the threads that the program leaves, waits for them, and names
 * those that stay.
 */
@Timeout(300)
class NightlyExecJavaTest {
    private static final String VERSION = "3.5.0";
    private static final String PLUGIN = "org.codehaus.mojo:exec-maven-plugin:" + VERSION;
    private static final String LEFT = "was interrupted but is still alive";

    @RegisterExtension
    static final Shop SHOP = new Shop();

    @TempDir
    private Path project;

    /** A program that forgets to close its store. */
    public static final class Forgetful {
        private Forgetful() {}

        public static void main(String... args) {
            DocumentStore store =
                    DocumentStore.builder(args[0]).database(args[1]).open();
            try (Session session = store.openSession()) {
                session.store(new User("Ada"));
                session.saveChanges();
            }
            System.out.println("forgotten");
        }
    }

    private String run(Class<?> program) throws IOException, InterruptedException {
        Files.writeString(project.resolve("pom.xml"), pom());
        List<String> command = new ArrayList<>(List.of("mvn", "-B", "-o", PLUGIN + ":java"));
        command.add("-Dexec.mainClass=" + program.getName());
        command.add("-Dexec.args=" + SHOP.url() + " " + SHOP.database());
        command.add("-Dexec.daemonThreadJoinTimeout=2000");
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(project.toFile()).redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        // With fewer processors the JDK has no common pool to leave threads in.
        builder.environment().put("MAVEN_OPTS", "-XX:ActiveProcessorCount=4");
        Process maven = started(builder);
        String said = new String(maven.getInputStream().readAllBytes(), UTF_8);
        boolean resolved = maven.waitFor() == 0 || !said.contains("could not be resolved");
        require(resolved, PLUGIN + " is not in the local repository: run mvn " + PLUGIN + ":help once");
        return said;
    }

    private static Process started(ProcessBuilder builder) {
        try {
            return builder.start();
        } catch (IOException e) {
            require(false, "Maven cannot be run: " + e.getMessage());
            throw new IllegalStateException("not reached", e);
        }
    }

    private static void require(boolean there, String reason) {
        if (!there) {
            System.out.println("skipped: " + reason);
        }
        assumeTrue(there, reason);
    }

    private static String pom() {
        String path = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(element -> "<element>" + element + "</element>")
                .collect(Collectors.joining());
        return "<project xmlns='http://maven.apache.org/POM/4.0.0'><modelVersion>4.0.0</modelVersion>"
                + "<groupId>user</groupId><artifactId>user</artifactId><version>1</version><packaging>pom</packaging>"
                + "<build><plugins><plugin><groupId>org.codehaus.mojo</groupId><artifactId>exec-maven-plugin</artifactId>"
                + "<version>" + VERSION + "</version>"
                + "<configuration><additionalClasspathElements>" + path
                + "</additionalClasspathElements></configuration>"
                + "</plugin></plugins></build></project>";
    }

    @Test
    void shouldEndWithoutAThreadToWaitFor() throws Exception {
        String said = run(ClosingStores.class);

        assertThat(said).contains("closed []", "BUILD SUCCESS").doesNotContain(LEFT);
    }

    /** The broken twin: a store that stays open has threads which do not end. */
    @Test
    void wouldBeHeldUpByAStoreThatStaysOpen() throws Exception {
        assertThat(run(Forgetful.class)).contains("forgotten", LEFT);
    }
}
