package io.mintmark.support.limits;

import io.mintmark.MintmarkException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How limits follow the heap: what nobody set is lowered until it fits, what somebody set and does not fit is refused
 * at the start.
 *
 * <p>A body costs twice what it claims at most: it is joined from pieces, and its documents are cut out of it. Claims
 * on half of the heap are the most, and limits that nobody set allow claims on a third of what an idle server leaves.
 */
final class HeapLimits {
    private static final Logger LOG = LoggerFactory.getLogger(HeapLimits.class);
    private static final long MIB = 1L << 20;

    /** What an idle server keeps alive, with a little room to collect it. */
    private static final long IDLE_BYTES = 16 * MIB;

    /** Below this a server could not take a body of one megabyte. */
    private static final long HEAP_BYTES_MIN = 32 * MIB;

    private static final long CONNECTION_BYTES = 8 << 10;

    /** What a request may hold without a claim. */
    private static final long REQUEST_BYTES = 16 << 10;

    private static final long DATABASE_BYTES = 64 << 10;

    /** A level of nesting, some 200 bytes while it is read, in each of 300 requests at once. */
    private static final long LEVEL_BYTES = 64 << 10;

    /** A limit that somebody set may take half of the heap. */
    private static final int PART = 2;

    /**
     * A limit that may not fit.
     *
     * @param option how it is called
     * @param value what it is
     * @param bytesEach the bytes of the heap that each one of it may take
     * @param isSize whether it is a size itself, and not a number
     * @param what what takes them, in words
     */
    private record Share(String option, ToLongFunction<Limits> value, long bytesEach, boolean isSize, String what) {}

    private static final List<Share> SHARES = List.of(
            new Share("limit-body", limits -> limits.sizes().bodyBytesMax(), 3, true, "three of the largest bodies"),
            new Share("limit-memory", Limits::memoryBytes, 1, true, "bodies and replies"),
            new Share("limit-queued-bytes", limits -> limits.writes().bytesMax(), 1, true, "what waits for a writer"),
            new Share(
                    "limit-connections", limits -> limits.connections().max(), CONNECTION_BYTES, false, "connections"),
            new Share("limit-requests", limits -> limits.requests().max(), REQUEST_BYTES, false, "small requests"),
            new Share(
                    "limit-waiting", limits -> limits.requests().waitingMax(), REQUEST_BYTES, false, "small requests"),
            new Share("limit-depth", limits -> limits.sizes().depthMax(), LEVEL_BYTES, false, "nested JSON"),
            new Share(
                    "limit-open-databases",
                    limits -> limits.databases().openMax(),
                    DATABASE_BYTES,
                    false,
                    "databases"));

    private HeapLimits() {}

    /** Returns {@code usual} where it fits into a heap of so many bytes, and what fits where it does not. */
    static Limits of(Limits usual, long heapBytes) {
        long usable = Math.max(10 * MIB, heapBytes - IDLE_BYTES);
        Limits.Sizes sizes = usual.sizes();
        int body = (int) Math.min(sizes.bodyBytesMax(), usable / 10 / MIB * MIB);
        int connections = (int) Math.min(usual.connections().max(), Math.max(64, heapBytes / (48 << 10)));
        Limits.Requests requests = usual.requests();
        return usual.with(new Limits.Sizes(
                        sizes.lineBytesMax(),
                        sizes.headerBytesMax(),
                        body,
                        Math.min(sizes.documentBytesMax(), body),
                        sizes.depthMax(),
                        sizes.collectionBytesMax(),
                        sizes.databaseNameCharsMax()))
                .with(new Limits.Connections(
                        connections, Math.min(usual.connections().perAddressMax(), connections / 2)))
                .with(new Limits.Requests(
                        (int) Math.min(requests.max(), Math.max(16, heapBytes / (384 << 10))),
                        (int) Math.min(requests.waitingMax(), Math.max(64, heapBytes / (192 << 10))),
                        requests.waitMax()))
                .with(new Limits.Writes(
                        usual.writes().max(), Math.min(usual.writes().bytesMax(), usable / 7 / MIB * MIB)));
    }

    /** Checks that limits fit into the heap of this process, and tells the log which of them it lowered. */
    static void begin(Limits limits) {
        long heapBytes = Runtime.getRuntime().maxMemory();
        require(limits, heapBytes);
        lowered(limits, Limits.USUAL, heapBytes).ifPresent(LOG::info);
    }

    /**
     * Checks that limits fit into a heap of so many bytes.
     *
     * @throws MintmarkException if one does not, or the heap is too small for any
     */
    static void require(Limits limits, long heapBytes) {
        if (heapBytes < HEAP_BYTES_MIN - IDLE_BYTES / 4) {
            throw new MintmarkException(
                    "A heap of " + heapBytes / MIB + " MiB is too small for a server: give the JVM at least "
                            + HEAP_BYTES_MIN / MIB + " MiB, as MINTMARK_JAVA_OPTS=-Xmx64m does.");
        }
        long most = heapBytes / PART;
        for (Share share : SHARES) {
            long value = share.value().applyAsLong(limits);
            if (value > most / share.bytesEach()) {
                throw new MintmarkException(refusal(share, value, most, heapBytes));
            }
        }
    }

    private static String refusal(Share share, long value, long most, long heapBytes) {
        long fits = most / share.bytesEach();
        long needed = value * share.bytesEach() * PART / MIB;
        return share.option() + "=" + value + " does not fit into a heap of " + heapBytes / MIB + " MiB, where "
                + share.what()
                + " may take " + most / MIB + " MiB: lower --" + share.option() + " to "
                + (share.isSize() ? fits / MIB + "m" : Long.toString(fits)) + ", or give the JVM more than " + needed
                + " MiB (MINTMARK_JAVA_OPTS=-Xmx" + (needed + needed / 16 + 1) + "m).";
    }

    /** Returns which of the limits in force the heap lowered, as one line for the log; empty if it lowered none. */
    static Optional<String> lowered(Limits inForce, Limits usual, long heapBytes) {
        Limits fitting = of(usual, heapBytes);
        List<String> lowered = new ArrayList<>();
        for (Share share : SHARES) {
            long now = share.value().applyAsLong(inForce);
            long otherwise = share.value().applyAsLong(usual);
            if (now < otherwise && now == share.value().applyAsLong(fitting)) {
                lowered.add(
                        "--" + share.option() + " is " + text(share, now) + " instead of " + text(share, otherwise));
            }
        }
        return lowered.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "A heap of " + heapBytes / MIB + " MiB lowers what nobody set: " + String.join(", ", lowered)
                                + ". A larger one (MINTMARK_JAVA_OPTS=-Xmx768m) leaves all as usual.");
    }

    private static String text(Share share, long value) {
        return share.isSize() ? value / MIB + "m" : Long.toString(value);
    }
}
