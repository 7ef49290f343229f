package io.mintmark.lab.cuts;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** All values that one named thing was given, in order; absent at first. */
final class Register {
    private final List<Version> versions = new ArrayList<>();

    /** A value, or that the thing was removed if there is none. */
    private record Version(Effect effect, @Nullable String value) {}

    void set(Effect effect, @Nullable String value) {
        versions.add(new Version(effect, value));
    }

    /**
     * Returns the values that may be found once so many operations were done: the one acknowledged last, and those that
     * were on their way. Null among them says that the thing may be absent.
     */
    Set<@Nullable String> permittedAt(long operations) {
        int last = versions.size() - 1;
        while (last >= 0 && !versions.get(last).effect().isAcknowledgedAt(operations)) {
            last--;
        }
        Set<@Nullable String> permitted = new HashSet<>();
        permitted.add(last < 0 ? null : versions.get(last).value());
        for (Version version : versions.subList(last + 1, versions.size())) {
            if (version.effect().hasBegunAt(operations)) {
                permitted.add(version.value());
            }
        }
        return permitted;
    }

    /** Returns whether nothing changed the thing after {@code effect} did. */
    boolean wasLastSetBy(Effect effect) {
        return !versions.isEmpty() && versions.get(versions.size() - 1).effect() == effect;
    }
}
