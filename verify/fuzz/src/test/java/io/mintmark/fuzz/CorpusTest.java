package io.mintmark.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.mintmark.fuzz.run.Folders;
import io.mintmark.fuzz.run.PackedCorpus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every input that a search has kept, and each that was once a finding: the properties hold for it. */
class CorpusTest {
    private static final long CORPUS_BYTES_MAX = 2L << 20;

    private static final Folders FOLDERS = Folders.of(Path.of("").toAbsolutePath());

    static List<String> targets() {
        return Targets.names();
    }

    @ParameterizedTest
    @MethodSource("targets")
    void shouldHoldForEachInputOfTheCorpus(String name) throws IOException {
        FuzzTarget target = Targets.of(name);
        List<Path> corpus = Folders.files(FOLDERS.kept(name));

        assertThat(corpus).as("corpus of " + name).isNotEmpty();
        assertThatCode(() -> Bounds.USUAL.run(target, new byte[0])).doesNotThrowAnyException();
        for (Path file : corpus) {
            requireHolds(
                    target,
                    Files.readAllBytes(file),
                    "verify/fuzz/run --target " + name + " --replay verify/fuzz/"
                            + Path.of("").toAbsolutePath().relativize(file));
        }
        List<byte[]> packed = PackedCorpus.read(FOLDERS.packed(name));
        for (int number = 0; number < packed.size(); number++) {
            requireHolds(
                    target,
                    packed.get(number),
                    "input " + number + ": see verify/fuzz/run --target " + name + " --unpack FOLDER");
        }
    }

    private static void requireHolds(FuzzTarget target, byte[] input, String repeat) {
        assertThatCode(() -> Bounds.USUAL.run(target, input)).as(repeat).doesNotThrowAnyException();
    }

    @Test
    void shouldKeepTheCorpusSmall() throws IOException {
        long bytes = 0;
        for (String name : Targets.names()) {
            for (Path file : Folders.files(FOLDERS.kept(name))) {
                bytes += Files.size(file);
            }
            bytes += Files.exists(FOLDERS.packed(name)) ? Files.size(FOLDERS.packed(name)) : 0;
        }
        assertThat(bytes).isBetween(1L, CORPUS_BYTES_MAX);
    }
}
