package io.mintmark.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Many stores of a client for Java, one call after the other. */
abstract class StoresCaller<S> implements RestartCaller {
    private final String client;
    private final int stores;
    private final String name;
    private final CallTally tally = new CallTally();
    private volatile boolean over;

    StoresCaller(String client, int stores, String name) {
        this.client = client;
        this.stores = stores;
        this.name = name;
    }

    @Override
    public String client() {
        return client;
    }

    @Override
    public void finish() {
        over = true;
    }

    @Override
    public CallTally tally() {
        return tally;
    }

    /** Opens {@code stores} stores, and calls each in turn until told to finish. */
    void run(Supplier<S> opening, Consumer<S> closing) {
        List<S> opened = new ArrayList<>();
        try {
            for (int i = 0; i < stores; i++) {
                opened.add(opening.get());
            }
            for (int turn = 0; !over; turn++) {
                call(opened.get(turn % stores), name + "-" + turn);
            }
        } finally {
            opened.forEach(closing);
        }
    }

    /** Saves a document of that stamp, reads it, and takes an identity; tells the tally what became of it. */
    abstract void call(S store, String stamp);

    /** Tells the tally if a document is not as it was saved. */
    void requireSame(String id, String found, String stamp) {
        if (!found.equals(stamp)) {
            tally.failed(id + " is " + found + " but must be " + stamp);
        }
    }
}
