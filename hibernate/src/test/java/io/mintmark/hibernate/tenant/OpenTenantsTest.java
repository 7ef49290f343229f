package io.mintmark.hibernate.tenant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.hilo.HiLo;
import io.mintmark.hilo.StrictHiLo;
import io.mintmark.internal.Uninterruptibly;
import io.mintmark.range.InMemoryRanges;
import io.mintmark.range.RangeSourceException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** States of tenants in memory, in a time that the test makes pass. */
final class OpenTenantsTest {
    private static final Duration IDLE = Duration.ofMinutes(5);

    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1_000); // wraps around while it passes
    private final Map<String, InMemoryRanges> counters = new ConcurrentHashMap<>();

    private final List<String> made = new ArrayList<>();

    private TenantPool<StrictHiLo> pool(OpenTenants unit) {
        return unit.pool(
                tenant -> {
                    made.add(tenant.name());
                    return HiLo.over(counterOf(tenant.name())).rangeSize(32).strict();
                },
                StrictHiLo::close);
    }

    private InMemoryRanges counterOf(String tenant) {
        return counters.computeIfAbsent(tenant, name -> new InMemoryRanges());
    }

    private static long next(TenantPool<StrictHiLo> pool, String tenant) {
        @Nullable Long number = pool.use(new Tenant(tenant, tenant), HiLo::next);
        return number == null ? 0 : number;
    }

    @Test
    void shouldCountForEachTenantByItself() {
        try (OpenTenants unit = new OpenTenants(IDLE, 10, now::get)) {
            TenantPool<StrictHiLo> pool = pool(unit);

            assertThat(next(pool, "north")).isEqualTo(1);
            assertThat(next(pool, "south")).isEqualTo(1);
            assertThat(next(pool, "north")).isEqualTo(2);
            assertThat(unit.open()).isEqualTo(2);
        }
    }

    @Test
    void shouldLetATenantGoThatIsIdleAndGiveItsNumbersBack() {
        try (OpenTenants unit = new OpenTenants(IDLE, 10, now::get)) {
            TenantPool<StrictHiLo> pool = pool(unit);
            long first = next(pool, "north");
            now.addAndGet(IDLE.toNanos() - 1);
            long ofBusy = next(pool, "south");
            unit.letGoIdle();
            assertThat(unit.open()).isEqualTo(2);

            now.addAndGet(1);
            unit.letGoIdle();

            assertThat(unit.awaitClosing()).isTrue();
            assertThat(unit.open()).isOne();
            assertThat(counterOf("north").reserve(1).low()).as("went back").isEqualTo(first + 1);
            assertThat(next(pool, "south")).isEqualTo(ofBusy + 1);
            assertThat(next(pool, "north")).isEqualTo(first + 2);
            assertThat(made).containsExactly("north", "south", "north");
        }
    }

    @Test
    void shouldKeepAStateThatAThreadUses() {
        try (OpenTenants unit = new OpenTenants(IDLE, 10, now::get)) {
            TenantPool<StrictHiLo> pool = pool(unit);
            @Nullable Long second = pool.use(new Tenant("north", "north"), generator -> {
                generator.next();
                now.addAndGet(2 * IDLE.toNanos());
                unit.letGoIdle();
                return generator.next();
            });

            assertThat(second).isEqualTo(2);
            assertThat(made).containsExactly("north");
        }
    }

    @Test
    void shouldLetThoseGoAboveTheBoundThatWereUsedLongestAgo() {
        try (OpenTenants unit = new OpenTenants(IDLE, 10, now::get)) {
            TenantPool<StrictHiLo> pool = pool(unit);
            for (int tenant = 0; tenant < 20; tenant++) {
                now.incrementAndGet();
                next(pool, "t" + tenant);
            }
            unit.letGoAboveBound();

            assertThat(unit.awaitClosing()).isTrue();
            List<String> left = new ArrayList<>();
            pool.forEach((tenant, state) -> left.add(tenant));
            assertThat(left).hasSizeLessThanOrEqualTo(10).contains("t19").doesNotContain("t0");
        }
    }

    @Test
    void shouldGiveAllBackAndRefuseWhenTheUnitEnds() {
        OpenTenants unit = new OpenTenants(IDLE, 2_000, now::get);
        TenantPool<StrictHiLo> pool = pool(unit);
        for (int tenant = 0; tenant < 1_000; tenant++) {
            next(pool, "t" + tenant);
        }

        unit.close();
        unit.close();

        assertThat(unit.open()).isZero();
        assertThat(counters.values())
                .allSatisfy(counter -> assertThat(counter.reserve(1).low()).isEqualTo(2));
        assertThatThrownBy(() -> next(pool, "t0"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
    }

    @Test
    void shouldLetATenantGoBesideOneWhoseDatabaseHangs() {
        CountDownLatch hangs = new CountDownLatch(1);
        try (OpenTenants unit = new OpenTenants(IDLE, 10, now::get)) {
            TenantPool<String> pool = unit.pool(Tenant::name, state -> {
                if (state.equals("north")) {
                    Uninterruptibly.run(hangs::await);
                }
            });
            List.of("north", "south").forEach(tenant -> pool.use(new Tenant(tenant, tenant), String::length));
            pool.letGo("north", now.get());

            assertThat(unit.letGo("south")).isTrue();
            hangs.countDown();
            assertThat(unit.letGo("north")).isTrue();
        }
    }

    /** What an executor keeps, although it could make no thread, is run by the next thread that it makes. */
    @Test
    void shouldCloseAStateOnceWhereThereWasNoThreadForIt() {
        AtomicInteger refused = new AtomicInteger();
        List<String> closed = new CopyOnWriteArrayList<>();
        OpenTenants unit = new OpenTenants(IDLE, 10, now::get, work -> {
            if (refused.incrementAndGet() <= 3) {
                throw new OutOfMemoryError("unable to create native thread");
            }
            return new Thread(work);
        });
        TenantPool<String> pool = unit.pool(Tenant::name, closed::add);
        List.of("north", "south").forEach(tenant -> pool.use(new Tenant(tenant, tenant), String::length));

        assertThat(unit.letGo("north")).isTrue();
        assertThat(closed).as("by the caller").containsExactly("north");
        assertThat(unit.letGo("south")).isTrue();
        unit.close();

        assertThat(refused).hasValueGreaterThan(3);
        assertThat(closed).containsExactly("north", "south");
    }

    @Test
    void shouldRefuseASessionWithoutATenantByName() {
        assertThatThrownBy(() -> Tenant.of(null, null))
                .isInstanceOf(RangeSourceException.class)
                .hasMessageContaining("tenant=null")
                .hasMessageContaining("hibernate.tenant_identifier_resolver");
    }

    /** A state that failed to be made is not remembered. */
    @Test
    void shouldMakeAStateAnewAfterOneCouldNotBeMade() {
        try (OpenTenants unit = new OpenTenants(IDLE, 10, now::get)) {
            List<String> failures = new ArrayList<>(List.of("no such schema"));
            TenantPool<String> pool = unit.pool(
                    tenant -> {
                        if (!failures.isEmpty()) {
                            throw new RangeSourceException(failures.remove(0));
                        }
                        return "state of " + tenant.name();
                    },
                    state -> {});

            assertThatThrownBy(() -> pool.use(new Tenant("north", 1), String::length))
                    .hasMessage("no such schema");
            @Nullable String state = pool.use(new Tenant("north", 1), made -> made);
            assertThat(state).isEqualTo("state of north");
            assertThat(unit.open()).isOne();
        }
    }
}
