package io.mintmark.lab.broken.uuid;

/** What nobody below may use. */
public final class RandomUuid {}
