package io.mintmark.spring;

import io.mintmark.MintmarkException;

/** A property, or a bean that a property names, cannot work; thrown while the application starts, wherever possible. */
public final class MintmarkConfigurationException extends MintmarkException {
    private static final long serialVersionUID = 1L;

    private final String description;
    private final String action;

    /** Creates an exception that names rule and value, and the remedy apart from them. */
    MintmarkConfigurationException(String description, String action) {
        super(description + "; " + action);
        this.description = description;
        this.action = action;
    }

    /** Creates the same for a deeper {@code cause}. */
    MintmarkConfigurationException(String description, String action, Throwable cause) {
        super(description + "; " + action, cause);
        this.description = description;
        this.action = action;
    }

    /** Returns the rule and the value that broke it. */
    public String description() {
        return description;
    }

    /** Returns the remedy. */
    public String action() {
        return action;
    }
}
