package io.mintmark.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.testkit.Effort;
import java.lang.management.ManagementFactory;
import java.util.Map;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.Test;

/** The heap that tenants cost: while they are open, and after they were let go. All lead to one schema here. */
final class TenantMemoryTest {
    private static final int KIB = 1_024;

    @Test
    void shouldCostNextToNothingWhenTenantsAreIdle() {
        int tenants = Effort.of("tenants", 1_000, 10_000);
        String url = Units.newH2();
        TenantSchemas.create(url, 0, 1, true);
        try (SessionFactory unit = start(url, tenants)) {
            draw(unit, "first");
            long before = used();
            for (int tenant = 0; tenant < tenants; tenant++) {
                draw(unit, "tenant-" + tenant);
            }
            UnitTenants states = UnitTenants.of(unit).orElseThrow();
            assertThat(states.open()).isEqualTo(tenants + 1);
            long whileOpen = (used() - before) / tenants;
            for (int tenant = 0; tenant < tenants; tenant++) {
                assertThat(states.letGo("tenant-" + tenant)).isTrue();
            }
            assertThat(states.open()).isOne();
            long whileIdle = idle(before, tenants);

            System.out.println("[tenants] bytes of heap for a tenant with one counter, over " + tenants + ": "
                    + whileOpen + " while its state is open, " + whileIdle + " after it was let go");
            assertThat(whileIdle).isLessThan(2 * KIB);
            assertThat(whileOpen).isLessThan(32 * KIB).isGreaterThan(whileIdle);
        }
    }

    private static SessionFactory start(String url, int tenants) {
        return new TenantSchemas(url, tenant -> TenantSchemas.name(0))
                .start(Map.of(MintmarkSettings.TENANTS_MAX, 2 * tenants), Shop.Order.class);
    }

    private static void draw(SessionFactory unit, String tenant) {
        try (Session session =
                unit.withOptions().tenantIdentifier((Object) tenant).openSession()) {
            session.persist(new Shop.Order());
        }
    }

    /** A look that was planned for a generator keeps it for a moment after it was closed. */
    private static long idle(long before, int tenants) {
        long each = (used() - before) / tenants;
        for (int tries = 0; tries < 50 && each >= 2 * KIB; tries++) {
            each = (used() - before) / tenants;
        }
        return each;
    }

    private static long used() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
