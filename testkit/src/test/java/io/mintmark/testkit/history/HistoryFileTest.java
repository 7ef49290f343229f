package io.mintmark.testkit.history;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryFileTest {
    private static final int MANY = 30_000;

    @TempDir
    private Path directory;

    private Path recorded() {
        Path file = directory.resolve("history");
        try (HistoryRecorder recorder = HistoryRecorder.toFile(file)) {
            Told.everything(recorder);
        }
        return file;
    }

    /** Has several blocks, and more names than are kept. */
    private Path large() {
        Path file = directory.resolve("long");
        try (HistoryRecorder recorder = HistoryRecorder.toFile(file)) {
            ProcessRecorder process = recorder.process("a");
            for (int i = 0; i < MANY; i++) {
                process.write("documents/" + i % 20_000).ok("A:" + i);
            }
        }
        return file;
    }

    @Test
    void shouldReadWhatItWrote() {
        assertThat(Told.texts(History.read(recorded()))).containsExactlyElementsOf(Told.EVERYTHING);
        assertThat(Told.texts(History.readTorn(directory.resolve("history"))))
                .containsExactlyElementsOf(Told.EVERYTHING);
    }

    @Test
    void shouldReadSeveralBlocksAndManyNames() throws IOException {
        Path file = large();

        List<String> texts = Told.texts(History.read(file));

        assertThat(Files.size(file)).isGreaterThan(4 << 16);
        assertThat(texts).hasSize(MANY);
        for (int i = 0; i < MANY; i++) {
            assertThat(texts.get(i)).isEqualTo((i + 1) + " a write documents/" + i % 20_000 + " -> A:" + i);
        }
    }

    @Test
    void shouldNotWriteOverAFile() {
        recorded();

        assertThatThrownBy(this::recorded).isInstanceOf(UncheckedIOException.class);
    }

    @Test
    void shouldRefuseAFileThatIsTornAtAnyByte() throws IOException {
        Path file = recorded();
        byte[] whole = Files.readAllBytes(file);
        for (int length = 0; length < whole.length; length++) {
            Files.write(file, Arrays.copyOf(whole, length));

            assertThatThrownBy(() -> History.read(file))
                    .as("%s bytes", length)
                    .isInstanceOf(HistoryException.class)
                    .hasMessageContaining(file.toString());
        }
    }

    @Test
    void shouldRefuseAFileWithAnyWrongBit() throws IOException {
        Path file = recorded();
        byte[] whole = Files.readAllBytes(file);
        for (int bit = 0; bit < whole.length * 8; bit++) {
            byte[] wrong = whole.clone();
            wrong[bit / 8] ^= (byte) (1 << bit % 8);
            Files.write(file, wrong);

            assertThatThrownBy(() -> History.read(file)).as("bit %s", bit).isInstanceOf(HistoryException.class);
        }
    }

    @Test
    void shouldReadWhatLiesBeforeTheTear() throws IOException {
        Path file = large();
        byte[] whole = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(whole, whole.length / 2));

        History torn = History.readTorn(file);

        assertThat(torn.replay(event -> {})).isFalse();
        assertThat(Told.texts(torn)).hasSizeBetween(MANY / 3, MANY * 2 / 3).startsWith("1 a write documents/0 -> A:0");
        assertThatThrownBy(() -> History.read(file))
                .hasMessageContaining("cut short at byte")
                .hasMessageContaining("History.readTorn");
    }

    @Test
    void shouldCallARecordingWithoutAnEndTorn() throws IOException {
        Path file = directory.resolve("unfinished");
        HistoryRecorder recorder = HistoryRecorder.toFile(file);
        write(recorder);

        assertThatThrownBy(() -> History.read(file))
                .isInstanceOf(HistoryException.class)
                .hasMessageContaining("must have an end");
        assertThat(Told.texts(History.readTorn(file))).hasSizeGreaterThan(MANY / 2);
        recorder.close();
        assertThat(Told.texts(History.read(file))).hasSize(MANY);
    }

    /** Judges read a history twice and more, and compare what they read. */
    @Test
    void shouldShowTheSameThoughTheRecordingGoesOn() {
        Path file = directory.resolve("growing");
        try (HistoryRecorder recorder = HistoryRecorder.toFile(file)) {
            write(recorder);
            History history = History.readTorn(file);
            List<String> texts = Told.texts(history);
            write(recorder);

            assertThat(texts).hasSizeGreaterThan(MANY / 2);
            assertThat(Told.texts(history)).containsExactlyElementsOf(texts);
        }
    }

    private static void write(HistoryRecorder recorder) {
        for (int i = 0; i < MANY; i++) {
            recorder.process("a").write("documents/" + i).ok("A:" + i);
        }
    }

    @Test
    void shouldNameAnotherVersionAndAnotherKindOfFile() throws IOException {
        Path file = directory.resolve("other");
        Files.write(file, "mintmark-history 2\n".getBytes(US_ASCII));
        assertThatThrownBy(() -> History.readTorn(file))
                .isInstanceOf(HistoryException.class)
                .hasMessageContaining("\"mintmark-history 2\"");

        Files.write(file, "{\"a\":1}".getBytes(US_ASCII));
        assertThatThrownBy(() -> History.read(file))
                .isInstanceOf(HistoryException.class)
                .hasMessageContaining("a history begins with the line");
        assertThatThrownBy(() -> History.read(directory.resolve("none"))).isInstanceOf(UncheckedIOException.class);
    }

    /** Behind the last entry nothing may follow, though it were a whole block. */
    @Test
    void shouldRefuseWhatFollowsTheEnd() throws IOException {
        Path file = recorded();
        byte[] whole = Files.readAllBytes(file);
        int header = "mintmark-history 1\n".length();
        byte[] twice = Arrays.copyOf(whole, 2 * whole.length - header);
        System.arraycopy(whole, header, twice, whole.length, whole.length - header);
        Files.write(file, twice);

        assertThatThrownBy(() -> History.read(file))
                .isInstanceOf(HistoryException.class)
                .hasMessageContaining("more follows");
    }

    /** A disk that is full for a moment: what was not written then would be missing in the middle. */
    @Test
    void shouldThrowFromTheFirstFailureOn() {
        AtomicInteger left = new AtomicInteger(2);
        MemoryBlocks blocks = new MemoryBlocks();
        HistoryRecorder recorder = new HistoryRecorder(new FailingOnce(blocks, left));
        ProcessRecorder process = recorder.process("a");
        Call open = process.read("documents/0");
        assertThatThrownBy(() -> {
                    for (int i = 0; i < MANY; i++) {
                        process.write("documents/" + i).ok("A:" + i);
                    }
                })
                .isInstanceOf(UncheckedIOException.class);

        assertThatThrownBy(() -> process.issued("orders", 1)).isInstanceOf(UncheckedIOException.class);
        assertThatThrownBy(() -> process.reserve("orders")).isInstanceOf(UncheckedIOException.class);
        assertThatThrownBy(open::ok).isInstanceOf(UncheckedIOException.class);
        assertThatThrownBy(recorder::history)
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("No space left");
        recorder.close();
        assertThat(left).hasValue(0);
        assertThat(new History(blocks, true).replay(event -> {})).isFalse();
        assertThatIllegalStateException().isThrownBy(() -> process.reserve("orders"));
    }

    /** Cannot write its second block, and is closed once. */
    private record FailingOnce(BlockStore blocks, AtomicInteger left) implements BlockStore {
        @Override
        public void append(byte[] block) {
            if (left.decrementAndGet() == 0) {
                throw new UncheckedIOException(new IOException("No space left on device"));
            }
            blocks.append(block);
        }

        @Override
        public void close() {
            blocks.close();
        }

        @Override
        public void forEach(Consumer<byte[]> reader) {
            blocks.forEach(reader);
        }
    }
}
