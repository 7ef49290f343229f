package io.mintmark.testkit;

import io.mintmark.range.Range;
import io.mintmark.range.RangeSource;

/**
 * A source in a JVM of its own, so that it shares nothing with the test but what keeps the counter: no lock, no static
 * field.
 *
 * <p>All sources of one class path share a JVM, which ends with this one. Calls are made one after the other, and take
 * some 50 µs more than the source itself. What the source throws comes back as what a {@link RangeSource} throws, or as
 * an {@link IllegalStateException} with its text. Safe for any number of threads.
 *
 * <pre>{@code
 * RangeSource second = OtherProgram.open(MyOpener.class, "jdbc:sqlite:test.db orders");
 * }</pre>
 */
public final class OtherProgram implements RangeSource {
    private final OtherJvm jvm;
    private final int source;

    private OtherProgram(OtherJvm jvm, int source) {
        this.jvm = jvm;
        this.source = source;
    }

    /**
     * Opens a source in another JVM.
     *
     * @param opener the class that opens it there
     * @param address the text that it is given
     * @throws IllegalStateException if no JVM can be started, or the source cannot be opened in it
     */
    public static OtherProgram open(Class<? extends RangeSourceOpener> opener, String address) {
        OtherJvm jvm = OtherJvm.running(opener);
        return new OtherProgram(jvm, jvm.open(opener.getName(), address));
    }

    @Override
    public Range reserve(long size) {
        return jvm.reserve(source, size);
    }

    @Override
    public boolean giveBack(Range range, long lastIssued) {
        return jvm.giveBack(source, range, lastIssued);
    }

    @Override
    public long raise(long atLeast) {
        return jvm.raise(source, atLeast);
    }
}
