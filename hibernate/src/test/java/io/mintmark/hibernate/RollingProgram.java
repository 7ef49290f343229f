package io.mintmark.hibernate;

import io.mintmark.hilo.HiLo;
import io.mintmark.jdbc.JdbcRanges;
import io.mintmark.jdbc.Preset;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Supplier;
import org.hibernate.SessionFactory;

/**
 * One process of a deployment: starts a unit for each life that it is told, inserts with it, and writes each id that it
 * had to a file.
 */
final class RollingProgram {
    private static final int BATCH = 50;
    private static final Map<Integer, Supplier<Depot.Numbered>> MADE =
            Map.of(0, Depot.Crate::new, 1, Depot.Shelf::new, 2, Depot.Truck::new);

    private RollingProgram() {}

    /** A way of making ids. */
    enum Life {
        /** As Hibernate does. */
        PLAIN,
        /** By the takeover. */
        TAKEN,
        /** By a reading of the sequence that is not the optimizer's, as the takeover must never have. */
        MISREAD
    }

    /**
     * Runs.
     *
     * @param args the database, the file, how many ids of each counter a life has, and the lives
     */
    public static void main(String... args) throws IOException {
        int many = Integer.parseInt(args[2]);
        try (DataOutputStream ids =
                new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(Path.of(args[1]))))) {
            for (int i = 3; i < args.length; i++) {
                live(args[0], Life.valueOf(args[i]), many, ids);
            }
        }
    }

    private static void live(String database, Life life, int many, DataOutputStream ids) throws IOException {
        if (life == Life.MISREAD) {
            misread(database, many, ids);
            return;
        }
        try (SessionFactory unit = start(database, life)) {
            for (int inserted = 0; inserted < many; inserted += BATCH) {
                for (Depot.Numbered made : insertBatch(unit)) {
                    write(ids, made);
                }
            }
            if (life == Life.TAKEN && TakeoverReport.of(unit).taken().size() != MADE.size()) {
                throw new IllegalStateException("not taken over: " + TakeoverReport.of(unit));
            }
        }
    }

    static SessionFactory start(String database, Life life) {
        Map<String, Object> settings = new HashMap<>();
        settings.put("hibernate.generate_statistics", "false");
        if (life == Life.TAKEN) {
            settings.put(MintmarkSettings.TAKEOVER, "all");
        }
        return Units.start(database, settings, Depot.Crate.class, Depot.Shelf.class, Depot.Truck.class);
    }

    private static List<Depot.Numbered> insertBatch(SessionFactory unit) {
        List<Depot.Numbered> inserted = new ArrayList<>();
        unit.inTransaction(session -> MADE.forEach((counter, maker) -> {
            for (int i = 0; i < BATCH; i++) {
                Depot.Numbered made = maker.get();
                session.persist(made);
                inserted.add(made);
            }
        }));
        return inserted;
    }

    private static void write(DataOutputStream ids, Depot.Numbered made) throws IOException {
        ids.writeByte(made instanceof Depot.Crate ? 0 : made instanceof Depot.Shelf ? 1 : 2);
        ids.writeLong(made.number());
    }

    /**
     * Hibernate reads this sequence as pooled does, and here somebody reads it as pooled-lo does. Both draw by turns, so
     * that no luck keeps their blocks apart.
     */
    private static void misread(String database, int many, DataOutputStream ids) throws IOException {
        try (SessionFactory unit = start(database, Life.PLAIN);
                HiLo numbers = HiLo.over(JdbcRanges.over(database, new Properties())
                                .counter(Preset.HIBERNATE_POOLED_LO.counter(50).sequence("crate_seq"))
                                .build())
                        .rangeSize(BATCH)
                        .rangeSizeMax(BATCH)
                        .strict()) {
            for (int inserted = 0; inserted < many; inserted += BATCH) {
                for (Depot.Numbered made : insertBatch(unit)) {
                    write(ids, made);
                }
                for (int i = 0; i < BATCH; i++) {
                    ids.writeByte(0);
                    ids.writeLong(numbers.next());
                }
            }
        }
    }
}
