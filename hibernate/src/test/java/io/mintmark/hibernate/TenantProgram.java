package io.mintmark.hibernate;

import io.mintmark.jdbc.JdbcRanges;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.stream.IntStream;
import org.hibernate.Session;
import org.hibernate.SessionFactory;

/**
 * One process of a deployment with many tenants: inserts a few rows for each of them, round after round, and writes each
 * id that it had to a file.
 */
final class TenantProgram {
    /** Processes that share two processors with a build wait long for their turn. */
    private static final String PATIENCE = "PT5M";

    private TenantProgram() {}

    /** A way of making ids. */
    enum Life {
        /** From counters of each tenant, which are kept as long as they are by default. */
        KEPT,
        /** The same, and let go all the time. */
        LET_GO,
        /** From one counter for all tenants, which must never be. */
        SHARED
    }

    /**
     * Runs.
     *
     * @param args the database, the file, the life, a seed, how many tenants, rounds, and rows of each kind in a round
     */
    public static void main(String... args) throws IOException {
        String url = args[0];
        int tenants = Integer.parseInt(args[4]);
        int rounds = Integer.parseInt(args[5]);
        int rows = Integer.parseInt(args[6]);
        Random random = new Random(Long.parseLong(args[3]));
        try (SessionFactory unit = start(url, Life.valueOf(args[2]));
                DataOutputStream ids =
                        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(Path.of(args[1]))))) {
            List<Integer> order =
                    new ArrayList<>(IntStream.range(0, tenants).boxed().toList());
            for (int round = 0; round < rounds; round++) {
                Collections.shuffle(order, random);
                for (int tenant : order) {
                    insert(unit, tenant, rows, ids);
                }
            }
            long opened = UnitTenants.of(unit).map(UnitTenants::everOpened).orElse(0L);
            System.out.println("states that were made: " + opened);
        }
    }

    private static SessionFactory start(String url, Life life) {
        Map<String, Object> settings = new HashMap<>();
        settings.put("hibernate.generate_statistics", "false");
        switch (life) {
            case KEPT -> {
                settings.put(MintmarkSettings.TAKEOVER, "all");
                settings.put(MintmarkSettings.DEADLINE, PATIENCE);
            }
            case LET_GO -> {
                settings.put(MintmarkSettings.TAKEOVER, "all");
                settings.put(MintmarkSettings.DEADLINE, PATIENCE);
                settings.put(MintmarkSettings.TENANT_IDLE, "PT0.05S");
            }
            case SHARED ->
                settings.put(
                        MintmarkSettings.SOURCES, (CounterSources) counter -> JdbcRanges.over(url, new Properties())
                                .schema(TenantSchemas.name(0))
                                .counter(counter)
                                .build());
        }
        return new TenantSchemas(url).start(settings, Shop.Order.class, Depot.Crate.class);
    }

    private static void insert(SessionFactory unit, int tenant, int rows, DataOutputStream ids) throws IOException {
        List<Shop.Order> orders = new ArrayList<>();
        List<Depot.Crate> crates = new ArrayList<>();
        try (Session session = unit.withOptions()
                .tenantIdentifier((Object) TenantSchemas.name(tenant))
                .openSession()) {
            session.beginTransaction();
            for (int i = 0; i < rows; i++) {
                orders.add(new Shop.Order());
                crates.add(new Depot.Crate());
            }
            orders.forEach(session::persist);
            crates.forEach(session::persist);
            session.getTransaction().commit();
        }
        for (int i = 0; i < rows; i++) {
            Long order = orders.get(i).id;
            write(ids, tenant, 0, order == null ? 0 : order);
            write(ids, tenant, 1, crates.get(i).number());
        }
    }

    private static void write(DataOutputStream ids, int tenant, int kind, long id) throws IOException {
        ids.writeInt(tenant);
        ids.writeByte(kind);
        ids.writeLong(id);
    }
}
