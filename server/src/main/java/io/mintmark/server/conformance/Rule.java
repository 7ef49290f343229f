package io.mintmark.server.conformance;

/**
 * What becomes of one member of a body, or one parameter of a query. Immutable.
 *
 * @param name its name on the wire
 * @param outcome what becomes of it
 * @param why the reason if it is ignored, what to do instead if it is refused; empty if it is done
 */
public record Rule(String name, Outcome outcome, String why) {
    /** What becomes of something that a client sends. */
    public enum Outcome {
        /** The server does what it asks for. */
        DONE,
        /** Nothing follows from it here, whatever its value. */
        IGNORED,
        /** The request is refused, unless the value counts as absent; nothing of it takes effect. */
        REFUSED
    }
}
