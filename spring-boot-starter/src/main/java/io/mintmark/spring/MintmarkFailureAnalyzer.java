package io.mintmark.spring;

import io.mintmark.MintmarkException;
import io.mintmark.counter.MisplacedCounterException;
import io.mintmark.jdbc.database.UnsafeCounterException;
import io.mintmark.range.RangeSourceException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Shows why an application could not start because of a counter, and what to do, where Spring Boot shows such things.
 *
 * <p>It precedes Spring's own analyzers, which would describe the bean or the binding in which the failure came up.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class MintmarkFailureAnalyzer extends AbstractFailureAnalyzer<MintmarkException> {
    private static final String REMEDY = "; ";

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, MintmarkException found) {
        MintmarkException cause = deepest(found);
        if (cause instanceof MintmarkConfigurationException ours) {
            return analysis(ours.description(), ours.action(), cause);
        }
        String message = String.valueOf(cause.getMessage());
        if (cause instanceof UnsafeCounterException || cause instanceof MisplacedCounterException) {
            return analysis(
                    message,
                    "Change what mintmark.counters says of this counter, or the counter in the database; mintmark doctor"
                            + " shows what is there and who may share it.",
                    cause);
        }
        if (cause instanceof RangeSourceException) {
            return analysis(
                    message,
                    "Check that the database runs, and that spring.datasource or the bean in mintmark.data-source leads to"
                            + " it. Counters that a property names are looked at when the application starts.",
                    cause);
        }
        return split(message, cause);
    }

    /** Returns the exception nearest to the reason: the others only say where it came up. */
    private static MintmarkException deepest(MintmarkException found) {
        MintmarkException deepest = found;
        for (@Nullable Throwable cause = found.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof MintmarkException deeper) {
                deepest = deeper;
            }
        }
        return deepest;
    }

    /** All our messages name the rule, the value and then the remedy. */
    private static FailureAnalysis split(String message, MintmarkException cause) {
        int remedy = message.lastIndexOf(REMEDY);
        return remedy < 0
                ? analysis(message, "Mend what the description names.", cause)
                : analysis(message.substring(0, remedy), message.substring(remedy + REMEDY.length()), cause);
    }

    private static FailureAnalysis analysis(String description, String action, MintmarkException cause) {
        return new FailureAnalysis(sentence(description), sentence(action), cause);
    }

    private static String sentence(String text) {
        boolean isAName = text.startsWith("mintmark.");
        String begun = isAName ? text : Character.toUpperCase(text.charAt(0)) + text.substring(1);
        return begun.endsWith(".") ? begun : begun + ".";
    }
}
