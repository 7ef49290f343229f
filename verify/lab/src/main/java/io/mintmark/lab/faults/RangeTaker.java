package io.mintmark.lab.faults;

import io.mintmark.lab.faults.Api.Reply;
import io.mintmark.lab.faults.History.Range;
import io.mintmark.lab.faults.History.Stored;
import java.io.IOException;

/** Takes ranges, stores documents under ids of its own numbers, and gives some of the rest back. */
final class RangeTaker extends NodeClient {
    private static final String COUNTER = "orders";
    private static final int LARGEST_BATCH = 64;

    private long lastSize;
    private long sequence;

    RangeTaker(Cluster cluster, Api api, History history, String database, int node, String name, long seed) {
        super(cluster, api, history, database, node, name, seed);
    }

    @Override
    boolean step() throws IOException {
        String batch = lastSize > 0 && random.nextBoolean() ? "&lastBatchSize=" + lastSize : "";
        Reply reply = api.get(cluster.url(node), path() + "hilo/next?tag=" + COUNTER + batch);
        if (!reply.isDone()) {
            return false;
        }
        long low = reply.number("Low");
        long high = reply.number("High");
        lastSize = Math.min(LARGEST_BATCH, high - low + 1);
        long last = low + random.nextInt(3);
        boolean isKept = random.nextInt(4) > 0;
        if (!isKept) {
            last = giveBack(reply, Math.min(last, high), high);
        }
        history.add(new Range(database, COUNTER, low, isKept ? high : last, reply.sent(), reply.got(), node));
        if (random.nextInt(3) == 0) {
            store(reply.text("Prefix") + low + "-" + reply.text("ServerTag"));
        }
        return true;
    }

    /** Returns the last number that is still the client's: without an answer it has given the others away, too. */
    private long giveBack(Reply taken, long last, long high) throws IOException {
        String lease = taken.lease().isEmpty() ? "" : "&lease=" + Api.coded(taken.lease());
        String path = path() + "hilo/return?tag=" + COUNTER + "&end=" + high + "&last=" + last + lease;
        Reply returned = api.send("PUT", cluster.url(node), path, "");
        boolean isHeld = returned.taken().equals("ignored");
        return isHeld ? high : last;
    }

    private void store(String id) throws IOException {
        String mark = name + "-" + ++sequence;
        Reply stored = api.send(
                "PUT",
                cluster.url(node),
                path() + "docs?id=" + Api.coded(id),
                "{\"Mark\":\"" + mark + "\",\"@metadata\":{\"@collection\":\"Orders\"}}");
        if (stored.isDone()) {
            history.add(new Stored(database, id, mark, false, stored.sent(), stored.got(), node));
        }
    }
}
