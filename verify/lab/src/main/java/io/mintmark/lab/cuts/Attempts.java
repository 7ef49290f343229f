package io.mintmark.lab.cuts;

import io.mintmark.MintmarkException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Does things that may fail, and notes between which operations each was done and whether that was told. */
final class Attempts {
    private static final int PATIENCE = 3;

    final History history = new History();
    /** How often failures were told in a way that no caller is prepared for, and how. */
    final List<Violation> violations = new ArrayList<>();

    private final Control control;
    private long failures;

    Attempts(Control control) {
        this.control = control;
    }

    Effect begin() {
        return history.begin(control.operations());
    }

    /** Does what {@code effect} stands for; empty if it failed, and then nobody knows what came of it. */
    <T> Optional<T> attempt(Effect effect, Supplier<T> verb) {
        try {
            T result = verb.get();
            effect.acknowledge(control.operations());
            return Optional.of(result);
        } catch (MintmarkException told) {
            failures++;
        } catch (RuntimeException | Error strange) {
            failures++;
            violations.add(new Violation(Violation.Kind.UNTOLD, strange.toString()));
        }
        return Optional.empty();
    }

    /** Does what has no effect of its own to be remembered, such as closing; returns whether it succeeded. */
    boolean attempt(Runnable verb) {
        return attempt(new Effect(0), () -> {
                    verb.run();
                    return true;
                })
                .isPresent();
    }

    /** Opens something, again if a fault that passed kept it closed; refusing it for good is a violation. */
    <T> Optional<T> open(String what, Supplier<T> opening) {
        for (int i = 0; i < PATIENCE; i++) {
            Optional<T> opened = attempt(new Effect(0), opening);
            if (opened.isPresent()) {
                return opened;
            }
        }
        try {
            return Optional.of(opening.get());
        } catch (MintmarkException e) {
            violations.add(new Violation(
                    Violation.Kind.REFUSED, what + " stays closed after a fault that passed: " + e.getMessage()));
            return Optional.empty();
        }
    }

    long operations() {
        return control.operations();
    }

    long failures() {
        return failures;
    }
}
