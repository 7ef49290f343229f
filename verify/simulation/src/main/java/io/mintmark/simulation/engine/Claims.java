package io.mintmark.simulation.engine;

import io.mintmark.document.NodeTag;
import io.mintmark.storage.postgresql.claim.Claim;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The rows of nodes and of their cluster: who has which tag, and how many heartbeats there were. */
public final class Claims {
    private final TreeMap<String, Holder> holders = new TreeMap<>();
    private long epoch;
    private long beatsBefore;
    private long beatsOfEachBefore;
    private boolean older;

    /**
     * The row of a tag.
     *
     * @param epoch the claim that has it
     * @param beats how many heartbeats were ever made under it
     */
    public record Holder(long epoch, long beats) {}

    /**
     * What a heartbeat brings back.
     *
     * @param mine whether the tag is still the node's
     * @param beats of this node, as {@link #beats} counts them
     * @param older whether somebody found that the store is an older copy
     */
    public record Beat(boolean mine, long beats, long age, boolean older) {}

    Claims copy() {
        Claims copy = new Claims();
        copy.holders.putAll(holders);
        copy.epoch = epoch;
        copy.beatsBefore = beatsBefore;
        copy.beatsOfEachBefore = beatsOfEachBefore;
        return copy;
    }

    /** Returns who has a tag, or null. */
    public @Nullable Holder holder(NodeTag tag) {
        return holders.get(tag.text());
    }

    /** Claims a tag that nobody has, or whose holder is still as it was {@code seen}; not on an older copy. */
    public Optional<Claim> claim(NodeTag tag, @Nullable Holder seen) {
        Holder now = holder(tag);
        if (older || (now != null && !now.equals(seen))) {
            return Optional.empty();
        }
        epoch++;
        holders.put(tag.text(), new Holder(epoch, now == null ? 0 : now.beats()));
        return Optional.of(new Claim(tag, epoch));
    }

    /** Makes a heartbeat. */
    public Beat beat(Claim claim) {
        Holder now = holder(claim.tag());
        if (now == null || now.epoch() != claim.epoch()) {
            return new Beat(false, 0, age(), older);
        }
        Holder next = new Holder(now.epoch(), now.beats() + 1);
        holders.put(claim.tag().text(), next);
        return new Beat(true, beats(claim), age(), older);
    }

    /** Returns how many heartbeats were made under a claim's tag, and what raises added; 0 if the claim is gone. */
    public long beats(Claim claim) {
        Holder now = holder(claim.tag());
        return now == null || now.epoch() != claim.epoch() ? 0 : beatsOfEachBefore + now.beats();
    }

    /** Returns how many heartbeats there were of all nodes. */
    public long age() {
        return beatsBefore + holders.values().stream().mapToLong(Holder::beats).sum();
    }

    /** Tells all nodes that the store is an older copy. */
    public void callOlder() {
        older = true;
    }

    boolean mayBeUsed(Claim claim, long beats) {
        Holder now = holder(claim.tag());
        return !older && now != null && now.epoch() == claim.epoch() && beats(claim) >= beats;
    }

    /** The store was raised: it may be used, and is older than anybody remembers; so is each node's part of it. */
    void raised(long by, long ofEach, long epochs) {
        older = false;
        epoch += epochs;
        beatsBefore += by;
        beatsOfEachBefore += ofEach;
    }
}
