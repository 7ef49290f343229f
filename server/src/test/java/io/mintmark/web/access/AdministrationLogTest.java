package io.mintmark.web.access;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.mintmark.protocol.Routes;
import io.mintmark.server.RecordedLog;
import io.mintmark.support.log.LogEntry;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class AdministrationLogTest {
    private static final RouteRequirement STOP = RouteRequirements.of("POST", Routes.INDEX_STOP);
    private static final RouteRequirement DELETE = RouteRequirements.of("DELETE", Routes.ADMIN_DATABASES);
    private static final LogEntry LINE = LogEntry.of("act", List.of(LogEntry.Member.of("name", "x")));

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
    private final AdministrationLog told = new AdministrationLog(nanos::get);

    @AutoClose
    private final RecordedLog log = RecordedLog.atInfo(AdministrationLog.class);

    private List<String> lines() {
        return log.lines();
    }

    @Test
    void shouldShareTenLinesASecondAmongThoseWhoAreNoOperators() {
        for (int i = 0; i < 15; i++) {
            told.tell(STOP, List.of(LINE));
        }
        assertThat(lines()).hasSize(10).containsOnly("act name=\"x\"");
        nanos.addAndGet(999_999_999);
        told.tell(STOP, List.of(LINE));
        assertThat(lines()).hasSize(10);

        nanos.addAndGet(1);
        told.tell(STOP, List.of(LINE));
        told.tell(STOP, List.of(LINE, LINE, LINE));

        assertThat(lines().subList(10, 12))
                .containsExactly("act name=\"x\" acts-left-out=\"6\"", "act name=\"x\" further-lines=\"2\"");
    }

    @Test
    void shouldTellAllThatOperatorsDo() {
        for (int i = 0; i < 50; i++) {
            told.tell(STOP, List.of(LINE));
            told.tell(DELETE, List.of(LINE, LINE));
        }

        assertThat(lines()).hasSize(110);
    }

    @Test
    void shouldNotConcernWhatOnlyStoresOrReads() {
        assertThat(told.tells(RouteRequirements.of("PUT", Routes.DOCS))).isFalse();
        assertThat(told.tells(RouteRequirements.of("GET", Routes.HILO_NEXT))).isFalse();
        assertThat(told.tells(RouteRequirements.of("GET", Routes.ADMIN_ACCESS))).isFalse();
        assertThat(told.tells(RouteRequirements.of("PUT", Routes.INDEXES))).isTrue();
        assertThat(told.tells(DELETE)).isTrue();
        log.logger().setLevel(Level.WARN);
        assertThat(told.tells(DELETE)).isFalse();
    }
}
