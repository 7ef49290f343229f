package io.mintmark.simulation.client;

import io.mintmark.simulation.node.Call;
import io.mintmark.simulation.node.Node;
import java.util.List;

/** The node that a client asks, and the one that it asks next. Used by one thread. */
final class NodeChoice {
    private final List<Node> nodes;
    private final boolean returnsElsewhere;
    private int place;

    /** Begins with one of {@code nodes}. */
    NodeChoice(List<Node> nodes, int place, boolean returnsElsewhere) {
        this.nodes = nodes;
        this.place = place % nodes.size();
        this.returnsElsewhere = returnsElsewhere;
    }

    Node now() {
        return nodes.get(place);
    }

    int place() {
        return place;
    }

    /** Goes on to another node, for a call that may be repeated there. */
    void next(Call.Kind kind) {
        if (kind != Call.Kind.RETURN || returnsElsewhere) {
            place = (place + 1) % nodes.size();
        }
    }
}
