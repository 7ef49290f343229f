package io.mintmark.cli.command;

import io.mintmark.jdbc.Assessment;
import io.mintmark.jdbc.Collision;
import io.mintmark.jdbc.CounterDescription;
import io.mintmark.jdbc.FoundCounter;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Two programs on one counter: safe only if each could use it alone, and both together repeat no number. */
final class ProgramPair {
    /** Whether two repeat numbers does not depend on where the sequence stands; which number it is, does. */
    private static final String HIDDEN = "collides: at which number first cannot be told, because the sequence caches"
            + " values and does not show which comes next";

    private final FoundCounter found;
    private final String nameA;
    private final String nameB;
    private final Assessment a;
    private final Assessment b;

    ProgramPair(FoundCounter found, String nameA, CounterDescription a, String nameB, CounterDescription b) {
        this.found = found;
        this.nameA = nameA;
        this.nameB = nameB;
        this.a = found.assess(a);
        this.b = found.assess(b);
    }

    Verdict verdict() {
        Optional<String> refusal = a.refusal().or(b::refusal);
        Optional<Collision> collision = collision();
        boolean shown = found.value().isPresent();
        if (collision.isPresent() && (shown || refusal.isEmpty())) {
            return collides(collision.get(), shown || found.increment().isEmpty());
        }
        return refusal.map(this::refused).orElseGet(() -> new Verdict(nameA, nameB, true, null, warnings()));
    }

    private Optional<Collision> collision() {
        long increment = found.increment().orElse(1);
        return increment < 1
                ? Optional.empty()
                : Collision.between(a.counter(), b.counter(), found.value().orElse(1), increment);
    }

    private Verdict collides(Collision collision, boolean shown) {
        OptionalLong number = collision.number();
        Long duplicate = shown && number.isPresent() ? Long.valueOf(number.getAsLong()) : null;
        return new Verdict(nameA, nameB, false, duplicate, shown ? collision.toString() : HIDDEN);
    }

    private Verdict refused(String why) {
        return new Verdict(nameA, nameB, false, null, "refused: " + why);
    }

    private String warnings() {
        Set<String> warnings = new LinkedHashSet<>(a.warnings());
        warnings.addAll(b.warnings());
        warnings.addAll(a.doubts());
        warnings.addAll(b.doubts());
        return String.join("; ", warnings);
    }
}
