package io.mintmark.web.jetty;

import io.mintmark.internal.Ticker;
import io.mintmark.web.admission.AdmissionControl;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Leaves the next input of a connection unread for a while. What comes meanwhile stays with the system, which lets the
 * client wait.
 */
final class RestAfterRefusal implements FrontEnd.ReadScheduler {
    private final FrontEnd end;
    private final Scheduler scheduler;
    private final AdmissionControl admission;
    private final SocketAddress peer;
    private final long beginNanos = Ticker.SYSTEM.nanos();
    private final Duration rest;

    RestAfterRefusal(FrontEnd end, Scheduler scheduler, AdmissionControl admission, Duration rest) {
        this.end = end;
        this.scheduler = scheduler;
        this.admission = admission;
        this.peer = end.getRemoteSocketAddress();
        this.rest = rest;
    }

    /** Takes {@code step} at once if the client waited long enough by itself. */
    @Override
    public void step(Runnable step) {
        end.waitForNothing();
        long left = rest.toNanos() - (Ticker.SYSTEM.nanos() - beginNanos);
        if (left <= 0) {
            step.run();
        } else {
            Scheduler.Task ignored =
                    scheduler.schedule(() -> admission.readRested(peer, step), left, TimeUnit.NANOSECONDS);
        }
    }
}
