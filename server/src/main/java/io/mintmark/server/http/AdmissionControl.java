package io.mintmark.server.http;

import io.mintmark.server.load.FairShare;
import io.mintmark.server.load.OpenFiles;
import io.mintmark.server.load.Ticker;
import java.net.InetAddress;
import java.util.Set;
import java.util.concurrent.Executor;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.Request;

/** Who is let in, when, and with how much memory: everything that the exchanges of one front share. Thread-safe. */
final class AdmissionControl {
    private static final int PLACES_PER_PROCESSOR = 2;
    private static final int PLACES_MIN = 4;

    private static final PermitQueue.Bounds VITAL = new PermitQueue.Bounds(4, 8, 64, 5_000_000_000L);

    private final AdmissionLimits limits;
    private final Set<String> vitalPaths;
    private final Ticker ticker;
    private final AdmissionCounts counts;
    private final FairShare<InetAddress> memory;
    private final Executor executor;
    private final PermitQueue usual;
    private final PermitQueue costly;
    private final PermitQueue vital;
    private final SlowClientReaper reaper;
    private final ConnectionCap cap;

    AdmissionControl(HttpSettings settings, Executor executor, Ticker ticker, AdmissionCounts counts) {
        this.limits = settings.load();
        this.vitalPaths = settings.vitalPaths();
        this.executor = executor;
        this.ticker = ticker;
        this.counts = counts;
        this.memory = new FairShare<>(limits.memoryBytesMax(), limits.memoryBytesMax());
        this.usual = new PermitQueue(small(limits), ticker, executor, counts);
        this.costly = new PermitQueue(costly(limits), ticker, executor, counts);
        this.vital = new PermitQueue(VITAL, ticker, executor, counts);
        this.reaper = new SlowClientReaper(limits, ticker, counts, this::refuseLate);
        this.cap = new ConnectionCap(limits, counts, OpenFiles::max);
        counts.observe(
                cap::connections,
                () -> usual.working() + costly.working(),
                () -> usual.waiting() + costly.waiting(),
                memory::taken);
    }

    private static PermitQueue.Bounds small(AdmissionLimits limits) {
        return bounds(limits, places(limits), 1);
    }

    /** Half of everything, in addition: whoever fills it leaves all that is small alone. */
    private static PermitQueue.Bounds costly(AdmissionLimits limits) {
        return bounds(limits, Math.max(1, places(limits) / 2), 2);
    }

    private static PermitQueue.Bounds bounds(AdmissionLimits limits, int places, int part) {
        return new PermitQueue.Bounds(
                places,
                Math.max(1, limits.requestsMax() / part),
                Math.max(1, limits.waitingMax() / part),
                limits.waitMax().toNanos());
    }

    /**
     * Returns how many small requests compute at a time. Two for each processor: one may find that its page must come from
     * the disk. More would only share the processors out, and every change of threads on the way of a request would wait
     * for all of them.
     */
    static int places(AdmissionLimits limits) {
        int wanted =
                Math.max(PLACES_MIN, PLACES_PER_PROCESSOR * Runtime.getRuntime().availableProcessors());
        return Math.min(limits.requestsMax(), wanted);
    }

    private void refuseLate() {
        usual.refuseLate();
        costly.refuseLate();
        vital.refuseLate();
    }

    /** Opens the account of an exchange that begins. */
    RequestResources open(Request raw) {
        return resources(raw, reaper.of(raw.getConnectionMetaData()));
    }

    /** Opens an account for a reply to what never became an exchange. */
    RequestResources openUnwatched(Request raw) {
        return resources(raw, new ConnectionState(raw.getConnectionMetaData().getConnection()));
    }

    private RequestResources resources(Request raw, ConnectionState watched) {
        ConnectionMetaData connection = raw.getConnectionMetaData();
        InetAddress holder = AddressGroup.of(connection.getRemoteSocketAddress());
        PermitQueue permits = vitalPaths.contains(raw.getHttpURI().getPath()) ? vital : usual;
        MemoryClaim claim = new MemoryClaim(memory, holder, counts);
        return new RequestResources(holder, permits, costly, executor, claim, new TransferProgress(ticker), watched);
    }

    AdmissionLimits limits() {
        return limits;
    }

    SlowClientReaper reaper() {
        return reaper;
    }

    ConnectionCap cap() {
        return cap;
    }
}
