package io.mintmark.rules.broken.uuid;

/** Forbidden to everything below. */
public final class RandomUuid {}
