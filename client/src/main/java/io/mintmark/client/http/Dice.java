package io.mintmark.client.http;

import java.util.concurrent.ThreadLocalRandom;

/** Where the randomness of waits comes from, so that tests can repeat themselves; nothing secret depends on it. */
@FunctionalInterface
public interface Dice {
    /** The one of production. */
    Dice FAIR = () -> ThreadLocalRandom.current().nextDouble();

    /** Returns a number from 0 to below 1. Safe for any number of threads. */
    double roll();
}
