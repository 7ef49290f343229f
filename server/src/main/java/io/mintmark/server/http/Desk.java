package io.mintmark.server.http;

import io.mintmark.server.load.FairShare;
import io.mintmark.server.load.Ticker;
import java.net.InetAddress;
import java.util.Set;
import java.util.concurrent.Executor;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.Request;

/** Who is let in, when, and with how much memory: everything that the exchanges of one front share. Thread-safe. */
final class Desk {
    private static final int COMPUTING_MIN = 16;
    private static final int COMPUTING_PER_PROCESSOR = 4;
    private static final Turns.Bounds VITAL = new Turns.Bounds(4, 8, 64, 5_000_000_000L);

    private final HttpLoadLimits limits;
    private final Set<String> vitalPaths;
    private final Ticker ticker;
    private final HttpCounts counts;
    private final FairShare<InetAddress> memory;
    private final Turns usual;
    private final Turns vital;
    private final Vigil vigil;
    private final ConnectionCap cap;

    Desk(HttpSettings settings, Executor executor, Ticker ticker, HttpCounts counts) {
        this.limits = settings.load();
        this.vitalPaths = settings.vitalPaths();
        this.ticker = ticker;
        this.counts = counts;
        this.memory = new FairShare<>(limits.memoryBytesMax(), limits.memoryBytesMax());
        this.usual = new Turns(bounds(limits), ticker, executor, counts);
        this.vital = new Turns(VITAL, ticker, executor, counts);
        this.vigil = new Vigil(limits, ticker, counts, this::refuseLate);
        this.cap = new ConnectionCap(limits, counts, OpenFiles::max);
        counts.observe(cap::connections, usual::working, usual::waiting, memory::taken);
    }

    /** More places than this would only make processors change between requests; all others wait for the disk. */
    private static Turns.Bounds bounds(HttpLoadLimits limits) {
        int wanted = Math.max(
                COMPUTING_MIN, COMPUTING_PER_PROCESSOR * Runtime.getRuntime().availableProcessors());
        int computing = Math.min(limits.requestsMax(), wanted);
        return new Turns.Bounds(
                computing,
                limits.requestsMax(),
                limits.waitingMax(),
                limits.waitMax().toNanos());
    }

    private void refuseLate() {
        usual.refuseLate();
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
        return new Account(holder, turns, new MemoryClaim(memory, holder, counts), new Progress(ticker), watched);
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
