package io.mintmark.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FailureTextTest {
    @TempDir
    private Path directory;

    @Test
    void shouldSayInWordsWhyAFileCannotBeUsed() throws IOException {
        Path file = Files.write(directory.resolve("file"), new byte[] {(byte) 0xff});

        assertThat(FailureText.of(catchThrowable(() -> Files.size(directory.resolve("none")))))
                .isEqualTo("there is no such file or directory");
        assertThat(FailureText.of(catchThrowable(() -> Files.createDirectory(file))))
                .isEqualTo("there is a file of that name already");
        assertThat(FailureText.of(catchThrowable(() -> Files.list(file).close())))
                .isEqualTo("it is no directory");
        assertThat(FailureText.of(catchThrowable(() -> Files.delete(directory))))
                .isEqualTo("the directory is not empty");
        assertThat(FailureText.of(catchThrowable(() -> Files.readString(file, StandardCharsets.UTF_8))))
                .isEqualTo("it is no text in UTF-8");
        assertThat(FailureText.of(catchThrowable(() -> Files.size(file.resolve("below")))))
                .isEqualTo("not a directory");
        assertThat(FailureText.of(new AccessDeniedException("/x"))).isEqualTo("this user has no right to");
        assertThat(FailureText.of(new FileSystemException("/x", null, "No space left on device")))
                .isEqualTo("no space left on device");
        assertThat(FailureText.of(new FileSystemException("/x"))).isEqualTo("the file system refused");
    }

    @Test
    void shouldNameNoClassOfJava() {
        List<Throwable> failures = List.of(
                new ClosedChannelException(),
                new StackOverflowError(),
                new UnknownHostException("ids.lan"),
                new UncheckedIOException(new IOException("broken pipe")),
                new IllegalStateException(),
                new IOException(" "),
                new RuntimeException() {},
                new IOException(new IllegalStateException(new IOException("short read"))),
                new IOException(new IllegalStateException()));

        assertThat(failures.stream().map(FailureText::of))
                .containsExactly(
                        "closed channel",
                        "stack overflow",
                        "no host is known by this name",
                        "broken pipe",
                        "illegal state",
                        "reading or writing failed",
                        "nothing says why",
                        "short read",
                        "reading or writing failed");
    }

    @Test
    void shouldStayOnItsLine() {
        assertThat(FailureText.of(new IOException("a\nb"))).isEqualTo("a?b");
    }
}
