package io.mintmark.storage.engine;

/** What becomes of requests for ranges while a node is cut off from an engine that several nodes share. */
public enum WhenCutOff {
    /** The node hands out what it reserved ahead, and refuses what goes beyond. */
    RANGES,
    /** The node hands out what it reserved ahead, and then numbers of its claim's slice, which begins above 2^52. */
    SLICES,
    /** The node refuses every range, also those that it reserved ahead. */
    REFUSE
}
