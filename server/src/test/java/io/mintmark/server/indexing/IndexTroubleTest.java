package io.mintmark.server.indexing;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.storage.StorageFailedException;
import io.mintmark.support.RecordedLog;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class IndexTroubleTest {
    @AutoClose
    private final RecordedLog log = RecordedLog.atInfo(IndexTroubleTest.class);

    private long now;
    private final IndexTrouble trouble = new IndexTrouble(log.logger(), () -> now, "index a/b could not go on");

    private List<String> told() {
        return log.events().stream()
                .map(event ->
                        event.getFormattedMessage() + (event.getThrowableProxy() == null ? "" : " with its stack"))
                .toList();
    }

    @Test
    void shouldTellTheFirstWithItsStackAndFurtherOnesOnceAMinuteWithout() {
        for (int i = 0; i < 100; i++) {
            trouble.failed(new IllegalStateException("odd"));
            now += TimeUnit.SECONDS.toNanos(1);
        }

        assertThat(told())
                .containsExactly(
                        "index a/b could not go on with its stack",
                        "index a/b could not go on, and 59 times before since the last line: odd");
    }

    @Test
    void shouldNotTellMoreWhereItGoesOnForAMomentBetweenFailures() {
        for (int i = 0; i < 50; i++) {
            trouble.failed(new IllegalStateException("odd"));
            trouble.over();
            now += TimeUnit.SECONDS.toNanos(1);
        }

        assertThat(told()).containsExactly("index a/b could not go on with its stack");
    }

    @Test
    void shouldTellAgainInFullWhatFailsMuchLater() {
        trouble.failed(new IllegalStateException("odd"));
        now += TimeUnit.MINUTES.toNanos(2);
        trouble.over();
        trouble.failed(new IllegalStateException("odd"));

        assertThat(told()).hasSize(2).allMatch(line -> line.endsWith("with its stack"));
    }

    @Test
    void shouldNotTellThatADatabaseIsGone() {
        trouble.failed(new StorageFailedException("The database a is closed."));

        assertThat(told()).isEmpty();
    }
}
