package io.mintmark.web.access;

import io.mintmark.internal.Ticker;
import io.mintmark.support.LogEntry;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A line of the server's own log, at level info, for each act of administration: what was created, deleted or
 * configured, by whom, from where, and what came of it. Thread-safe.
 *
 * <p>What operators did is always told. Those who may only administer a database, or its indexes, and all that was
 * refused share {@value #OTHERS_MAX} lines a second, so that nobody fills the disk or hides others' lines; the next
 * such line says how many were left out.
 */
final class AdministrationLog {
    private static final Logger LOG = LoggerFactory.getLogger(AdministrationLog.class);
    private static final int OTHERS_MAX = 10;
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final Ticker ticker;
    private boolean begun;
    private long since;
    private int told;
    private long untold;

    /** {@code ticker} says when a second is over. */
    AdministrationLog(Ticker ticker) {
        this.ticker = ticker;
    }

    /** Returns whether acts by this rule are told; where they are not, this is all that it costs. */
    boolean tells(RouteRequirement rule) {
        return rule.isAdministrative() && LOG.isInfoEnabled();
    }

    /** Writes a line for {@code act}, which has the first of what it was done to. */
    void tell(RouteRequirement rule, AuditLog.Act act) {
        if (rule.need() == RequiredClearance.OPERATOR && !act.isRefused()) {
            LOG.info("{}", act.line(List.of()));
            return;
        }
        long before = place();
        if (before >= 0) {
            LOG.info("{}", act.line(before == 0 ? List.of() : List.of(new LogEntry.Member("acts-left-out", before))));
        }
    }

    /** Returns how many acts were left out before this one, or a negative number if it is left out, too. */
    private synchronized long place() {
        long now = ticker.nanos();
        if (!begun || now - since >= SECOND) {
            begun = true;
            since = now;
            told = 0;
        }
        if (told == OTHERS_MAX) {
            untold++;
            return -1;
        }
        told++;
        long before = untold;
        untold = 0;
        return before;
    }
}
