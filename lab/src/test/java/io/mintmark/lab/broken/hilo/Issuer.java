package io.mintmark.lab.broken.hilo;

/** Forbidden to the others. */
public final class Issuer {}
