package io.mintmark.fuzz;

/** What must hold of one parser, or of one pair of writer and reader, for any bytes. */
@FunctionalInterface
public interface FuzzTarget {
    /**
     * Feeds {@code bytes} to the product, and checks what came of them.
     *
     * @throws io.mintmark.MintmarkException if the product refuses them, which it may
     * @throws AssertionError if a property does not hold
     * @throws Exception if the product fails in any other way: that is a finding
     */
    void run(byte[] bytes) throws Exception;
}
