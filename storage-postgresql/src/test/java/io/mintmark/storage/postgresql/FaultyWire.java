package io.mintmark.storage.postgresql;

import java.io.IOException;
import java.time.Duration;

/** A wire between a node and PostgreSQL that fails in each way in which wires do. Safe for any number of threads. */
public final class FaultyWire implements AutoCloseable {
    /** Each way; a node counts an answer that takes longer than a second as none. */
    private static final Duration SLOW = Duration.ofMillis(1_500);

    private final WireCutter cutter;
    private final DarkWire dark;
    private final String url;

    /** How it fails. */
    public enum Fault {
        /** Connections are closed, and new ones at once. */
        REFUSED,
        /** Nothing is refused, and nothing comes through. */
        VANISHED,
        /** What the engine sends comes through, and nothing else. */
        TO_ENGINE,
        /** What the node sends comes through, and nothing else. */
        TO_NODE,
        /** Everything comes through, too late. */
        SLOW
    }

    /** Leads to the engine at {@code url}. */
    public FaultyWire(String url) {
        cutter = new WireCutter(WireCutter.portOf(url));
        dark = new DarkWire(WireCutter.portOf(cutter.through(url)));
        this.url = dark.through(cutter.through(url));
    }

    /** Returns where a node reaches the engine over this wire. */
    public String url() {
        return url;
    }

    /** Lets it fail from now on. */
    public void fail(Fault fault) {
        switch (fault) {
            case REFUSED -> cutter.cutAll();
            case VANISHED -> dark.darken();
            case TO_ENGINE -> dark.darken(DarkWire.Way.TO_ENGINE);
            case TO_NODE -> dark.darken(DarkWire.Way.TO_NODE);
            case SLOW -> dark.delay(SLOW);
        }
    }

    /** Lets everything through again. */
    public void heal() {
        dark.delay(Duration.ZERO);
        cutter.mend();
        dark.lighten();
    }

    @Override
    public void close() throws IOException {
        dark.close();
        cutter.close();
    }
}
