package io.mintmark.indexes.definition;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The list of what a user downloads is the engine that all tests run with. */
final class EngineJarTest {
    @TempDir
    private Path directory;

    /** Returns the engine's jars on the class path, as lines of the list. */
    private static List<String> resolved() throws Exception {
        List<String> lines = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            int at = entry.replace('\\', '/').indexOf("/org/graalvm/");
            if (at >= 0 && entry.endsWith(".jar")) {
                byte[] bytes = Files.readAllBytes(Path.of(entry));
                lines.add(HexFormat.of()
                                .formatHex(MessageDigest.getInstance("SHA-256").digest(bytes)) + " " + bytes.length
                        + " " + entry.replace('\\', '/').substring(at + 1));
            }
        }
        return lines;
    }

    @Test
    void shouldListWhatMavenResolved() throws Exception {
        assertThat(EngineJar.all().stream().map(jar -> jar.sha256() + " " + jar.bytes() + " " + jar.path()))
                .containsExactlyInAnyOrderElementsOf(resolved());
    }

    @Test
    void shouldEndWithTheFileByWhichTheEngineIsKnown() {
        List<EngineJar> all = EngineJar.all();

        assertThat(all.get(all.size() - 1).fileName()).startsWith("polyglot-");
    }

    /** Makes a file of the right name and length that takes no room. */
    private void makeAsLong(EngineJar jar) throws Exception {
        try (RandomAccessFile file =
                new RandomAccessFile(directory.resolve(jar.fileName()).toFile(), "rw")) {
            file.setLength(jar.bytes());
        }
    }

    @Test
    void shouldNotTakeHalfAnEngineForOne() throws Exception {
        List<EngineJar> all = EngineJar.all();
        for (EngineJar jar : all.subList(0, all.size() - 1)) {
            makeAsLong(jar);
        }
        assertThat(EngineJar.areIn(directory)).isFalse();

        EngineJar last = all.get(all.size() - 1);
        makeAsLong(last);
        assertThat(EngineJar.areIn(directory)).isTrue();
    }
}
