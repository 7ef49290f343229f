package io.mintmark.hilo;

import io.mintmark.range.Refiller;

/** A refiller that reserves in the caller's thread and watches nothing: what is left is the callers' own doing. */
final class AtOnce implements Refiller {

    @Override
    public void after(long delayNanos, Runnable watching) {}

    @Override
    public void execute(Runnable reserving) {
        reserving.run();
    }
}
