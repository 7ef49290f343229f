package io.mintmark.support.limits;

/** Limits that no heap lowers, for servers of other packages' tests. */
public final class AnyHeap {
    public static final Limits LIMITS = Limits.USUAL;

    private AnyHeap() {}
}
