package io.mintmark.hilo;

import io.mintmark.range.Refiller;

/** Does everything at once and in the caller's thread, and watches nothing: what is left is the callers' own doing. */
final class InlineRefiller implements Refiller {

    @Override
    public void after(long delayNanos, Runnable watching) {}

    @Override
    public void execute(Runnable reserving) {
        reserving.run();
    }
}
