package io.mintmark.indexes.expression;

import io.mintmark.MintmarkException;
import io.mintmark.internal.Printable;

/** An expression has no value for these inputs; the message says why, to the person who wrote it. */
public final class EvaluationException extends MintmarkException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception with a complete {@code message}. */
    public EvaluationException(String message) {
        super(message);
    }

    /**
     * Returns what is said of a document or a group that could not be evaluated; throws on what is the machine's
     * trouble, and no fault of it.
     */
    public static String reason(Throwable unfit) {
        if (unfit instanceof VirtualMachineError trouble && !(unfit instanceof StackOverflowError)) {
            throw trouble;
        }
        if (unfit instanceof StackOverflowError) {
            return "It is nested deeper than can be evaluated: name a part of it.";
        }
        return unfit instanceof MintmarkException
                ? String.valueOf(unfit.getMessage())
                : "It cannot be evaluated: " + Printable.brief(unfit.toString()) + ".";
    }
}
