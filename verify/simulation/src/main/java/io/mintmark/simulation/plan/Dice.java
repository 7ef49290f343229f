package io.mintmark.simulation.plan;

import java.util.List;
import java.util.SplittableRandom;

/** The only source of chance of a run. Used by one thread. */
public final class Dice {
    private final SplittableRandom random;

    /** Creates the dice of a seed. */
    public Dice(long seed) {
        this(new SplittableRandom(seed));
    }

    private Dice(SplittableRandom random) {
        this.random = random;
    }

    /** Returns other dice, so that what one actor asks does not change what another one gets. */
    public Dice split() {
        return new Dice(random.split());
    }

    /** Returns whether something happens that has that probability. */
    public boolean chance(double probability) {
        return random.nextDouble() < probability;
    }

    /** Returns a number from 0 to below {@code bound}. */
    public int below(int bound) {
        return random.nextInt(bound);
    }

    /** Returns a number from {@code least} to {@code most}, both included. */
    public long between(long least, long most) {
        return random.nextLong(least, most + 1);
    }

    /** Returns a number from 0 to below 1. */
    public double fraction() {
        return random.nextDouble();
    }

    /** Returns one of them. */
    public <T> T one(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    /** Fills an array. */
    public void fill(byte[] bytes) {
        random.nextBytes(bytes);
    }

    /** Returns any number. */
    public long any() {
        return random.nextLong();
    }

    /** Returns a waiting time: mostly short, seldom some times {@code mean}. */
    public long delay(long mean) {
        return (long) (-Math.log(1 - random.nextDouble()) * mean);
    }
}
