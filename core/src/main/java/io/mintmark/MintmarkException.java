package io.mintmark;

/**
 * Root of everything Mintmark throws on purpose: its message names the rule, the value that broke it and the remedy.
 *
 * <p>Unchecked, because none of them can be handled better nearby than at the edge of the program.
 */
public class MintmarkException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception whose {@code message} is complete for its reader. */
    public MintmarkException(String message) {
        super(message);
    }

    /** Creates an exception whose {@code message} is complete for its reader and whose {@code cause} is for its log. */
    public MintmarkException(String message, Throwable cause) {
        super(message, cause);
    }
}
