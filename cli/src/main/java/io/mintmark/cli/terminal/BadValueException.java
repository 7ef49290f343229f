package io.mintmark.cli.terminal;

/** A value of an option that breaks a rule; the message follows the name of the option or variable that gave it. */
public final class BadValueException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception with a {@code message} that names the rule, the value and an example. */
    public BadValueException(String message) {
        super(message);
    }
}
