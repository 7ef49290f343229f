package io.mintmark.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.client.exceptions.DatabaseMissingException;
import io.mintmark.client.hilo.RangeServer;
import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.hilo.HiLo;
import io.mintmark.hilo.StrictHiLo;
import io.mintmark.range.RangeSourceException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The settings that numbers from a server need, and the messages about missing or wrong ones. */
class RemoteRangesBuilderTest {
    @TempDir
    static Path directory;

    private static RangeServer server;

    @BeforeAll
    static void start() {
        server = RangeServer.start(directory);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void shouldTakeAUrlADatabaseAndATag() {
        String url = server.url() + "/";

        try (RemoteRanges ranges =
                        RemoteRanges.builder(url).database("shop").tag("orders").open();
                StrictHiLo orders = HiLo.over(ranges).name("orders").strict()) {
            assertThat(orders.next()).isEqualTo(1);
            assertThat(orders.next()).isEqualTo(2);
        }
        try (RemoteRanges ranges = server.ranges("orders").open()) {
            assertThat(ranges.reserve(1).low())
                    .as("what was not issued went back")
                    .isEqualTo(3);
        }
    }

    @Test
    void shouldSpellPrefixesWithTheSeparatorGiven() {
        try (RemoteRanges usual = server.ranges("users").open();
                RemoteRanges special = server.ranges("users")
                        .separator(new IdentityPartsSeparator(':'))
                        .open()) {
            assertThat(usual.reserve(1).prefix()).isEqualTo("users/");
            assertThat(special.reserve(1).prefix()).isEqualTo("users:");
            assertThat(usual.reserve(1).nodeTag()).isEqualTo("A");
        }
    }

    @Test
    void shouldTakeDeadlinesOfAnyLength() {
        Duration endless = ChronoUnit.FOREVER.getDuration();

        try (RemoteRanges ranges = server.ranges("endless")
                .deadline(endless)
                .attemptTimeout(endless)
                .open()) {
            assertThat(ranges.reserve(1).low()).isEqualTo(1);
        }
    }

    @Test
    void shouldCountUnderNamesThatNeedEncoding() {
        try (RemoteRanges ranges = server.ranges("ä b+c/d&e=f%").open()) {
            assertThat(ranges.reserve(1).prefix()).isEqualTo("ä b+c/d&e=f%/");
        }
    }

    @Test
    void shouldDoubleRangesThatAreUsedUpQuicklyWhereTheServerSizesThem() {
        try (RemoteRanges ranges = server.ranges("doubled").sizedByServer().open()) {
            assertThat(ranges.reserve(1_000).size()).isEqualTo(32);
            assertThat(ranges.reserve(1_000).size()).isEqualTo(64);
            assertThat(ranges.reserve(1_000).size()).isEqualTo(128);
        }
    }

    @Test
    void shouldGrantWhatTheGeneratorWants() {
        try (RemoteRanges ranges = server.ranges("wanted").open()) {
            assertThat(ranges.reserve(1_000).size()).isEqualTo(1_000);
            assertThat(ranges.reserve(100).size()).isEqualTo(100);
        }
    }

    @Test
    void shouldNameTheDatabaseThatDoesNotExist() {
        try (RemoteRanges ranges = server.ranges("orders").database("nowhere").open()) {
            assertThatThrownBy(() -> ranges.reserve(1))
                    .isInstanceOf(RangeSourceException.class)
                    .hasCauseInstanceOf(DatabaseMissingException.class)
                    .hasMessageContaining("nowhere");
        }
    }

    @Test
    void shouldSayWhatIsMissingOrWrong() {
        RemoteRangesBuilder builder = RemoteRanges.builder(server.url().toString());

        assertThatThrownBy(builder::open)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("tag");
        assertThatThrownBy(() -> builder.tag("orders").open()).hasMessageContaining("database");
        assertThatThrownBy(() -> builder.tag(" ")).hasMessageContaining("tag must not be blank");
        assertThatThrownBy(
                        () -> builder.database("shop").deadline(Duration.ZERO).open())
                .hasMessageContaining("deadline must be positive");
        assertThatThrownBy(() ->
                        RemoteRanges.builder().database("shop").tag("orders").open())
                .hasMessageContaining("one node at least");
        for (String url :
                new String[] {"ftp://a", "localhost:8080", "http://", "http://u:p@a", "http://a?b", "", "a b"}) {
            assertThatThrownBy(() -> RemoteRanges.builder(url))
                    .as(url)
                    .isInstanceOf(IllegalArgumentException.class)
                    .satisfies(refused -> assertThat(refused.toString()).doesNotContain("u:p"));
        }
    }
}
