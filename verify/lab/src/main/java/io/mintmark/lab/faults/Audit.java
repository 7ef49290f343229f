package io.mintmark.lab.faults;

import io.mintmark.lab.faults.Api.Reply;
import io.mintmark.lab.faults.History.Read;
import io.mintmark.lab.faults.History.Stored;
import io.mintmark.lab.process.Child;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Reads acknowledged documents back; answers that refuse prove nothing and are counted as unread. */
final class Audit {
    private static final int THREADS = 6;
    private static final int RECENT = 300;
    private static final int TRIES = 4;
    private static final long PAUSE_MILLIS = 500;

    private final Cluster cluster;
    private final Api api;
    private final History history;

    Audit(Cluster cluster, Api api, History history) {
        this.cluster = cluster;
        this.api = api;
        this.history = history;
    }

    /** Reads the documents stored last, at one node, once; returns how many it showed. */
    long recent(int node) throws IOException {
        List<Stored> all = history.all(History.Stored.class);
        long read = 0;
        for (Stored each : all.subList(Math.max(0, all.size() - RECENT), all.size())) {
            read += read(each, node, 1) ? 1 : 0;
        }
        return read;
    }

    /** Reads all documents at each node; returns how many could not be read at some node. */
    long all() throws IOException {
        ExecutorService readers = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<Long>> unread = new ArrayList<>();
            List<Stored> documents = history.all(History.Stored.class);
            for (int i = 0; i < THREADS; i++) {
                int share = i;
                unread.add(readers.submit(() -> unread(documents, share)));
            }
            long sum = 0;
            for (Future<Long> each : unread) {
                sum += each.get();
            }
            return sum;
        } catch (ExecutionException e) {
            throw new IOException(e);
        } catch (InterruptedException e) {
            throw Child.interrupted(e);
        } finally {
            readers.shutdownNow();
        }
    }

    private long unread(List<Stored> documents, int share) throws IOException {
        long unread = 0;
        for (int i = share; i < documents.size(); i += THREADS) {
            for (int node = 0; node < cluster.nodes().size(); node++) {
                unread += read(documents.get(i), node, TRIES) ? 0 : 1;
            }
        }
        return unread;
    }

    private boolean read(Stored stored, int node, int tries) throws IOException {
        String path = "/databases/" + stored.database() + "/docs?id=" + Api.coded(stored.id());
        for (int i = 0; i < tries; i++) {
            Reply reply = api.get(cluster.url(node), path);
            if (reply.isDone() || reply.status() == 404) {
                String mark = reply.isDone() ? reply.text("Mark") : "";
                history.add(new Read(stored, mark, reply.sent(), reply.got(), node));
                return true;
            }
            if (i + 1 < tries) {
                Child.pause(PAUSE_MILLIS);
            }
        }
        return false;
    }
}
