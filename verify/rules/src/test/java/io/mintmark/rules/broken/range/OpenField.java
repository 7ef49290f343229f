package io.mintmark.rules.broken.range;

/** Breaks: no field that anyone may write. */
final class OpenField {
    public int count;
}
