package io.mintmark.rules.broken.range;

/** Breaks: a library prints nothing. */
final class RangePrints {
    void print() {
        System.out.println();
    }
}
