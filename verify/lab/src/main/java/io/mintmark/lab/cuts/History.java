package io.mintmark.lab.cuts;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Requests to an engine and a launch log, and which of them were acknowledged at which operation. */
final class History {
    /** By key form of the name: the label of the database that is called so. */
    final Map<String, Register> names = new TreeMap<>();

    final Map<String, DatabaseHistory> databases = new LinkedHashMap<>();
    final Map<String, Register> settings = new TreeMap<>();
    final Map<String, Register> journal = new TreeMap<>();
    final List<Told> settingEtags = new ArrayList<>();
    final List<Told> databaseNumbers = new ArrayList<>();
    final List<Told> launches = new ArrayList<>();
    private final List<Effect> effects = new ArrayList<>();

    /** A number that was told and must not come again. */
    record Told(Effect effect, long number) {}

    Effect begin(long operations) {
        Effect effect = new Effect(operations);
        effects.add(effect);
        return effect;
    }

    /** Returns what is known of the database with a label that was given to one. */
    DatabaseHistory database(String label) {
        return Objects.requireNonNull(databases.get(label), label);
    }

    /** A name now stands for the database with that label, or for none. */
    void name(Effect effect, String key, @Nullable String label) {
        names.computeIfAbsent(key, any -> new Register()).set(effect, label);
    }

    /** The engine showed a database, so its creation is told, even if it failed before. */
    void shown(String key, String label, long operations) {
        Effect effect = begin(operations);
        name(effect, key, label);
        effect.acknowledge(operations);
    }

    void setting(Effect effect, String name, String value) {
        settings.computeIfAbsent(name, any -> new Register()).set(effect, value);
    }

    /** A document is on its way home with that content, or was set aside, or is gone. */
    void journal(Effect effect, String id, @Nullable String value) {
        journal.computeIfAbsent(id, any -> new Register()).set(effect, value);
    }

    /** Returns how many effects must be there; two moments that differ in nothing else ask for the same. */
    long acknowledgedAt(long operations) {
        return effects.stream()
                .filter(effect -> effect.isAcknowledgedAt(operations))
                .count();
    }

    /** Returns how much was acknowledged in the end. */
    long acknowledged() {
        return effects.stream().filter(Effect::isAcknowledged).count();
    }

    static long highestAt(List<Told> told, long operations) {
        return told.stream()
                .filter(one -> one.effect().isAcknowledgedAt(operations))
                .mapToLong(Told::number)
                .max()
                .orElse(0);
    }
}
