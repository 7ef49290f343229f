package io.mintmark.storage;

/** How an engine stands to its node. */
public enum EngineState {
    /** It answers, and the node is one of its own. */
    SERVING,
    /** It did not answer for so long that other nodes may take this one's place. It is asked on. */
    UNREACHABLE,
    /** Another server has this node's place: this one serves no more. */
    FENCED
}
