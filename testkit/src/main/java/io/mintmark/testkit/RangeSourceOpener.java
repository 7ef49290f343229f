package io.mintmark.testkit;

import io.mintmark.range.RangeSource;

/**
 * Opens a counter in {@linkplain OtherProgram another program}, where nothing is left of the test but this text.
 *
 * <p>Implement it by a class of its own, with a constructor without parameters; neither need be public. Called in the
 * other program, by one thread.
 */
@FunctionalInterface
public interface RangeSourceOpener {

    /**
     * Opens a counter that exists; whatever it throws fails the test.
     *
     * @param address whatever says which one it is, such as a URL and a name
     */
    RangeSource open(String address);
}
