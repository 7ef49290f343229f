package io.mintmark.web.admission;

import io.mintmark.internal.Ticker;
import io.mintmark.support.FairShare;
import io.mintmark.support.OpenFiles;
import io.mintmark.support.limits.Limits;
import java.net.InetAddress;
import java.net.SocketAddress;
import java.util.concurrent.Executor;
import java.util.function.LongFunction;

/**
 * Owns what decides who is let in, when, and with how much memory: a {@link PermitQueue} for each kind of work, the
 * memory of all requests, the cap on connections. Shared by all connections of one server. Thread-safe.
 */
public final class AdmissionControl {
    private static final int PLACES_PER_PROCESSOR = 2;
    private static final int PLACES_MIN = 4;
    /**
     * A handshake that no request follows counts as so many in addition. Clients that attack by handshakes then wait
     * for each other, and others hardly for them; where nobody waits it makes no difference.
     */
    private static final int WASTED_TIMES = 10;

    private static final PermitQueue.Bounds VITAL = new PermitQueue.Bounds(4, 8, 64, 5_000_000_000L);

    private final Limits.Pace pace;
    private final Executor executor;
    private final Ticker ticker;
    private final AdmissionCounts counts;
    private final LongFunction<? extends RuntimeException> noMemory;
    private final FairShare<InetAddress> memory;
    private final PermitQueue usual;
    private final PermitQueue costly;
    private final PermitQueue vital;
    private final PermitQueue handshakes;
    private final PermitQueue rested;
    private final SlowClientReaper reaper;
    private final ConnectionCap cap;

    /**
     * Creates the admission of one server.
     *
     * @param executor runs work whose permit did not come at once
     * @param counts where it counts what it turns away
     * @param noMemory makes the refusal of a request for which there is no memory, given how much there is for all
     */
    public AdmissionControl(
            Limits limits,
            Executor executor,
            Ticker ticker,
            AdmissionCounts counts,
            LongFunction<? extends RuntimeException> noMemory) {
        this.pace = limits.pace();
        this.executor = executor;
        this.ticker = ticker;
        this.counts = counts;
        this.noMemory = noMemory;
        this.memory = new FairShare<>(limits.heldBytesMax(), limits.heldBytesMax());
        this.usual = new PermitQueue(usual(limits.requests()), ticker, executor, counts);
        this.costly = new PermitQueue(costly(limits.requests()), ticker, executor, counts);
        this.vital = new PermitQueue(VITAL, ticker, executor, counts);
        // Its own counts: a handshake is no request, and shed by closing its connection.
        this.handshakes = new PermitQueue(handshakes(limits), ticker, executor, new AdmissionCounts());
        this.rested = new PermitQueue(handshakes(limits), ticker, executor, new AdmissionCounts());
        this.reaper = new SlowClientReaper(limits.pace(), ticker, counts, this::refuseLate);
        this.cap = new ConnectionCap(limits.connections(), counts, OpenFiles::max);
        counts.observe(
                cap::connections,
                () -> usual.working() + costly.working(),
                () -> usual.waiting() + costly.waiting(),
                memory::taken);
    }

    private static PermitQueue.Bounds usual(Limits.Requests requests) {
        return bounds(requests, places(requests), 1);
    }

    /** Half of everything, in addition: costly requests, however many, leave the small ones alone. */
    private static PermitQueue.Bounds costly(Limits.Requests requests) {
        return bounds(requests, Math.max(1, places(requests) / 2), 2);
    }

    /** Half of the processors, so that the others answer those who are connected. */
    private static PermitQueue.Bounds handshakes(Limits limits) {
        int computing = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
        return new PermitQueue.Bounds(
                computing,
                2 * computing,
                limits.connections().max(),
                limits.pace().headMax().toNanos());
    }

    private static PermitQueue.Bounds bounds(Limits.Requests requests, int places, int part) {
        return new PermitQueue.Bounds(
                places,
                Math.max(1, requests.max() / part),
                Math.max(1, requests.waitingMax() / part),
                requests.waitMax().toNanos());
    }

    /**
     * Returns how many small requests compute at a time. Two for each processor: one may find that its page must come
     * from the disk. More would only share the processors out, and every change of threads on the way of a request
     * would wait for all of them.
     */
    public static int places(Limits.Requests requests) {
        int wanted =
                Math.max(PLACES_MIN, PLACES_PER_PROCESSOR * Runtime.getRuntime().availableProcessors());
        return Math.min(requests.max(), wanted);
    }

    private void refuseLate() {
        usual.refuseLate();
        costly.refuseLate();
        vital.refuseLate();
        handshakes.refuseLate();
    }

    /** Returns the queue of small requests. */
    public PermitQueue permits() {
        return usual;
    }

    /** Returns the short queue of requests that must be answered while all others are shed. */
    public PermitQueue vitalPermits() {
        return vital;
    }

    /**
     * Runs the first step of a handshake with {@code peer} when its turn comes, address by address; runs
     * {@code refusal} instead if too many wait, or if this one waits as long as a head may take.
     */
    public void beginHandshake(SocketAddress peer, Runnable step, Runnable refusal) {
        handshakes.enter(AddressGroup.of(peer), permit -> step.run(), refusing(refusal));
    }

    /** Does the same with a further step, before others of that address begin. */
    public void goOnWithHandshake(SocketAddress peer, Runnable step, Runnable refusal) {
        handshakes.enterFirst(AddressGroup.of(peer), permit -> step.run(), refusing(refusal));
    }

    /**
     * Runs {@code step}, which reads what {@code peer} sent soon after refusals, when its turn comes, address by
     * address: those who are refused all the time must not keep the thread that reads for all others.
     */
    public void readRested(SocketAddress peer, Runnable step) {
        rested.resumeLast(AddressGroup.of(peer), permit -> step.run());
    }

    private Runnable refusing(Runnable refusal) {
        return () -> {
            counts.handshakesRefused.increment();
            refusal.run();
        };
    }

    /** Counts a handshake that came to nothing. */
    public void handshakeFailed() {
        counts.handshakesFailed.increment();
    }

    /** Lets the address of {@code peer} wait longer for further handshakes: it had one, and no request followed. */
    public void handshakeWasted(SocketAddress peer) {
        counts.handshakesWasted.increment();
        handshakes.setBack(AddressGroup.of(peer), WASTED_TIMES);
    }

    PermitQueue costlyPermits() {
        return costly;
    }

    Executor executor() {
        return executor;
    }

    MemoryClaim memoryOf(InetAddress party) {
        return new MemoryClaim(memory, party, counts, noMemory);
    }

    TransferProgress progress() {
        return new TransferProgress(ticker);
    }

    Limits.Pace pace() {
        return pace;
    }

    /** Returns what ends slow connections. */
    public SlowClientReaper reaper() {
        return reaper;
    }

    /** Returns what bounds the number of connections. */
    public ConnectionCap cap() {
        return cap;
    }
}
