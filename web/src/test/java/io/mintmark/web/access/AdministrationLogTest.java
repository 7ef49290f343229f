package io.mintmark.web.access;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.mintmark.protocol.Routes;
import io.mintmark.support.LogEntry;
import io.mintmark.support.RecordedLog;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class AdministrationLogTest {
    private static final RouteRequirement STOP = RouteRequirements.of("POST", Routes.INDEX_STOP);
    private static final RouteRequirement DELETE = RouteRequirements.of("DELETE", Routes.ADMIN_DATABASES);
    private static final AuditLog.Act DONE = act(1, "done");

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
    private final AdministrationLog told = new AdministrationLog(nanos::get);

    @AutoClose
    private final RecordedLog log = RecordedLog.atInfo(AdministrationLog.class);

    private static AuditLog.Act act(int names, String outcome) {
        return new AuditLog.Act("act", List.of(), Collections.nCopies(names, LogEntry.Member.of("name", "x")), outcome);
    }

    private List<String> lines() {
        return log.lines();
    }

    @Test
    void shouldShareTenLinesASecondAmongThoseWhoAreNoOperators() {
        for (int i = 0; i < 15; i++) {
            told.tell(STOP, DONE);
        }
        assertThat(lines()).hasSize(10).containsOnly("act name=\"x\" outcome=\"done\"");
        nanos.addAndGet(999_999_999);
        told.tell(STOP, DONE);
        assertThat(lines()).hasSize(10);

        nanos.addAndGet(1);
        told.tell(STOP, DONE);
        told.tell(STOP, DONE);

        assertThat(lines().subList(10, 12))
                .containsExactly(
                        "act name=\"x\" outcome=\"done\" acts-left-out=\"6\"", "act name=\"x\" outcome=\"done\"");
    }

    @Test
    void shouldTellAllThatOperatorsDo() {
        for (int i = 0; i < 50; i++) {
            told.tell(STOP, DONE);
            told.tell(DELETE, DONE);
        }

        assertThat(lines()).hasSize(60);
    }

    /** A caller without any right may try often enough to fill the disk with a line a request. */
    @Test
    void shouldShareTheSameLinesAmongAllThatIsRefused() {
        for (int i = 0; i < 50; i++) {
            told.tell(DELETE, act(1, "refused 400"));
        }
        told.tell(DELETE, act(1, "failed"));

        assertThat(lines()).hasSize(11).last().isEqualTo("act name=\"x\" outcome=\"failed\"");
    }

    @Test
    void shouldSayHowManyNamesALongActHasBesideTheFirst() {
        told.tell(DELETE, act(20_000, "done"));

        assertThat(lines()).singleElement().asString().hasSizeLessThan(300).endsWith(" members-left-out=\"19980\"");
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
