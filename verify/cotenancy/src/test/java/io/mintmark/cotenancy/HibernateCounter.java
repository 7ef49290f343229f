package io.mintmark.cotenancy;

import io.mintmark.jdbc.CounterDescription;
import io.mintmark.jdbc.Preset;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Supplier;

/** The counters that Hibernate keeps for its entities here, and the preset by which we count beside it. */
enum HibernateCounter {
    SEQUENCE_POOLED(HibernateSequences.OfPooled::new, Preset.HIBERNATE_POOLED),
    SEQUENCE_POOLED_LO(HibernateSequences.OfPooledLo::new, Preset.HIBERNATE_POOLED_LO),
    SEQUENCE_HILO(HibernateSequences.OfHilo::new, Preset.HIBERNATE_HILO),
    SEQUENCE_LEGACY_HILO(HibernateSequences.OfLegacyHilo::new, Preset.HIBERNATE_LEGACY_HILO),
    TABLE_POOLED(HibernateTables.OfPooled::new, Preset.HIBERNATE_TABLE_POOLED),
    TABLE_POOLED_LO(HibernateTables.OfPooledLo::new, Preset.HIBERNATE_TABLE_POOLED_LO),
    TABLE_HILO(HibernateTables.OfHilo::new, Preset.HIBERNATE_TABLE_HILO),
    TABLE_LEGACY_HILO(HibernateTables.OfLegacyHilo::new, Preset.HIBERNATE_TABLE_LEGACY_HILO),
    NEXT_POOLED(HibernateTables.NextPooled::new, Preset.HIBERNATE_TABLE_NEXT_POOLED),
    NEXT_POOLED_LO(HibernateTables.NextPooledLo::new, Preset.HIBERNATE_TABLE_NEXT_POOLED_LO),
    NEXT_HILO(HibernateTables.NextHilo::new, Preset.HIBERNATE_TABLE_NEXT_HILO),
    ROW_POOLED(HibernateRows.OfPooled::new, Preset.HIBERNATE_ROW_POOLED),
    ROW_POOLED_LO(HibernateRows.OfPooledLo::new, Preset.HIBERNATE_ROW_POOLED_LO),
    ROW_HILO(HibernateRows.OfHilo::new, Preset.HIBERNATE_ROW_HILO),
    ROW_LEGACY_HILO(HibernateRows.OfLegacyHilo::new, Preset.HIBERNATE_ROW_LEGACY_HILO);

    /** The increment size of all of them, and but for legacy-hilo their block. */
    static final int INCREMENT_SIZE = 10;

    @SuppressWarnings("ImmutableEnumChecker") // a constructor
    private final Supplier<Identified> entity;

    private final Preset preset;

    HibernateCounter(Supplier<Identified> entity, Preset preset) {
        this.entity = entity;
        this.preset = preset;
    }

    Supplier<Identified> entity() {
        return entity;
    }

    /** Returns whether its row stores the next value, which is a setting of the whole unit. */
    boolean storesNext() {
        return name().startsWith("NEXT_");
    }

    /** Returns the classes of the counters that store the next value, or of those that do not. */
    static Class<?>[] entities(boolean storingNext) {
        return Arrays.stream(values())
                .filter(counter -> counter.storesNext() == storingNext)
                .map(counter -> counter.entity.get().getClass())
                .toArray(Class<?>[]::new);
    }

    /** Returns how many numbers a reservation of Hibernate's holds at most. */
    long block() {
        return description().rule().size();
    }

    /** Returns how we count beside it. */
    CounterDescription description() {
        return description(preset, INCREMENT_SIZE);
    }

    /** Returns how somebody would count with it who takes it for another preset's. */
    CounterDescription description(Preset other, long setting) {
        CounterDescription counter = other.counter(setting);
        String name = name().toLowerCase(Locale.ROOT);
        return switch (name.substring(0, name.indexOf('_'))) {
            case "sequence" -> counter.sequence(name);
            case "row" -> counter.table(name);
            default -> counter.row(name);
        };
    }
}
