package io.mintmark.server.plain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.support.LogEntry;
import io.mintmark.web.http.ApiException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The audit log, read from its end while it is written and rotated. */
class AuditTrailTest {
    private static final String HOSTILE = "a\" by=\"eve\\ \n\u202e<b>\u00e9 \\u0041";

    private Path file = Path.of("");
    private AuditTrail trail = new AuditTrail(file);

    @BeforeEach
    void begin(@TempDir Path directory) {
        file = directory.resolve("audit.log");
        trail = new AuditTrail(file);
    }

    private static String line(int number) {
        return text(number, "name", "shop" + number);
    }

    private static String text(int number, String name, String value) {
        LogEntry entry =
                LogEntry.of("create", List.of(LogEntry.Member.of("by", "ada"), LogEntry.Member.of(name, value)));
        return String.format("2026-01-05T09:30:%02d.%03dZ INFO  audit: %s%n", number / 1_000, number % 1_000, entry);
    }

    private void write(String... lines) throws IOException {
        Files.writeString(file, String.join("", lines), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private void writeNumbers(int from, int to) throws IOException {
        write(IntStream.rangeClosed(from, to).mapToObj(AuditTrailTest::line).toArray(String[]::new));
    }

    private void rotate() throws IOException {
        for (int full = 20; full >= 1; full--) {
            Path former = full == 1 ? file : Path.of(file + "." + (full - 1));
            if (Files.exists(former)) {
                Files.move(former, Path.of(file + "." + full));
            }
        }
    }

    private List<String> names(AuditTrail.Page page) {
        return page.lines().stream().map(each -> each.value("name")).toList();
    }

    private static List<String> down(int from, int to) {
        return IntStream.rangeClosed(to, from)
                .mapToObj(i -> "shop" + (from + to - i))
                .toList();
    }

    private AuditTrail.Page read(int limit, Optional<String> before) throws IOException {
        return trail.read(any -> true, limit, before);
    }

    @Test
    void shouldReadBackWhatAnybodyMayHavePutIntoALine() throws IOException {
        write(text(7, "name", HOSTILE));

        AuditLine read = read(10, Optional.empty()).lines().get(0);

        assertThat(read.value("name")).isEqualTo(HOSTILE);
        assertThat(read.value("by")).isEqualTo("ada");
        assertThat(read.at()).isEqualTo("2026-01-05T09:30:00.007Z");
        assertThat(read.act()).isEqualTo("create");
        assertThat(read.isAbout("<B>")).isTrue();
        assertThat(read.isAbout("ada")).isFalse();
    }

    @Test
    void shouldReadLinesOfJson() throws IOException {
        write(
                "{\"time\":\"2026-01-05T09:30:00.123Z\",\"level\":\"INFO\",\"logger\":\"mintmark.audit\",\"thread\":\"t\","
                        + "\"message\":\"delete\",\"fields\":{\"by\":\"ada\",\"name\":[\"a\",\"b\\n\"],\"left\":3}}\n");

        AuditLine read = read(10, Optional.empty()).lines().get(0);

        assertThat(read.act()).isEqualTo("delete");
        assertThat(read.about())
                .containsExactly(
                        new LogEntry.Member("name", "a"),
                        new LogEntry.Member("name", "b\n"),
                        new LogEntry.Member("left", "3"));
    }

    @Test
    void shouldShowTheNewestFirstAlsoOfFullFiles() throws IOException {
        writeNumbers(1, 5);
        rotate();
        writeNumbers(6, 9);
        rotate();
        writeNumbers(10, 12);

        AuditTrail.Page page = read(100, Optional.empty());

        assertThat(names(page)).isEqualTo(down(12, 1));
        assertThat(page.next()).isEmpty();
    }

    @Test
    void shouldGoOnWhereAPageEndedAlsoWhenTheLogWasWrittenAndRotatedMeanwhile() throws IOException {
        writeNumbers(1, 9);
        rotate();
        writeNumbers(10, 20);
        AuditTrail.Page first = read(4, Optional.empty());
        writeNumbers(21, 25);
        rotate();
        writeNumbers(26, 30);

        List<String> all = new ArrayList<>(names(first));
        for (Optional<String> next = first.next(); next.isPresent(); ) {
            AuditTrail.Page page = read(4, next);
            all.addAll(names(page));
            next = page.next();
        }

        assertThat(all).isEqualTo(down(20, 1));
    }

    @Test
    void shouldSayThatAPlaceWasRotatedAway() throws IOException {
        writeNumbers(1, 9);
        Optional<String> next = read(4, Optional.empty()).next();
        Files.delete(file);
        writeNumbers(10, 20);

        assertThatThrownBy(() -> read(4, next)).isInstanceOf(ApiException.class).hasMessageContaining("rotated away");
        assertThatThrownBy(() -> read(4, Optional.of("users/1")))
                .isInstanceOf(ApiException.class)
                .hasMessageContaining("what another page says as next");
    }

    /** Somebody who searches for what is not there reads no hundred megabytes at a time, and comes to the end. */
    @Test
    void shouldLookAtSomeOfALongLogAndSayWhereToGoOn() throws IOException {
        write(line(1));
        String many = text(2, "name", "x".repeat(200)).repeat(20_000);
        write(many, many);

        int pages = 1;
        AuditTrail.Page page = trail.read(each -> each.isAbout("shop1"), 10, Optional.empty());
        assertThat(page.lines()).isEmpty();
        while (page.next().isPresent()) {
            page = trail.read(each -> each.isAbout("shop1"), 10, page.next());
            pages++;
        }

        assertThat(names(page)).containsExactly("shop1");
        assertThat(pages).isBetween(2, 10);
    }

    @Test
    void shouldCountLinesThatItDoesNotUnderstand() throws IOException {
        write("somebody's words\n", line(1), "{\"time\":1}\n", "{\n", "\n", "y".repeat(600_000) + "\n", line(2));
        write("2026-01-05T09:30:00.007Z INFO  audit: create by=\"half");

        AuditTrail.Page page = read(10, Optional.empty());

        assertThat(names(page)).containsExactly("shop2", "shop1");
        assertThat(page.unread()).isBetween(5, 8);
    }

    @Test
    void shouldHaveNothingToShowBeforeTheFirstLine() throws IOException {
        assertThat(read(10, Optional.empty()).lines()).isEmpty();
        write("");
        assertThat(read(10, Optional.empty()).next()).isEmpty();
    }
}
