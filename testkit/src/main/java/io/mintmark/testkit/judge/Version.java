package io.mintmark.testkit.judge;

import io.mintmark.testkit.history.Operation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A version of a document, or its absence: what made it, what found it, and what directly follows it. */
final class Version {
    final String label;
    final List<Operation> operations = new ArrayList<>();

    @Nullable Operation write;

    @Nullable Version next;

    @Nullable Version previous;

    Version(String label) {
        this.label = label;
    }

    /** Returns what was complete first: from then on the version had certainly been there. */
    @Nullable Operation firstEnded() {
        return operations.stream()
                .min(Comparator.comparingLong(Operation::ended))
                .orElse(null);
    }

    /** Returns what began last: until then the version had certainly not been replaced. */
    @Nullable Operation lastBegun() {
        return operations.stream()
                .max(Comparator.comparingLong(Operation::began))
                .orElse(null);
    }
}
