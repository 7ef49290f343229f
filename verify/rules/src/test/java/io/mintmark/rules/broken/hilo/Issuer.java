package io.mintmark.rules.broken.hilo;

/** Forbidden to the others. */
public final class Issuer {}
