package io.mintmark.cli;

import io.mintmark.cli.Calls.Range;
import io.mintmark.cli.Calls.Stored;
import io.mintmark.cli.Nodes.Node;
import io.mintmark.counter.LeaseToken;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/** The answers that clients of several nodes got, and what they noticed at once to be wrong. */
final class NodesHistory {
    private static final long OWN_SERIAL = 1L << 39;

    final Acknowledged acknowledged = new Acknowledged();
    final IncreasingNumbers identities = new IncreasingNumbers();
    private final Nodes nodes;
    private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
    private final AtomicLong cutAhead = new AtomicLong();
    private final AtomicLong cutByReplaced = new AtomicLong();
    private final AtomicLong repeated = new AtomicLong();

    NodesHistory(Nodes nodes) {
        this.nodes = nodes;
    }

    /** One call: where it goes, since when, and whether another node had the tag by then. */
    record Call(Node node, long begun, boolean toReplaced) {}

    /** Begins a call. */
    Call begin(Node node) {
        return new Call(node, System.nanoTime(), nodes.isReplaced(node));
    }

    void reserved(Call call, String counter, Range range) {
        requireTag(call, range.serverTag(), "the range " + range);
        boolean ahead = LeaseToken.parse(range.token())
                .filter(token -> (token.serial() & OWN_SERIAL) != 0)
                .isPresent();
        if (ahead) {
            cutAhead.incrementAndGet();
        }
        if (call.toReplaced()) {
            cutByReplaced.incrementAndGet();
            require(ahead, "a node whose tag another one has reserved " + range);
        }
        acknowledged.reserved(counter, range);
    }

    void identity(Call call, String name, long number) {
        written(call, "identity " + name + " " + number);
        identity(call.begun(), name, number);
    }

    /** Records one whose calls began at {@code begun}. */
    void identity(long begun, String name, long number) {
        identities.drew(name, begun, System.nanoTime(), number);
        acknowledged.identity(name, number);
    }

    void repeatedIdentity(String name, long number, long again) {
        repeated.incrementAndGet();
        require(number == again, "identity " + name + " gave " + number + " and then " + again + " to one request");
    }

    /** Records a document whose id was made by the node. */
    void storedNew(Call call, Stored document, String stamp) {
        String id = document.id();
        requireTag(call, id.substring(id.lastIndexOf('-') + 1), "the id " + id);
        acknowledged.checker.issued("documents", id);
        stored(call, document, stamp);
    }

    /** Records a document; no other write of any node may have its version. */
    void stored(Call call, Stored document, String stamp) {
        written(call, document.id());
        requireTag(call, document.changeVector().replaceFirst(":.*", ""), document.toString());
        acknowledged.checker.issued("versions", document.changeVector());
        acknowledged.stored(document.id(), stamp);
    }

    /** Checks that a node acknowledged a write only while its tag was its own. */
    void written(Call call, String what) {
        require(!call.toReplaced(), "a node whose tag " + call.node().tag + " another one has wrote " + what);
    }

    private void requireTag(Call call, String tag, String what) {
        // Otherwise another life may have answered at this address.
        if (nodes.isThere(call.node())) {
            require(tag.equals(call.node().tag), what + " came from node " + call.node().tag);
        }
    }

    void require(boolean kept, String what) {
        if (!kept) {
            wrong.add(what);
        }
    }

    /** Returns each broken promise that clients noticed. */
    List<String> wrong() {
        List<String> all = new ArrayList<>(wrong);
        all.addAll(identities.outOfOrder());
        return all;
    }

    /** Returns how many ranges nodes cut by themselves. */
    long cutAhead() {
        return cutAhead.get();
    }

    /** Returns how many of them came from nodes whose tag another one had. */
    long cutByReplaced() {
        return cutByReplaced.get();
    }

    /** Returns how many identities were asked for again by the same request. */
    long repeated() {
        return repeated.get();
    }
}
