package io.mintmark.testkit.history;

/** An invocation or a completion, as a history tells them in their order; immutable. */
public sealed interface Event {
    /** Returns the operation. */
    Operation operation();

    /**
     * An invocation.
     *
     * @param operation the operation, its outcome unknown
     */
    record Began(Operation operation) implements Event {}

    /**
     * A completion. Issued numbers have one event only, which is this.
     *
     * @param operation the operation with its outcome
     */
    record Ended(Operation operation) implements Event {}
}
