package io.mintmark.lab.faults;

import io.mintmark.lab.faults.Api.Reply;
import io.mintmark.lab.faults.History.Drop;
import io.mintmark.lab.process.Child;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The two databases of a run: one that stays, and one that is dropped and made anew under its name. */
final class Databases {
    /** Judge.Lives through the whole run. */
    static final String STEADY = "steady";

    /** Has several lives. */
    static final String CHURN = "churn";

    private static final int TRIES = 40;
    private static final long PAUSE_MILLIS = 500;
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** How long a drop whose answer did not come may still happen. */
    private static final long UNKNOWN_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final Api api;
    private final History history;

    Databases(Api api, History history) {
        this.api = api;
        this.history = history;
    }

    /** Creates a database, again as long as a node that has just begun refuses or is slow. */
    void create(URI node, String name) throws IOException {
        if (!make(List.of(node), name)) {
            throw new IOException("the database " + name + " must be created within " + TRIES + " requests");
        }
    }

    /**
     * Drops the second database and makes it anew, at any of the nodes given; only one call at a time. Returns how the
     * requests for the drop were answered.
     */
    synchronized List<Integer> renew(List<URI> nodes) throws IOException {
        long sent = 0;
        long dropped = 0;
        boolean isGone = false;
        List<Integer> answers = new ArrayList<>();
        for (int i = 0; i < TRIES && !isGone; i++) {
            Reply reply = drop(nodes.get(i % nodes.size()));
            answers.add(reply.status());
            isGone = reply.isDone() || reply.status() == 404;
            if (reply.status() != 503) {
                sent = sent == 0 ? reply.sent() : sent;
                dropped = Math.max(dropped, reply.got() + (isGone ? 0 : UNKNOWN_NANOS));
            }
            pauseUnless(isGone);
        }
        boolean isMade = isGone && make(nodes, CHURN);
        if (sent > 0) {
            history.add(new Drop(CHURN, sent, dropped, Math.max(History.now(), dropped)));
        }
        if (!isMade) {
            throw new IOException("the database could not be " + (isGone ? "made anew" : "dropped") + ": " + answers);
        }
        return answers;
    }

    private Reply drop(URI node) throws IOException {
        String body = "{\"DatabaseNames\":[\"" + CHURN + "\"],\"HardDelete\":true}";
        return api.send("DELETE", node, "/admin/databases", body, PATIENCE);
    }

    /** Creates a database where it is missing, at any of the nodes given; returns whether it is there. */
    boolean make(List<URI> nodes, String name) throws IOException {
        for (int i = 0; i < TRIES; i++) {
            Reply made = api.send("PUT", nodes.get(i % nodes.size()), "/admin/databases?name=" + name, "{}", PATIENCE);
            if (made.isDone() || made.status() == 409) {
                return true;
            }
            pauseUnless(false);
        }
        return false;
    }

    private static void pauseUnless(boolean isDone) throws IOException {
        if (!isDone) {
            Child.pause(PAUSE_MILLIS);
        }
    }
}
