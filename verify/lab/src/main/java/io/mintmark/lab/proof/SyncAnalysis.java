package io.mintmark.lab.proof;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Judges a trace of a server that got one write after the other: was every reply of success preceded by a completed
 * sync of the log, and did that sync begin after everything that the request had written there?
 *
 * <p>Between the arrival of a request (its last successful read) and the begin of the write of its reply there must be
 * a write to the log, and each such write must be covered: by a sync that began after the write had ended, returned 0,
 * and had ended before the reply began. Lines of strace are in the order in which the calls began and ended wherever
 * one waited for the other, and only such order is used here: the reply waits for the sync, the sync for the write.
 *
 * <p>A range that is cut from numbers reserved ahead writes nothing. Its reservation was one of the writes before, so
 * all of those must be covered when the request comes; what is written meanwhile is the next reservation.
 *
 * <p>Requests must not overlap: with several under way nobody can tell whose write was synced.
 */
final class SyncAnalysis {
    private static final Set<String> READS = Set.of("read", "readv", "recvfrom", "recvmsg");
    private static final Set<String> WRITES = Set.of("write", "writev", "sendto", "sendmsg", "pwrite64", "pwritev");
    private static final Set<String> SYNCS = Set.of("fsync", "fdatasync");
    private static final String SUCCESS = "\"HTTP/1.1 2";
    private static final String RANGE = "/hilo/next?";
    private static final int EXAMPLES_MAX = 3;

    private final Pattern request;
    private final boolean rangesAhead;
    private final Map<Long, TraceLine> unfinished = new HashMap<>();
    private final Map<Long, Long> coveredBySync = new HashMap<>();
    private final Set<Integer> underWay = new HashSet<>();
    private final List<String> examples = new ArrayList<>();
    private long line;
    private long arrivedAt;
    private long lastLogWrite;
    private long covered;
    private long syncs;
    private long acknowledged;
    private long ahead;
    private long unsynced;
    /** Whether the request under way may be answered from what was synced before it came, and whether all of it was. */
    private boolean isRange;

    private boolean wasSynced;

    /**
     * Judges requests to one database; all others, which may be reads, are passed over.
     *
     * @param rangesAhead whether ranges may be cut from numbers that the server reserved ahead
     */
    SyncAnalysis(String database, boolean rangesAhead) {
        this.rangesAhead = rangesAhead;
        request = Pattern.compile("\"(GET|PUT|POST|DELETE|PATCH) /databases/" + Pattern.quote(database) + "/");
    }

    /**
     * Findings in a trace.
     *
     * @param acknowledged replies of success
     * @param ahead those of them whose numbers were synced before their requests came
     * @param unsynced those of them that no covering sync preceded
     * @param syncs completed syncs of the log
     * @param examples the first replies without, with their lines
     */
    record Finding(long acknowledged, long ahead, long unsynced, long syncs, List<String> examples) {
        long synced() {
            return acknowledged - unsynced;
        }
    }

    /** Takes the next line. */
    void accept(String text) {
        line++;
        TraceLine.parse(text).ifPresent(this::take);
    }

    Finding finding() {
        return new Finding(acknowledged, ahead, unsynced, syncs, List.copyOf(examples));
    }

    private void take(TraceLine call) {
        TraceLine begin = call.begins() ? call : unfinished.remove(call.thread());
        Optional<TraceLine.OpenFile> file = begin == null ? Optional.empty() : begin.file();
        if (file.isPresent() && call.begins()) {
            begin(call, file.get());
        }
        if (file.isPresent() && call.ends()) {
            end(call, file.get());
        }
        if (!call.ends()) {
            unfinished.put(call.thread(), call);
        }
    }

    private void begin(TraceLine call, TraceLine.OpenFile file) {
        if (SYNCS.contains(call.name()) && file.isLog()) {
            coveredBySync.put(call.thread(), lastLogWrite);
        } else if (WRITES.contains(call.name())
                && file.isSocket()
                && call.text().contains(SUCCESS)) {
            acknowledge(call, file);
        }
    }

    private void end(TraceLine call, TraceLine.OpenFile file) {
        long result = call.result().orElse(-1);
        if (SYNCS.contains(call.name()) && file.isLog() && result == 0) {
            syncs++;
            covered = Math.max(covered, coveredBySync.getOrDefault(call.thread(), 0L));
        } else if (WRITES.contains(call.name()) && file.isLog() && result > 0) {
            lastLogWrite = line;
        } else if (READS.contains(call.name()) && file.isSocket() && result > 0) {
            arrive(call, file);
        }
    }

    /** A request may come in pieces; it has arrived with the last. */
    private void arrive(TraceLine call, TraceLine.OpenFile socket) {
        if (request.matcher(call.text()).find()) {
            underWay.add(socket.number());
            isRange = call.text().contains(RANGE);
            wasSynced = covered >= lastLogWrite;
        }
        if (underWay.size() > 1) {
            throw new IllegalStateException("requests must follow each other, but two are under way at line " + line);
        }
        if (underWay.contains(socket.number())) {
            arrivedAt = line;
        }
    }

    private void acknowledge(TraceLine call, TraceLine.OpenFile socket) {
        if (!underWay.remove(socket.number())) {
            return;
        }
        acknowledged++;
        boolean wrote = lastLogWrite > arrivedAt;
        boolean synced = wrote && covered >= lastLogWrite;
        if (!synced && rangesAhead && isRange && wasSynced) {
            ahead++;
        } else if (!synced) {
            unsynced++;
            if (examples.size() < EXAMPLES_MAX) {
                examples.add("line " + line + (wrote ? ", written but not synced: " : ", nothing written: ")
                        + call.name() + "(" + call.text());
            }
        }
    }
}
