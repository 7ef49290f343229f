package io.mintmark.cli.terminal;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Options that mean nothing without another one, which was not given. */
public final class DependentOptions {
    private final Map<String, @Nullable Object> values = new LinkedHashMap<>();

    /** Adds an option, or a variable; its value is null if it was not given. */
    public DependentOptions and(String setting, @Nullable Object value) {
        values.put(setting, value);
        return this;
    }

    /** Refuses the first of them that was given; {@code need} says what it needs, and how to give that. */
    public void refuse(CommandLine command, String need) {
        values.forEach((setting, value) -> {
            if (value != null) {
                throw new ParameterException(command, setting + " needs a " + need + ", or leave " + setting + " out");
            }
        });
    }
}
