package io.mintmark.rules.broken.range;

/** Breaks: exceptions have types, and signatures name them. */
final class RangeThrowsAnything {
    void fail() throws Exception {
        throw new RuntimeException();
    }
}
