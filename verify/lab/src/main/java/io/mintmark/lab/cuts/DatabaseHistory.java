package io.mintmark.lab.cuts;

import io.mintmark.storage.write.RangeReturn;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Requests to one database, and which of them were acknowledged. */
final class DatabaseHistory {
    final String label;
    final List<Ranges> ranges = new ArrayList<>();
    final List<Return> returns = new ArrayList<>();
    final Register databaseId = new Register();
    /** By key form of the id. */
    final Map<String, Register> documents = new TreeMap<>();
    /** By body, which no two puts have in common. */
    final Map<String, Put> puts = new LinkedHashMap<>();

    final List<Drawn> identities = new ArrayList<>();

    /** Numbers that one reservation, or one raise, moved a counter past. */
    static final class Ranges {
        final Effect effect;
        final String counter;
        final long low;
        final long high;
        /** The token that gives it back; 0 if nobody may give it back. */
        final long token;

        private @Nullable Effect returned;
        private long lastIssued;

        Ranges(Effect effect, String counter, long low, long high, long token) {
            this.effect = effect;
            this.counter = counter;
            this.low = low;
            this.high = high;
            this.token = token;
        }

        /** Its tail goes back; whether it did may stay unknown. */
        void giveBack(Effect giving, long last) {
            returned = giving;
            lastIssued = last;
        }

        void keepAll() {
            returned = null;
        }

        boolean wasGivenBack() {
            return returned != null;
        }

        boolean isReturnedBy(Effect giving) {
            return giving.equals(returned);
        }

        /** Returns the highest number that must not be reserved again. */
        long boundAt(long operations) {
            return returned != null && returned.hasBegunAt(operations) ? lastIssued : high;
        }
    }

    /** A return that was accepted. */
    record Return(Effect effect, RangeReturn request) {}

    /** A number of an identity. */
    record Drawn(Effect effect, String name, @Nullable String requestId, long value) {}

    /** A document that was put. */
    static final class Put {
        final Effect effect;
        private @Nullable String key;
        private @Nullable String changeVector;

        Put(Effect effect, @Nullable String key) {
            this.effect = effect;
            this.key = key;
        }

        void stored(String storedKey, String version) {
            key = storedKey;
            changeVector = version;
        }

        /** Returns the key form of its id; null if the store makes it, and did not tell. */
        @Nullable String key() {
            return key;
        }

        @Nullable String changeVector() {
            return changeVector;
        }
    }

    DatabaseHistory(String label) {
        this.label = label;
    }

    /** The document of an id now has that body, or is gone. */
    void document(Effect effect, String key, @Nullable String body) {
        documents.computeIfAbsent(key, any -> new Register()).set(effect, body);
    }

    /** Returns, by counter, the highest number that must not be reserved again. */
    Map<String, Long> countersAt(long operations) {
        Map<String, Long> bounds = new TreeMap<>();
        for (Ranges range : ranges) {
            if (range.effect.isAcknowledgedAt(operations)) {
                bounds.merge(range.counter, range.boundAt(operations), Math::max);
            }
        }
        return bounds;
    }

    /** Returns, by name, the highest number of each identity that was told. */
    Map<String, Long> identitiesAt(long operations) {
        Map<String, Long> bounds = new TreeMap<>();
        for (Drawn drawn : identities) {
            if (drawn.effect().isAcknowledgedAt(operations)) {
                bounds.merge(drawn.name(), drawn.value(), Math::max);
            }
        }
        return bounds;
    }

    /** Returns the versions that were told, with the ids they were told for. */
    Map<String, String> versionsAt(long operations) {
        Map<String, String> versions = new HashMap<>();
        for (Put put : puts.values()) {
            if (put.changeVector != null && put.key != null && put.effect.isAcknowledgedAt(operations)) {
                versions.put(put.changeVector, put.key);
            }
        }
        return versions;
    }
}
