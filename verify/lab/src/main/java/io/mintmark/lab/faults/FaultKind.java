package io.mintmark.lab.faults;

/** What a fault does, how often it comes in a run of 56 faults, and whom it stops from answering. */
enum FaultKind {
    KILL("kill -9 of a node", 9, Reach.NODE),
    PAUSE("SIGSTOP of a node beyond its claim", 6, Reach.NODE),
    CUT("wire between a node and the engine cut", 5, Reach.NODE),
    HOLE_OUT("black hole from a node to the engine", 4, Reach.NODE),
    HOLE_IN("black hole from the engine to a node", 4, Reach.NODE),
    STOP_FAST("engine stopped fast, copied, started", 3, Reach.ENGINE),
    STOP_IMMEDIATE("engine stopped at once, started", 3, Reach.ENGINE),
    READ_ONLY("engine read-only", 3, Reach.ENGINE),
    SLOW("engine slow", 3, Reach.ENGINE),
    CLOCK("engine's clock an hour forward and back", 3, Reach.ENGINE),
    BACKENDS("backends of the engine ended", 4, Reach.ENGINE),
    RENEW("database dropped and made anew", 4, Reach.NOBODY),
    RENEW_UNHEARD("database dropped and made anew while a node is cut off", 3, Reach.NODE),
    PUT_BACK("engine put back from an older copy, then raised", 2, Reach.ENGINE);

    /** Whose answers a fault excuses while it lasts. */
    enum Reach {
        NOBODY,
        NODE,
        ENGINE
    }

    private final String shown;
    private final int weight;
    private final Reach reach;

    FaultKind(String shown, int weight, Reach reach) {
        this.shown = shown;
        this.weight = weight;
        this.reach = reach;
    }

    String shown() {
        return shown;
    }

    int weight() {
        return weight;
    }

    Reach reach() {
        return reach;
    }
}
