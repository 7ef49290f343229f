package io.mintmark.storage;

/**
 * A number under its name: an identity's latest one, or how many documents a collection has.
 *
 * @param name what it is called
 * @param number the number
 */
public record NamedNumber(String name, long number) {}
