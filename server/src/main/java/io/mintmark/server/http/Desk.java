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
final class Desk {
    private static final int PLACES_PER_PROCESSOR = 2;
    private static final int PLACES_MIN = 4;

    private static final Turns.Bounds VITAL = new Turns.Bounds(4, 8, 64, 5_000_000_000L);

    private final HttpLoadLimits limits;
    private final Set<String> vitalPaths;
    private final Ticker ticker;
    private final HttpCounts counts;
    private final FairShare<InetAddress> memory;
    private final Executor executor;
    private final Turns usual;
    private final Turns costly;
    private final Turns vital;
    private final Vigil vigil;
    private final ConnectionCap cap;

    Desk(HttpSettings settings, Executor executor, Ticker ticker, HttpCounts counts) {
        this.limits = settings.load();
        this.vitalPaths = settings.vitalPaths();
        this.executor = executor;
        this.ticker = ticker;
        this.counts = counts;
        this.memory = new FairShare<>(limits.memoryBytesMax(), limits.memoryBytesMax());
        this.usual = new Turns(small(limits), ticker, executor, counts);
        this.costly = new Turns(costly(limits), ticker, executor, counts);
        this.vital = new Turns(VITAL, ticker, executor, counts);
        this.vigil = new Vigil(limits, ticker, counts, this::refuseLate);
        this.cap = new ConnectionCap(limits, counts, OpenFiles::max);
        counts.observe(
                cap::connections,
                () -> usual.working() + costly.working(),
                () -> usual.waiting() + costly.waiting(),
                memory::taken);
    }

    private static Turns.Bounds small(HttpLoadLimits limits) {
        return bounds(limits, places(limits), 1);
    }

    /** Half of everything, in addition: whoever fills it leaves all that is small alone. */
    private static Turns.Bounds costly(HttpLoadLimits limits) {
        return bounds(limits, Math.max(1, places(limits) / 2), 2);
    }

    private static Turns.Bounds bounds(HttpLoadLimits limits, int places, int part) {
        return new Turns.Bounds(
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
    static int places(HttpLoadLimits limits) {
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
    Account open(Request raw) {
        return account(raw, vigil.of(raw.getConnectionMetaData()));
    }

    /** Opens an account for a reply to what never became an exchange. */
    Account openUnwatched(Request raw) {
        return account(raw, new Watched(raw.getConnectionMetaData().getConnection()));
    }

    private Account account(Request raw, Watched watched) {
        ConnectionMetaData connection = raw.getConnectionMetaData();
        InetAddress holder = AddressGroup.of(connection.getRemoteSocketAddress());
        Turns turns = vitalPaths.contains(raw.getHttpURI().getPath()) ? vital : usual;
        MemoryClaim claim = new MemoryClaim(memory, holder, counts);
        return new Account(holder, turns, costly, executor, claim, new Progress(ticker), watched);
    }

    HttpLoadLimits limits() {
        return limits;
    }

    Vigil vigil() {
        return vigil;
    }

    ConnectionCap cap() {
        return cap;
    }
}
