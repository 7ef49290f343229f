package io.mintmark.lab.broken.uuid;

/** Forbidden to everything below. */
public final class RandomUuid {}
