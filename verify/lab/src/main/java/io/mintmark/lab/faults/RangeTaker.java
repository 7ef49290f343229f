package io.mintmark.lab.faults;

import io.mintmark.lab.faults.Api.Reply;
import io.mintmark.lab.faults.History.Range;
import java.io.IOException;

/** Takes ranges, stores documents under ids of its own numbers, and gives some of the rest back. */
final class RangeTaker extends NodeClient {
    private static final String COUNTER = "orders";
    private static final int LARGEST_BATCH = 64;

    private final String database;
    private long lastSize;
    private long sequence;

    RangeTaker(Place place, String database, String name) {
        super(place, name);
        this.database = database;
    }

    @Override
    boolean step() throws IOException {
        String batch = lastSize > 0 && random.nextBoolean() ? "&lastBatchSize=" + lastSize : "";
        Reply reply = api.get(cluster.url(node), path(database) + "hilo/next?tag=" + COUNTER + batch);
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
            String id = reply.text("Prefix") + low + "-" + reply.text("ServerTag");
            String metadata = ",\"@metadata\":{\"@collection\":\"Orders\"}";
            boolean ignored = store(database, id, name + "-" + ++sequence, metadata, false);
        }
        return true;
    }

    /** Returns the last number that is still the client's: without an answer it has given the others away, too. */
    private long giveBack(Reply taken, long last, long high) throws IOException {
        String lease = taken.lease().isEmpty() ? "" : "&lease=" + Api.coded(taken.lease());
        String path = path(database) + "hilo/return?tag=" + COUNTER + "&end=" + high + "&last=" + last + lease;
        Reply returned = api.send("PUT", cluster.url(node), path, "");
        boolean isHeld = returned.taken().equals("ignored");
        return isHeld ? high : last;
    }
}
