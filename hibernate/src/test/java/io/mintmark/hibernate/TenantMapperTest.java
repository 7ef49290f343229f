package io.mintmark.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.Test;

/**
 * A unit of Hibernate 7 that has one data source, and a mapper that leads its sessions on to the schema of their tenant:
 * the counter that our own connections see is not the tenant's.
 */
final class TenantMapperTest {
    private static final String SETTING = "hibernate.multi_tenant.schema_mapper";

    private final String url = Units.newH2();

    /** Named by text, as 6.6 does not have it. */
    private static Object mapper() {
        try {
            Class<?> type = Class.forName("org.hibernate.context.spi.TenantSchemaMapper");
            return Proxy.newProxyInstance(
                    type.getClassLoader(),
                    new Class<?>[] {type},
                    (mapper, method, tenants) -> switch (method.getName()) {
                        case "schemaName" -> "`" + tenants[0] + "`";
                        case "hashCode" -> 1;
                        default -> null;
                    });
        } catch (ClassNotFoundException of66) {
            assumeTrue(false, "Hibernate 6.6 has no such mapper");
            throw new AssertionError(of66);
        }
    }

    private SessionFactory start(Map<String, Object> settings) {
        Map<String, Object> all = new HashMap<>(settings);
        all.put(SETTING, mapper());
        all.put("hibernate.hbm2ddl.auto", "none");
        return Units.start(url, all, Depot.Crate.class);
    }

    @Test
    void shouldLeaveASequenceToHibernateThatAMapperLeadsTo() {
        Databases.execute(
                url, "CREATE SEQUENCE crate_SEQ INCREMENT BY 50", "CREATE TABLE crate (id BIGINT, label TEXT)");
        TenantSchemas.create(url, 0, 2, true);
        try (SessionFactory unit = start(Map.of(MintmarkSettings.TAKEOVER, "all"))) {
            for (int tenant = 0; tenant < 2; tenant++) {
                Depot.Crate crate = new Depot.Crate();
                try (Session session = unit.withOptions()
                        .tenantIdentifier((Object) TenantSchemas.name(tenant))
                        .openSession()) {
                    session.beginTransaction();
                    session.persist(crate);
                    session.getTransaction().commit();
                }
                assertThat(crate.number()).isEqualTo(TenantSchemas.base(tenant) + 1);
            }
            assertThat(TakeoverReport.of(unit).left().get("Crate.id")).contains("mapper");
        }
    }

    @Test
    void shouldRefuseCountersOfOurOwnWhereAMapperStandsBesideAProvider() {
        Object mapper = mapper();
        TenantSchemas.create(url, 0, 1, true);

        assertThatThrownBy(() -> new TenantSchemas(url).start(Map.of(SETTING, mapper), Shop.Order.class))
                .isInstanceOf(MintmarkMappingException.class)
                .hasMessageContaining("mapper");
    }
}
