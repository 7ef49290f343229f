package io.mintmark.simulation.judge;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What is known for certain of a document that one client created, and that nobody else changes. Contents are numbers,
 * each of which is sent for one write; 0 stands for none. Used by one thread.
 */
public final class CreatedDocument {
    final String life;
    final int putBacks;
    final String id;
    /** Contents that are on their way to the engine, with the machine each of them is on. */
    final Map<Long, Integer> onTheirWay = new HashMap<>();
    /** Contents whose deletion was acknowledged. */
    final Set<Long> deleted = new HashSet<>();
    /** What the engine has. */
    long stored;
    /** How many different contents were sent. */
    int sent = 1;
    /** Whether something was sent of which nobody knows what became, so that nothing can be demanded any more. */
    private boolean uncertain;
    /** Whether something is sent now. */
    private boolean asked;

    CreatedDocument(String life, int putBacks, String id) {
        this.life = life;
        this.putBacks = putBacks;
        this.id = id;
    }

    /** Returns its id. */
    public String id() {
        return id;
    }

    /** Returns which content the engine is known to have, or 0. */
    public long stored() {
        return stored;
    }

    /** Another content is sent, or its deletion. */
    public void ask(boolean another) {
        asked = true;
        sent += another ? 1 : 0;
    }

    /** What was sent was answered. */
    void answered() {
        asked = false;
    }

    /** What was sent is never answered, or something happened that excuses everything. */
    public void giveUp() {
        uncertain = true;
    }

    boolean isCertain() {
        return !uncertain && !asked;
    }

    /** Returns whether it is of the data that the store has now. */
    public boolean isOf(String lifeNow, int putBacksNow) {
        return life.equals(lifeNow) && putBacks == putBacksNow;
    }
}
