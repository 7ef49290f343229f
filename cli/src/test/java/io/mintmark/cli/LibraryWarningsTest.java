package io.mintmark.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.core.spi.FilterReply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Warnings of libraries, which what strangers send may cause. */
@ExtendWith(Logging.class)
class LibraryWarningsTest {
    private final AtomicLong nanos = new AtomicLong();
    private final LoggerContext context = new LoggerContext();
    private final LibraryWarnings warnings = new LibraryWarnings(List.of("io.mintmark"), nanos::get);

    @TempDir
    private Path directory;

    private FilterReply say(String logger, Level level, @Nullable String text, @Nullable Throwable failure) {
        return warnings.decide(null, context.getLogger(logger), level, text, null, failure);
    }

    @Test
    void shouldPassOneOfAKindASecond() {
        RuntimeException failure = new IllegalStateException();

        assertThat(say("org.library.A", Level.WARN, "first", failure)).isEqualTo(FilterReply.NEUTRAL);
        assertThat(say("org.library.A", Level.WARN, "with another value", failure))
                .isEqualTo(FilterReply.DENY);
        assertThat(say("org.library.A", Level.WARN, "other", new ArithmeticException()))
                .isEqualTo(FilterReply.NEUTRAL);
        assertThat(say("org.library.A", Level.ERROR, "other", failure)).isEqualTo(FilterReply.NEUTRAL);
        assertThat(say("org.library.B", Level.WARN, "other", failure)).isEqualTo(FilterReply.NEUTRAL);
        nanos.addAndGet(999_999_999);
        assertThat(say("org.library.A", Level.WARN, "again", failure)).isEqualTo(FilterReply.DENY);
        nanos.addAndGet(1);
        assertThat(say("org.library.A", Level.WARN, "again", failure)).isEqualTo(FilterReply.NEUTRAL);
    }

    @Test
    void shouldLeaveTheProgramsOwnMessagesAndMereQuestionsAlone() {
        for (int i = 0; i < 3; i++) {
            assertThat(say("io.mintmark.server.Some", Level.WARN, "same", null)).isEqualTo(FilterReply.NEUTRAL);
            assertThat(say("org.library.A", Level.WARN, null, null)).isEqualTo(FilterReply.NEUTRAL);
            assertThat(say("org.library.A", Level.TRACE, "not logged", null)).isEqualTo(FilterReply.NEUTRAL);
        }
        assertThat(say("org.library.A", Level.WARN, "first", null)).isEqualTo(FilterReply.NEUTRAL);
    }

    @Test
    void shouldKeepTheLogSmallWhateverALibraryIsMadeToSay() throws IOException {
        Path file = directory.resolve("mintmark.log");
        Logging.by("--log-file", file.toString());
        Logger library = LoggerFactory.getLogger("org.eclipse.jetty.util.thread.SerializedInvoker");

        for (int i = 0; i < 20_000; i++) {
            library.warn("Serialized invocation error " + i, new IllegalStateException("of a request"));
        }

        assertThat(Files.size(file)).isLessThan(100_000L);
        assertThat(Files.readString(file, UTF_8)).contains("Serialized invocation error 0");
    }
}
